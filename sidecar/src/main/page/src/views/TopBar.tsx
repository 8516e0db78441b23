/** The one bar: what is looked at, when, and the way to health and about. */
import { selectionOf, type HealthState, type Types } from "../api.ts";
import type { Theme } from "../colours.ts";
import type { Live } from "../live.ts";
import { FilterBar } from "../parts/FilterBar.tsx";
import { ServicePicker, TypePicker } from "../parts/pickers.tsx";
import { Popover } from "../parts/popover.tsx";
import { RangePicker } from "../parts/RangePicker.tsx";
import { visible } from "../names.ts";
import { useAnswer } from "../query.ts";
import { formatState, INITIAL, type Span, type State, type View } from "../state.ts";
import { zoneName } from "../time.ts";
import { StateMark } from "./HealthView.tsx";
import { endSession, isSignedIn } from "./SignIn.tsx";

interface Props {
  readonly state: State;
  readonly live: Live;
  readonly timeline: Span;
  readonly shown: Span;
  readonly theme: Theme;
  readonly health: HealthState;
  readonly onChange: (change: Partial<State>) => void;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
  readonly onSignedOut: () => void;
}

export function TopBar({ state, live, timeline, shown, theme, health, onChange, onTheme, onHelp, onSignedOut }: Props) {
  const ready = live.nowMillis > 0;
  const typesQuery = selectionOf(state, timeline);
  typesQuery.delete("type");
  const types = useAnswer<Types>("types", ready ? typesQuery : null);
  const isData = state.view !== "health" && state.view !== "about";
  const type = types.data?.types.find((row) => row.id === state.type || row.type === state.type);
  return (
    <header class="bar">
      <PlaceLink state={state} view="flame" className="brand" onChange={onChange}>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path d="M4 4h24v5H4z" class="brand-1" />
          <path d="M4 11h17v5H4z" class="brand-2" />
          <path d="M9 18h12v5H9z" class="brand-3" />
          <path d="M15 25h6v3h-6z" class="brand-4" />
        </svg>
        <span>Plumbline</span>
      </PlaceLink>
      {isData && (
        <>
          <ServicePicker label="Service" state={state} span={shown} services={state.services} onChange={(services) => onChange({ services, zoom: "" })} />
          <TypePicker
            state={state}
            types={types.data}
            current={type ? visible(type.title) : state.type.split(":")[0] === "cpu" ? "CPU" : visible(state.type.split(":")[0]!)}
            onChange={(chosen) => onChange({ type: chosen, zoom: "", focus: "" })}
          />
          <FilterBar label="Filters" state={state} span={shown} filters={state.filters} onChange={(filters) => onChange({ filters, zoom: "" })} />
        </>
      )}
      <span class="spring" />
      {isData && (
        <>
          <RangePicker state={state} span={timeline} nowMillis={live.nowMillis} onChange={onChange} />
          <span class="zone" title="all times are in this zone">{zoneName(state.zone, timeline.until)}</span>
          <button
            type="button"
            class={`control live ${state.live ? "on" : ""}`}
            aria-pressed={state.live}
            title={state.live ? "New windows are shown as they come (l)" : "What is shown stands still (l)"}
            onClick={() =>
              onChange(state.live ? { live: false } : state.until === "now" ? { live: true } : { live: true, selected: null, from: INITIAL.from, until: INITIAL.until })
            }
          >
            <span class="dot" aria-hidden="true" /> live
          </button>
        </>
      )}
      <nav class="places" aria-label="Places">
        {!isData && (
          <PlaceLink state={state} view="flame" onChange={onChange}>
            Profiles
          </PlaceLink>
        )}
        <PlaceLink state={state} view="health" onChange={onChange}>
          Health
          {health !== "ok" && (
            <>
              {" "}
              <StateMark state={health} />
            </>
          )}
        </PlaceLink>
        <Popover label="Menu" align="right" className="menu" button={<span aria-hidden="true">⋯</span>}>
          {(close) => (
            <div class="menu-list">
              <button
                type="button"
                data-first
                onClick={() => {
                  onTheme();
                  close();
                }}
              >
                {theme === "dark" ? "Light colours" : "Dark colours"}
              </button>
              <button
                type="button"
                onClick={() => {
                  close();
                  onHelp();
                }}
              >
                How to read this <kbd>?</kbd>
              </button>
              <button
                type="button"
                onClick={() => {
                  onChange({ view: "about" });
                  close();
                }}
              >
                About
              </button>
              {isSignedIn() && (
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void endSession().then(onSignedOut);
                  }}
                >
                  Sign out
                </button>
              )}
            </div>
          )}
        </Popover>
      </nav>
    </header>
  );
}

interface LinkProps {
  readonly state: State;
  readonly view: View;
  readonly className?: string;
  readonly onChange: (change: Partial<State>) => void;
  readonly children: preact.ComponentChildren;
}

/** A true link, so that it opens in a new tab too. */
function PlaceLink({ state, view, className = "", onChange, children }: LinkProps) {
  return (
    <a
      class={className || "place"}
      href={formatState({ ...state, view }) || "?"}
      aria-current={state.view === view ? "page" : undefined}
      onClick={(event) => {
        if (event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
          event.preventDefault();
          onChange({ view });
        }
      }}
    >
      {children}
    </a>
  );
}
