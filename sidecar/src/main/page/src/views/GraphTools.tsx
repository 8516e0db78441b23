/** Above the graph: search, views, colours, downloads, sharing. */
import { useState } from "preact/hooks";
import { narrowedOf, urlOf } from "../api.ts";
import { kindInk, kindWord, type Theme } from "../colours.ts";
import { Popover } from "../parts/popover.tsx";
import type { FunctionInfo } from "../names.ts";
import { fixTimes, formatState, type ColourChoice, type Span, type State, type View } from "../state.ts";
import { patternOf } from "./look.ts";

interface Props {
  readonly state: State;
  readonly timeline: Span;
  readonly shown: Span;
  readonly onChange: (change: Partial<State>) => void;
  readonly onKind: (kind: string) => void;
  readonly onHelp: () => void;
}

const VIEWS: readonly { readonly id: View; readonly text: string }[] = [
  { id: "flame", text: "Flame" },
  { id: "sandwich", text: "Sandwich" },
  { id: "diff", text: "Diff" },
];

export function GraphTools({ state, timeline, shown, onChange, onKind, onHelp }: Props) {
  const isWrong = state.search !== "" && patternOf(state.search) === null;
  return (
    <div class="tools">
      <div class={`search ${isWrong ? "wrong" : ""}`}>
        <svg class="glyph" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 3.5 3.5" />
        </svg>
        <input
          id="search"
          class="field"
          type="search"
          placeholder="search, regular expression"
          aria-label="Search functions by regular expression"
          aria-invalid={isWrong}
          spellcheck={false}
          value={state.search}
          onInput={(event) => onChange({ search: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              onChange({ search: "" });
              event.currentTarget.blur();
            }
          }}
        />
      </div>
      <div class="segments" role="tablist" aria-label="View">
        {VIEWS.map(({ id, text }) => (
          <button key={id} type="button" role="tab" aria-selected={state.view === id} class={state.view === id ? "on" : ""} onClick={() => onChange({ view: id, zoom: id === "sandwich" ? state.zoom : "" })}>
            {text}
          </button>
        ))}
      </div>
      <span class="spring" />
      {state.view !== "diff" && <select
        class="field colour"
        aria-label="Colour by"
        value={state.colour}
        onChange={(event) => {
          onKind("");
          onChange({ colour: event.currentTarget.value as ColourChoice });
        }}
      >
        <option value="type">colour: type</option>
        <option value="package">colour: package</option>
      </select>}
      <Downloads state={state} shown={shown} />
      <Share state={state} timeline={timeline} />
      <button type="button" class="control icon" aria-label="How to read this" title="How to read this (?)" onClick={onHelp}>
        ?
      </button>
    </div>
  );
}

const FORMATS: readonly { readonly id: string; readonly text: string; readonly hint: string }[] = [
  { id: "pprof", text: "pprof", hint: "for go tool pprof" },
  { id: "folded", text: "Folded stacks", hint: "one line a stack" },
  { id: "otlp", text: "OTLP", hint: "OpenTelemetry Profiles" },
  { id: "speedscope", text: "Speedscope file", hint: "" },
];

export function downloadUrl(state: State, shown: Span, format: string): string {
  const query = narrowedOf(state, shown);
  query.set("format", format);
  return urlOf("download", query);
}

/** Speedscope reads the address of the profile from the fragment. */
export function speedscopeUrl(state: State, shown: Span): string {
  const profile = downloadUrl(state, shown, "speedscope");
  return `/speedscope/#profileURL=${encodeURIComponent(profile)}&title=${encodeURIComponent(`${state.services.join(", ") || "all services"} · ${state.type.split(":")[0]}`)}`;
}

function Downloads({ state, shown }: { state: State; shown: Span }) {
  return (
    <Popover label="Export" align="right" button="Export">
      {(close) => (
        <div class="menu-list">
          {FORMATS.map(({ id, text, hint }, i) => (
            <a key={id} data-first={i === 0 ? true : undefined} href={downloadUrl(state, shown, id)} download onClick={close}>
              {text} <span class="hint">{hint}</span>
            </a>
          ))}
          <a href={speedscopeUrl(state, shown)} target="_blank" rel="noopener" onClick={close}>
            Open in speedscope ↗
          </a>
        </div>
      )}
    </Popover>
  );
}

function Share({ state, timeline }: { state: State; timeline: Span }) {
  const [copied, setCopied] = useState(false);
  return (
    <Popover label="Share" align="right" button="Share">
      {(close) => {
        const link = location.origin + location.pathname + formatState(fixTimes(state, timeline));
        return (
          <div class="share-panel">
            <p>This link shows what you see, with its times fixed.</p>
            <input data-first class="field" type="text" readOnly value={link} aria-label="Link to this view" onFocus={(event) => event.currentTarget.select()} />
            <button
              type="button"
              class="primary"
              onClick={() => {
                void navigator.clipboard?.writeText(link).then(() => {
                  setCopied(true);
                  setTimeout(() => {
                    setCopied(false);
                    close();
                  }, 700);
                });
              }}
            >
              {copied ? "Copied" : "Copy link"}
            </button>
          </div>
        );
      }}
    </Popover>
  );
}

interface LegendProps {
  readonly functions: readonly FunctionInfo[];
  readonly theme: Theme;
  readonly kind: string;
  readonly colour: ColourChoice;
  readonly onKind: (kind: string) => void;
}

/** The kinds of code that are there; a click lets the others step back. */
export function KindLegend({ functions, theme, kind, colour, onKind }: LegendProps) {
  const kinds = [...new Set(functions.map((fn) => fn.type))].filter((type) => type !== "total" && type !== "group").sort();
  if (colour !== "type") {
    return <span class="legend hint">a colour for each package</span>;
  }
  return (
    <span class="legend" role="group" aria-label="Kinds of code">
      {kinds.map((type) => (
        <button key={type} type="button" aria-pressed={kind === type} class={`legend-item ${kind !== "" && kind !== type ? "off" : ""}`} onClick={() => onKind(kind === type ? "" : type)}>
          <span class="swatch" style={{ background: kindInk(type, theme).fill }} /> {kindWord(type)}
        </button>
      ))}
    </span>
  );
}
