/** What is compared with what. */
import { groupOf } from "../api.ts";
import { FilterBar } from "../parts/FilterBar.tsx";
import { ServicePicker } from "../parts/pickers.tsx";
import { baseSpan, type Base, type Span, type State } from "../state.ts";
import { duration, spanText } from "../time.ts";
import type { Theme } from "../colours.ts";
import { DiffLegend } from "./DiffPane.tsx";

interface Props {
  readonly state: State;
  readonly shown: Span;
  readonly nowMillis: number;
  readonly theme: Theme;
  readonly onChange: (change: Partial<State>) => void;
}

const BEFORE: readonly { readonly id: string; readonly text: string; readonly millis: number }[] = [
  { id: "hour", text: "one hour before", millis: 3_600_000 },
  { id: "day", text: "one day before", millis: 86_400_000 },
];

export function DiffBar({ state, shown, nowMillis, theme, onChange }: Props) {
  const base = baseSpan(state, shown, nowMillis);
  const set = (change: Partial<Base>): void => onChange({ base: { ...state.base, ...change }, zoom: "" });
  const choose = (id: string): void => {
    const shift = BEFORE.find((choice) => choice.id === id)?.millis;
    if (shift) {
      set({ from: String(shown.from - shift), until: String(shown.until - shift) });
    } else if (id === "same") {
      set({ from: String(shown.from), until: String(shown.until) });
    } else {
      set({ from: null, until: null });
    }
  };
  const services = state.base.services ?? state.services;
  const filters = state.base.filters ?? state.filters;
  return (
    <div class="diff-bar">
      <span class="side-a">A</span>
      <select class="field" aria-label="Range to compare with" value={choiceOf(state, base, shown)} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="before">the {duration(shown.until - shown.from)} before</option>
        {BEFORE.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
        <option value="same">the same range</option>
        <option value="own" disabled>
          chosen on the timeline
        </option>
      </select>
      <span class="hint">{spanText(base.from, base.until, state.zone, nowMillis)}</span>
      <ServicePicker label="Service to compare with" state={state} span={base} services={services} onChange={(chosen) => set({ services: chosen })} />
      <FilterBar label="Filters of the side to compare with" state={state} span={base} filters={filters} onChange={(changed) => set({ filters: changed })} />
      <span class="against">against</span>
      <span class="side-b">B</span>
      <span class="hint">{spanText(shown.from, shown.until, state.zone, nowMillis)}</span>
      <span class="spring" />
      <DiffLegend theme={theme} />
      <div class="segments" role="radiogroup" aria-label="What is compared">
        {([false, true] as const).map((absolute) => (
          <button
            key={String(absolute)}
            type="button"
            role="radio"
            aria-checked={state.absolute === absolute}
            class={state.absolute === absolute ? "on" : ""}
            onClick={() => onChange({ absolute })}
          >
            {absolute ? "absolute" : "shares"}
          </button>
        ))}
      </div>
    </div>
  );
}

function choiceOf(state: State, base: Span, shown: Span): string {
  if (state.base.from === null) {
    return state.base.services === null && state.base.filters === null ? "before" : "same";
  }
  const length = shown.until - shown.from;
  if (base.until - base.from !== length) {
    return "own";
  }
  const shift = shown.from - base.from;
  return shift === 0 ? "same" : BEFORE.find((choice) => choice.millis === shift)?.id ?? "own";
}

/** A comparison of services needs boxes of services only where both sides have several. */
export function diffGroup(state: State): string {
  const base = state.base.services ?? state.services;
  return base.length === 1 ? "" : groupOf(state);
}
