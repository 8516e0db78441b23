import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonOf, selectionOf } from "../src/api.ts";
import { baseSpan, fixTimes, formatCondition, formatState, INITIAL, parseCondition, parseState, shownSpan, timelineSpan, type State } from "../src/state.ts";

const NOW = 1_764_412_800_000;
const FULL: State = {
  view: "diff",
  services: ["checkout", 'a"b\\c,d}'],
  type: "alloc_space:bytes:space:bytes",
  filters: ["path=/conversations/{id}", 'q=a"b\\c,d}', "naïve!=x=y", "k8s.pod.name=~shop-.*"],
  from: "1764410000000",
  until: "1764412000000",
  selected: [1_764_411_000_000, 1_764_411_500_000],
  base: { from: "1764400000000", until: "1764401000000", services: [], filters: ["env=staging"] },
  search: "(?<x>Hash|Tree)Map&=+",
  focus: "5d0e77a1b2c3d4e5",
  zoom: "a1b2c3d4e5f60718",
  fn: "83c1f0a92d4e5b17",
  colour: "package",
  live: false,
  zone: "utc",
  absolute: true,
  detailed: true,
  sort: "total",
  ascending: true,
};

test("the start has an empty query", () => {
  assert.equal(formatState(INITIAL), "");
  assert.deepEqual(parseState(""), INITIAL);
});

test("everything survives the address", () => {
  assert.deepEqual(parseState(formatState(FULL)), FULL);
});

test("no filter on the other side is not the same as the filters of this side", () => {
  const none: State = { ...FULL, base: { ...FULL.base, filters: [] } };
  const same: State = { ...FULL, base: { ...FULL.base, filters: null } };
  assert.deepEqual(parseState(formatState(none)).base.filters, []);
  assert.equal(parseState(formatState(same)).base.filters, null);
  const span = { from: 1, until: 2 };
  assert.deepEqual(comparisonOf(none, span, span).getAll("baseFilter"), [""]);
  assert.deepEqual(comparisonOf(same, span, span).getAll("baseFilter"), []);
});

test("what an address must not hold is ignored", () => {
  const state = parseState("?view=evil&zoom=<script>&select=9-3&sort=x&from=");
  assert.deepEqual(state, INITIAL);
});

test("a fixed range is not live", () => {
  assert.equal(parseState("?from=1&until=2").live, false);
  assert.equal(parseState("?from=now-1h").live, true);
  assert.equal(parseState("?live=off").live, false);
});

test("a shared link holds the times that were seen", () => {
  const span = timelineSpan(INITIAL, NOW);
  const shared = parseState(formatState(fixTimes(INITIAL, span)));
  assert.equal(shared.from, String(NOW - 900_000));
  assert.deepEqual(timelineSpan(shared, NOW + 86_400_000), span);
});

test("every request has all of the selection", () => {
  const q = selectionOf(FULL, { from: 1, until: 2 });
  assert.deepEqual(q.getAll("filter"), FULL.filters);
  assert.deepEqual(q.getAll("service"), FULL.services);
  assert.equal(q.get("type"), FULL.type);
});

test("compared is by default with the same length before, and with the same time for other labels", () => {
  const shown = shownSpan(INITIAL, timelineSpan(INITIAL, NOW));
  assert.deepEqual(baseSpan(INITIAL, shown, NOW), { from: NOW - 1_800_000, until: NOW - 900_000 });
  const labels: State = { ...INITIAL, base: { ...INITIAL.base, services: ["cart"] } };
  assert.deepEqual(baseSpan(labels, shown, NOW), shown);
});

test("a range that cannot be read is the last quarter of an hour", () => {
  assert.deepEqual(timelineSpan({ ...INITIAL, from: "yesterday" }, NOW), { from: NOW - 900_000, until: NOW });
});

test("conditions are taken apart and put together", () => {
  for (const text of ["a=b", "a=", "a!=b=c", "a=~b.*", "a!~b", "k\\=1=v", 'q=a"b\\c,d}']) {
    const condition = parseCondition(text)!;
    assert.equal(formatCondition(condition), text);
  }
  assert.deepEqual(parseCondition("k\\=1=v"), { key: "k=1", operator: "=", value: "v" });
  assert.equal(parseCondition("nothing"), null);
  assert.equal(parseCondition("=x"), null);
});

test("a value that begins with a tilde is matched as it stands", () => {
  assert.equal(formatCondition({ key: "path", operator: "=", value: "~a.b" }), "path=~~a\\.b");
});
