/** The range of the timeline: ready-made ones, typed times, and the zone that all times are in. */
import { useState } from "preact/hooks";
import { isRelative, resolveTime, type Span, type State } from "../state.ts";
import { duration, readTyped, spanText, typedTime, zoneName } from "../time.ts";
import { Popover } from "./popover.tsx";

interface Props {
  readonly state: State;
  readonly span: Span;
  readonly nowMillis: number;
  readonly onChange: (change: Partial<State>) => void;
}

const READY: readonly { readonly from: string; readonly text: string }[] = [
  { from: "now-5m", text: "5 minutes" },
  { from: "now-15m", text: "15 minutes" },
  { from: "now-30m", text: "30 minutes" },
  { from: "now-1h", text: "1 hour" },
  { from: "now-3h", text: "3 hours" },
  { from: "now-6h", text: "6 hours" },
  { from: "now-12h", text: "12 hours" },
  { from: "now-24h", text: "24 hours" },
];

export function rangeText(state: State, span: Span, nowMillis: number): string {
  if (state.until === "now" && isRelative(state.from)) {
    return `last ${duration(nowMillis - resolveTime(state.from, nowMillis))}`;
  }
  return spanText(span.from, span.until, state.zone, nowMillis);
}

export function RangePicker({ state, span, nowMillis, onChange }: Props) {
  return (
    <Popover
      label="Time range"
      prefix="Time range"
      align="right"
      className="range"
      button={
        <>
          <span aria-hidden="true" class="glyph">◷</span>
          <span class="control-text">{rangeText(state, span, nowMillis)}</span>
        </>
      }
    >
      {(close) => (
        <div class="range-panel">
          <div class="range-ready" role="group" aria-label="Ready-made ranges">
            {READY.map(({ from, text }, i) => (
              <button
                key={from}
                type="button"
                data-first={i === 0 ? true : undefined}
                class={state.from === from && state.until === "now" ? "ready chosen" : "ready"}
                onClick={() => {
                  onChange({ from, until: "now", selected: null, live: true });
                  close();
                }}
              >
                last {text}
              </button>
            ))}
          </div>
          <Typed
            key={state.zone}
            state={state}
            span={span}
            nowMillis={nowMillis}
            onChange={(change) => {
              onChange(change);
              close();
            }}
          />
          <div class="range-zone" role="group" aria-label="Zone of all times">
            {(["local", "utc"] as const).map((zone) => (
              <label key={zone}>
                <input type="radio" name="zone" checked={state.zone === zone} onChange={() => onChange({ zone })} />
                {zone === "utc" ? "UTC" : `this browser’s zone (${zoneName("local", span.until)})`}
              </label>
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}

function Typed({ state, span, nowMillis, onChange }: Props) {
  const shown = (text: string, millis: number): string => (isRelative(text) ? text : typedTime(millis, state.zone));
  const [from, setFrom] = useState(shown(state.from, span.from));
  const [until, setUntil] = useState(shown(state.until, span.until));
  const [trouble, setTrouble] = useState("");
  const apply = (): void => {
    const start = readTyped(from, state.zone, nowMillis);
    const end = readTyped(until, state.zone, nowMillis);
    if (start === null || end === null) {
      setTrouble(`“${start === null ? from : until}” is no time: 2026-11-29 10:40:00, 10:40, now, now-15m`);
    } else if (resolveTime(start, nowMillis) >= resolveTime(end, nowMillis)) {
      setTrouble("The range ends before it begins");
    } else {
      onChange({ from: start, until: end, selected: null, live: isRelative(end) });
    }
  };
  return (
    <form
      class="range-typed"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        from
        <input class="field" type="text" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        until
        <input class="field" type="text" value={until} onInput={(event) => setUntil(event.currentTarget.value)} />
      </label>
      <p class="hint" role="status">
        {trouble || `times are ${state.zone === "utc" ? "UTC" : zoneName("local", span.until)}`}
      </p>
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}
