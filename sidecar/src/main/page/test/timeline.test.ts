import assert from "node:assert/strict";
import { test } from "node:test";
import type { Series } from "../src/api.ts";
import { axisLabels, EMPTY_SCALE, stackSeries, steps } from "../src/parts/stack.ts";

const SERIES: Series = {
  unit: "nanoseconds",
  accumulation: "flow",
  notes: [],
  startMillis: 60_000,
  stepMillis: 10_000,
  points: 3,
  total: 45e9,
  coveredMillis: [10_000, 0, 5_000],
  totals: [30e9, null, 15e9],
  series: [
    { value: "checkout", rest: false, total: 25e9, values: [20e9, null, 5e9] },
    { value: null, rest: true, total: 20e9, values: [10e9, null, 10e9] },
  ],
};

test("series stand on each other, in values a second, with gaps where nothing was", () => {
  const { names, data } = stackSeries(SERIES);
  assert.deepEqual(names, ["checkout", "all others"]);
  assert.deepEqual(data, [
    [2e9, null, 1e9],
    [3e9, null, 3e9],
  ]);
});

test("an empty timeline has one label, which is nothing", () => {
  assert.deepEqual(axisLabels([0, 0.5, 1], EMPTY_SCALE, String), ["0", "", ""]);
  assert.deepEqual(axisLabels([0, 2e9], 3e9, String), ["0", "2000000000"]);
});

test("stocks are not divided by time", () => {
  assert.deepEqual(stackSeries({ ...SERIES, accumulation: "stock" }).data[1], [30e9, null, 15e9]);
});

test("a single window is a step as long as it took", () => {
  const { times, data } = steps(SERIES, stackSeries(SERIES).data);
  assert.equal(times.length, 6);
  assert.equal(times[0], 60);
  assert.ok(times[1]! > 69.99 && times[1]! < 70 && times[2] === 70);
  assert.deepEqual(data[0], [2e9, 2e9, null, null, 1e9, 1e9]);
});
