import assert from "node:assert/strict";
import { test } from "node:test";
import { axisDistances, formatPerSecond, formatPoints, formatRate, formatRaw, formatShare, formatValue, type Unit } from "../src/units.ts";

const CPU: Unit = { type: "cpu", unit: "nanoseconds", accumulation: "flow" };
const DELAY: Unit = { type: "delay", unit: "nanoseconds", accumulation: "flow" };
const ALLOCATED: Unit = { type: "alloc_space", unit: "bytes", accumulation: "flow" };
const IN_USE: Unit = { type: "inuse_space", unit: "bytes", accumulation: "stock" };
const COUNT: Unit = { type: "contentions", unit: "count", accumulation: "flow" };
const OWN: Unit = { type: "queries", unit: "queries", accumulation: "flow" };

test("time is read in the unit that fits", () => {
  assert.equal(formatValue(0, CPU), "0 s");
  assert.equal(formatValue(850, CPU), "850 ns");
  assert.equal(formatValue(12_340, CPU), "12.3 µs");
  assert.equal(formatValue(4_200_000, CPU), "4.2 ms");
  assert.equal(formatValue(1_230_000_000, CPU), "1.23 s");
  assert.equal(formatValue(412e9, CPU), "412 s");
  assert.equal(formatValue(4_272e9, CPU), "71.2 min");
  assert.equal(formatValue(40_000e9, CPU), "11.1 h");
});

test("bytes are read by powers of 1024", () => {
  assert.equal(formatValue(512, ALLOCATED), "512 B");
  assert.equal(formatValue(1536, ALLOCATED), "1.5 KiB");
  assert.equal(formatValue(73_400_320, IN_USE), "70 MiB");
  assert.equal(formatValue(999 * 2 ** 20, IN_USE), "999 MiB");
  assert.equal(formatValue(1004 * 2 ** 20, IN_USE), "0.98 GiB");
  assert.equal(formatValue(3 * 2 ** 30, IN_USE), "3 GiB");
});

test("counts and unknown units have thousands separated", () => {
  assert.equal(formatValue(1_234_567, COUNT), "1,234,567");
  assert.equal(formatValue(1_234_567, OWN), "1,234,567");
});

test("a rate of CPU is cores, of other times a share of the clock, of bytes bytes a second", () => {
  assert.equal(formatRate(128.4e9, CPU, 900), "0.143 cores");
  assert.equal(formatRate(45e9, CPU, 10), "4.5 cores");
  assert.equal(formatRate(10e9, CPU, 10), "1 core");
  assert.equal(formatRate(2e9, DELAY, 10), "200 ms/s");
  assert.equal(formatRate(10 * 2 ** 20, ALLOCATED, 10), "1 MiB/s");
  assert.equal(formatRate(50, COUNT, 10), "5/s");
});

test("a stock has no rate", () => {
  assert.equal(formatRate(1024, IN_USE, 10), "");
  assert.equal(formatPerSecond(2048, IN_USE), "2 KiB");
});

test("no time, no rate", () => {
  assert.equal(formatRate(1e9, CPU, 0), "");
});

test("shares have one decimal, and a small one is not nothing", () => {
  assert.equal(formatShare(312, 1000), "31.2 %");
  assert.equal(formatShare(1, 100_000), "<0.1 %");
  assert.equal(formatShare(0, 100), "0.0 %");
  assert.equal(formatShare(5, 0), "–");
});

test("changes have a sign", () => {
  assert.equal(formatPoints(3.21), "+3.2");
  assert.equal(formatPoints(-0.4), "−0.4");
  assert.equal(formatPoints(0.01), "±0.0");
});

test("the raw value has its own unit", () => {
  assert.equal(formatRaw(128_400_000_000, CPU), "128,400,000,000 nanoseconds");
  assert.equal(formatRaw(12, COUNT), "12 samples");
});

test("lines of an axis of bytes are round in the units that stand beside them", () => {
  const distances = axisDistances(ALLOCATED)!;
  assert.ok(distances.includes(20 * 2 ** 20));
  assert.ok(!distances.includes(20_000_000));
  assert.deepEqual(distances, [...distances].sort((a, b) => a - b));
  assert.equal(axisDistances({ type: "cpu", unit: "nanoseconds", accumulation: "flow" }), null);
});
