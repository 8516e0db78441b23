import assert from "node:assert/strict";
import { test } from "node:test";
import { buildTree, findKey, positionOf, sharesOf, walk, type Boxes, type FlameTree } from "../src/graph/tree.ts";
import { hiddenFrom } from "../src/graph/paint.ts";
import { boxAt, ROW_HEIGHT, visitVisible, yOf, type Viewport } from "../src/graph/viewport.ts";
import type { FunctionInfo } from "../src/names.ts";

const fn = (name: string): FunctionInfo => ({ key: name, name, type: "native", file: "", module: "" });

/** total 100: a 60 (a1 30, self 20, hidden 10), b 40. */
const FUNCTIONS = ["total", "a", "a1", "b"].map(fn);
const BOXES: Boxes = {
  function: [0, 1, 2, 3],
  depth: [0, 1, 2, 1],
  total: [100, 60, 30, 40],
  self: [0, 20, 30, 40],
  hidden: [0, 10, 0, 0],
  key: ["r", "ka", "ka1", "kb"],
};

const viewOf = (tree: FlameTree, change: Partial<Viewport> = {}): Viewport => ({
  from: 0,
  to: 100,
  widthPixels: 1000,
  heightPixels: 400,
  scrollTop: 0,
  direction: "down",
  levels: tree.levels,
  ...change,
});

test("boxes stand side by side under their parent", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  assert.deepEqual([...tree.parent], [-1, 0, 1, 0]);
  assert.deepEqual([...tree.end], [4, 3, 3, 4]);
  assert.deepEqual([...tree.left], [0, 0, 0, 60]);
  assert.equal(tree.levels, 3);
});

test("hidden children stand behind the ones that are there", () => {
  assert.equal(hiddenFrom(buildTree(FUNCTIONS, BOXES), 1), 30);
});

test("arrows walk out, in, to brothers and cousins, and stop at the edge", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  assert.equal(walk(tree, 0, "in"), 1);
  assert.equal(walk(tree, 1, "right"), 3);
  assert.equal(walk(tree, 3, "left"), 1);
  assert.equal(walk(tree, 3, "right"), 3);
  assert.equal(walk(tree, 2, "out"), 1);
  assert.equal(walk(tree, 0, "out"), 0);
  assert.equal(walk(tree, 3, "in"), 3);
});

test("a place among brothers is counted from 1", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  assert.deepEqual(positionOf(tree, 3), { position: 2, count: 2 });
  assert.deepEqual(positionOf(tree, 0), { position: 1, count: 1 });
});

test("a box is found where it is drawn, hidden children as their parent", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  const view = viewOf(tree);
  assert.equal(boxAt(tree, view, 0, 500, 5), 0);
  assert.equal(boxAt(tree, view, 0, 500, ROW_HEIGHT + 5), 1);
  assert.equal(boxAt(tree, view, 0, 700, ROW_HEIGHT + 5), 3);
  assert.equal(boxAt(tree, view, 0, 100, 2 * ROW_HEIGHT + 5), 2);
  assert.equal(boxAt(tree, view, 0, 350, 2 * ROW_HEIGHT + 5), 1);
  assert.equal(boxAt(tree, view, 0, 500, 2 * ROW_HEIGHT + 5), -1);
  assert.equal(boxAt(tree, view, 0, 700, 2 * ROW_HEIGHT + 5), -1);
});

test("zoomed in, the ancestors fill the width and can be pointed at", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  const view = viewOf(tree, { from: 0, to: 60 });
  assert.equal(boxAt(tree, view, 1, 990, 5), 0);
  assert.equal(boxAt(tree, view, 1, 990, ROW_HEIGHT + 5), 1);
});

test("callers grow upwards", () => {
  const tree = buildTree(FUNCTIONS, BOXES);
  const view = viewOf(tree, { direction: "up" });
  assert.equal(yOf(view, 0), 2 * ROW_HEIGHT);
  assert.equal(boxAt(tree, view, 0, 100, 5), 2);
});

test("an answer to a zoom has its ancestors before the visible root", () => {
  const zoomed = buildTree(
    FUNCTIONS,
    { function: [0, 1, 2], depth: [0, 1, 2], total: [100, 60, 30], self: [0, 20, 30], hidden: [40, 10, 0], key: ["r", "ka", "ka1"] },
    1,
  );
  assert.equal(zoomed.visible, 1);
  assert.equal(findKey(zoomed, "ka"), 1);
  assert.equal(findKey(zoomed, "nothing"), -1);
  assert.equal(zoomed.left[1], 0);
});

test("a comparison is as wide as both sides by their weight, and its shares are of the visible root", () => {
  const tree = buildTree(FUNCTIONS, { ...BOXES, baseTotal: [50, 0, 0, 50], baseSelf: [0, 0, 0, 50], baseHidden: [0, 0, 0, 0] }, 0, { now: 1 / 100, base: 1 / 50 });
  assert.ok(Math.abs(tree.width[0]! - 2) < 1e-12);
  assert.ok(Math.abs(tree.width[3]! - 1.4) < 1e-12);
  assert.deepEqual(sharesOf(tree, 3), { now: 0.4, base: 1 });
});

test("only what is on the screen is visited, slivers once a pixel", () => {
  const children = 70_000;
  const tree = buildTree([fn("total"), fn("c")], {
    function: [0, ...new Array<number>(children).fill(1)],
    depth: [0, ...new Array<number>(children).fill(1)],
    total: [children, ...new Array<number>(children).fill(1)],
    self: [0, ...new Array<number>(children).fill(1)],
    hidden: new Array<number>(children + 1).fill(0),
    key: new Array<string>(children + 1).fill("k"),
  });
  let visits = 0;
  visitVisible(tree, viewOf(tree, { to: children }), 0, () => visits++);
  assert.ok(visits > 1000 && visits < 2500, String(visits));
});

test("a stack of 30,000 frames is built, drawn in part, and walked without recursion", () => {
  const depth = 30_000;
  const ones = new Array<number>(depth).fill(1);
  const tree = buildTree([fn("f")], { function: new Array<number>(depth).fill(0), depth: ones.map((_, i) => i), total: ones, self: ones.map((_, i) => (i === depth - 1 ? 1 : 0)), hidden: ones.map(() => 0), key: ones.map((_, i) => String(i)) });
  assert.equal(tree.levels, depth);
  const seen: number[] = [];
  visitVisible(tree, viewOf(tree, { to: 1, scrollTop: 20_000 * ROW_HEIGHT }), 0, (box) => seen.push(box));
  assert.ok(seen.length < 30 && seen.includes(20_000), String(seen.length));
  assert.equal(boxAt(tree, viewOf(tree, { to: 1, scrollTop: 20_000 * ROW_HEIGHT }), 0, 500, 5), 20_000);
});

test("200,000 boxes are built", () => {
  const n = 200_000;
  const depths = Array.from({ length: n }, (_, i) => (i === 0 ? 0 : 1 + ((i - 1) % 20)));
  const tree = buildTree([fn("f")], { function: depths.map(() => 0), depth: depths, total: depths.map(() => 1), self: depths.map(() => 0), hidden: depths.map(() => 0), key: depths.map(() => "k") });
  assert.equal(tree.size, n);
  assert.equal(tree.end[0], n);
});
