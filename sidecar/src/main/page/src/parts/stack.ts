/** What the timeline draws: series on top of each other, in steps. */
import type { Series } from "../api.ts";

/** Name of the series that sums what is too small for one of its own. */
export const REST = "all others";

/** Height of a timeline without a value: a nanosecond or a byte, which no real one is as small as. */
export const EMPTY_SCALE = 1;

/** What stands beside the lines; without a value only the lowest means anything. */
export function axisLabels(splits: readonly number[], max: number | null | undefined, format: (value: number) => string): string[] {
  return splits.map((value) => (max === EMPTY_SCALE && value > 0 ? "" : format(value)));
}

/**
 * Values a second (or as they are, for stocks) of each series, from the largest downwards, each on
 * top of those before it.
 */
export function stackSeries(series: Series): { names: string[]; data: (number | null)[][] } {
  const stock = series.accumulation === "stock";
  const sums = new Array<number>(series.points).fill(0);
  const names: string[] = [];
  const data: (number | null)[][] = [];
  for (const one of series.series) {
    names.push(one.rest ? REST : one.value ?? "");
    data.push(
      one.values.map((value, i) => {
        if (series.totals[i] === null || series.totals[i] === undefined) {
          return null;
        }
        const seconds = stock ? 1 : (series.coveredMillis[i] ?? 0) / 1000;
        sums[i]! += seconds > 0 ? (value ?? 0) / seconds : 0;
        return sums[i]!;
      }),
    );
  }
  return { names, data };
}

/** How far before the next point a step ends, in parts of the step: two points cannot share a time. */
const EDGE = 1e-6;

/** Each point as a step of its full length: a single window is seen too, and nothing is made up between two. */
export function steps(series: Series, data: readonly (number | null)[][]): { times: number[]; data: (number | null)[][] } {
  const seconds = series.stepMillis / 1000;
  const times: number[] = [];
  for (let i = 0; i < series.points; i++) {
    const start = series.startMillis / 1000 + i * seconds;
    times.push(start, start + seconds * (1 - EDGE));
  }
  return { times, data: data.map((values) => values.flatMap((value) => [value, value])) };
}
