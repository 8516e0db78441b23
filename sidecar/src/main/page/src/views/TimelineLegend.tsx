/** The services of the timeline, largest first; a click looks at one of them. */
import type { Series } from "../api.ts";
import { seriesColour, type Theme } from "../colours.ts";
import { visible } from "../names.ts";
import { REST } from "../parts/stack.ts";
import type { State } from "../state.ts";
import { formatShare } from "../units.ts";

interface Props {
  readonly state: State;
  readonly series: Series | null;
  readonly theme: Theme;
  readonly onChange: (change: Partial<State>) => void;
}

export function TimelineLegend({ state, series, theme, onChange }: Props) {
  const all = series?.series.map((one) => (one.rest ? REST : one.value ?? "")) ?? [];
  const isGrouped = state.services.length !== 1;
  return (
    <div class="timeline-legend">
      {isGrouped ? (
        series?.series.map((one, i) => {
          const name = all[i]!;
          const swatch = <span class="swatch" style={{ background: seriesColour(name, all, theme, one.rest) }} />;
          const share = formatShare(one.total, series.total);
          return one.rest ? (
            <span key={name} class="legend-item">
              {swatch} {name} <span class="hint">{share}</span>
            </span>
          ) : (
            <button key={name} type="button" class="legend-item" title={`Look at ${visible(name)}`} onClick={() => onChange({ services: [name], zoom: "" })}>
              {swatch} <span class="legend-name">{visible(name) || "(no name)"}</span> <span class="hint">{share}</span>
            </button>
          );
        })
      ) : (
        <button type="button" class="legend-item" onClick={() => onChange({ services: [], zoom: "" })}>
          ← all services
        </button>
      )}
    </div>
  );
}
