/** The total per window, stacked by service; dragging selects, with shift the range to compare with. */
import uPlot from "uplot";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Series } from "../api.ts";
import { seriesColour, type Theme } from "../colours.ts";
import type { Span, Zone } from "../state.ts";
import { clock, shortClock } from "../time.ts";
import { axisDistances, formatPerSecond, type Unit } from "../units.ts";
import { axisLabels, EMPTY_SCALE, REST, stackSeries, steps } from "./stack.ts";

interface Props {
  readonly series: Series | null;
  readonly unit: Unit;
  readonly span: Span;
  readonly selected: Span | null;
  readonly base: Span | null;
  readonly theme: Theme;
  readonly zone: Zone;
  readonly onSelect: (span: Span | null) => void;
  readonly onBase: (span: Span) => void;
}

export const TIMELINE_HEIGHT = 104;
const LEAST_DRAG_PIXELS = 4;

export function Timeline(props: Props) {
  const { series, theme, zone, span } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const stack = series ? stackSeries(series) : { names: [], data: [] };
  // One series without a name is not the same as none.
  const shape = JSON.stringify([stack.names, theme, zone, props.unit.unit]);

  useLayoutEffect(() => {
    const element = host.current!;
    const built = new uPlot(options(element.clientWidth, stack.names, latest), [[]], element);
    plot.current = built;
    const observer = new ResizeObserver(() => built.setSize({ width: element.clientWidth, height: TIMELINE_HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      built.destroy();
      plot.current = null;
    };
  }, [shape]);

  useEffect(() => {
    const stepped = series ? steps(series, stack.data) : { times: [], data: [] };
    // uPlot draws later series over earlier ones: the whole stack first, the lowest last.
    plot.current?.setData([stepped.times, ...stepped.data.reverse()] as uPlot.AlignedData, false);
    plot.current?.setScale("x", { min: span.from / 1000, max: span.until / 1000 });
    const highest = Math.max(0, ...maxima(stack.data));
    plot.current?.setScale("y", { min: 0, max: highest > 0 ? highest * 1.08 : EMPTY_SCALE });
  }, [series, shape, span.from, span.until]);

  useEffect(() => plot.current?.redraw(), [props.selected?.from, props.selected?.until, props.base?.from, props.base?.until]);

  const summary = series ? `Timeline, ${stack.names.length} series, ${clock(span.from, zone)} to ${clock(span.until, zone)}` : "Timeline";
  return (
    <div class="timeline" style={{ height: `${TIMELINE_HEIGHT}px` }}>
      <div ref={host} class="timeline-plot" role="img" aria-label={summary} data-series={stack.names.length} />
    </div>
  );
}

function maxima(data: readonly (number | null)[][]): number[] {
  const top = data[data.length - 1] ?? [];
  let highest = 0;
  for (const value of top) {
    highest = Math.max(highest, value ?? 0);
  }
  return [highest];
}

function options(width: number, names: readonly string[], latest: { readonly current: Props }): uPlot.Options {
  const { theme } = latest.current;
  const line = theme === "light" ? "#d9dde2" : "#2c323a";
  const text = theme === "light" ? "#5a636e" : "#9aa4b0";
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  let shift = false;
  const distances = axisDistances(latest.current.unit);
  const axis: uPlot.Axis = { stroke: text, font, ticks: { show: false }, grid: { stroke: line, width: 1 } };
  return {
    width,
    height: TIMELINE_HEIGHT,
    pxAlign: 0,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: {
      points: { show: false },
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PIXELS },
      bind: {
        mousedown: (_plot, _target, handler) => (event: MouseEvent) => {
          shift = event.shiftKey;
          handler(event);
          return null;
        },
        dblclick: () => () => {
          latest.current.onSelect(null);
          return null;
        },
      },
    },
    scales: { x: { time: true, auto: false }, y: { auto: false } },
    axes: [
      { ...axis, size: 22, gap: 4, space: 70, grid: { show: false }, values: (_plot, splits) => splits.map((at) => axisTime(at * 1000, splits, latest.current.zone)) },
      { ...axis, ...(distances ? { incrs: distances } : {}), size: 76, gap: 6, space: 28, values: (built, splits) => axisLabels(splits, built.scales["y"]?.max, (value) => formatPerSecond(value, latest.current.unit)) },
    ],
    series: [
      {},
      ...[...names].reverse().map((name): uPlot.Series => {
        const colour = seriesColour(name, names, theme, name === REST);
        return { fill: colour, stroke: colour, width: 1, points: { show: false }, spanGaps: false };
      }),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width: pixels } = plot.select;
          if (pixels < LEAST_DRAG_PIXELS) {
            return;
          }
          const span = { from: Math.round(plot.posToVal(left, "x") * 1000), until: Math.round(plot.posToVal(left + pixels, "x") * 1000) };
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          (shift ? latest.current.onBase : latest.current.onSelect)(span);
        },
      ],
      draw: [(plot) => drawRanges(plot, latest.current)],
    },
  };
}

function axisTime(millis: number, splits: readonly number[], zone: Zone): string {
  const dense = splits.length > 1 && splits[1]! - splits[0]! < 60;
  return dense ? clock(millis, zone) : shortClock(millis, zone);
}

/** What is not selected steps back; both ranges have a line and a letter, not only a colour. */
function drawRanges(plot: uPlot, { selected, base, theme }: Props): void {
  const { ctx, bbox } = plot;
  const place = (span: Span): [number, number] => {
    const clamp = (x: number): number => Math.min(bbox.left + bbox.width, Math.max(bbox.left, x));
    return [clamp(plot.valToPos(span.from / 1000, "x", true)), clamp(plot.valToPos(span.until / 1000, "x", true))];
  };
  ctx.save();
  if (selected) {
    const [from, to] = place(selected);
    ctx.fillStyle = theme === "light" ? "rgba(250,251,252,0.68)" : "rgba(18,21,25,0.66)";
    ctx.fillRect(bbox.left, bbox.top, from - bbox.left, bbox.height);
    ctx.fillRect(to, bbox.top, bbox.left + bbox.width - to, bbox.height);
  }
  const frame = (span: Span, colour: string, letter: string): void => {
    const [from, to] = place(span);
    const ratio = devicePixelRatio;
    ctx.strokeStyle = ctx.fillStyle = colour;
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeRect(from, bbox.top + ratio, to - from, bbox.height - ratio);
    if (to - from > 14 * ratio) {
      ctx.font = `600 ${11 * ratio}px ${getComputedStyle(document.body).fontFamily}`;
      ctx.textBaseline = "top";
      ctx.textAlign = "left";
      ctx.fillText(letter, from + 4 * ratio, bbox.top + 4 * ratio);
    }
  };
  if (base) {
    frame(base, theme === "light" ? "#2f6db5" : "#7db0ee", "A");
  }
  if (selected) {
    frame(selected, theme === "light" ? "#b4530f" : "#f0a060", base ? "B" : "");
  }
  ctx.restore();
}
