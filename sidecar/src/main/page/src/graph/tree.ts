/**
 * A flame graph in arrays: one entry a box, parents before children, what is below a box in one run
 * behind it. Nothing here recurses: a stack may be 30,000 frames deep, a box may have 70,000
 * children.
 */
import type { FunctionInfo } from "../names.ts";

/** Boxes as the API sends them, depth first; all columns have one length. */
export interface Boxes {
  readonly function: readonly number[];
  readonly depth: readonly number[];
  readonly total: readonly number[];
  readonly self: readonly number[];
  readonly hidden: readonly number[];
  readonly key: readonly string[];
  readonly matched?: readonly number[];
  readonly hiddenMatched?: readonly number[];
  readonly baseTotal?: readonly number[];
  readonly baseSelf?: readonly number[];
  readonly baseHidden?: readonly number[];
  readonly baseMatched?: readonly number[];
  readonly baseHiddenMatched?: readonly number[];
}

/** How much of the width of a box each side of a comparison has, for each unit of its value. */
export interface Weights {
  readonly now: number;
  readonly base: number;
}

export interface FlameTree {
  readonly functions: readonly FunctionInfo[];
  readonly boxes: Boxes;
  readonly size: number;
  /** The box that fills the width; those before it are its ancestors, one a depth. */
  readonly visible: number;
  readonly parent: Int32Array;
  /** One past the last box below. */
  readonly end: Int32Array;
  /** Where a box begins, how wide it is, how much of that is hidden; in weighted values. */
  readonly left: Float64Array;
  readonly width: Float64Array;
  readonly hidden: Float64Array;
  /** Depth of the deepest box, and one. */
  readonly levels: number;
}

const ONE_SIDE: Weights = { now: 1, base: 0 };

export function buildTree(
  functions: readonly FunctionInfo[],
  boxes: Boxes,
  visible = 0,
  weights: Weights = ONE_SIDE,
): FlameTree {
  const size = boxes.depth.length;
  const parent = new Int32Array(size);
  const end = new Int32Array(size);
  const left = new Float64Array(size);
  const used = new Float64Array(size);
  const width = weigh(boxes.total, boxes.baseTotal, weights);
  const hidden = weigh(boxes.hidden, boxes.baseHidden, weights);
  /** The box of each depth that is open; those deeper than the current one are over. */
  const open: number[] = [];
  let levels = 0;
  for (let i = 0; i < size; i++) {
    const depth = boxes.depth[i]!;
    for (let d = depth; d < open.length; d++) {
      end[open[d]!] = i;
    }
    open.length = depth + 1;
    open[depth] = i;
    const above = depth > 0 ? open[depth - 1]! : -1;
    parent[i] = above;
    if (above >= 0) {
      left[i] = left[above]! + used[above]!;
      used[above]! += width[i]!;
    }
    levels = Math.max(levels, depth + 1);
  }
  for (const box of open) {
    end[box] = size;
  }
  return { functions, boxes, size, visible, parent, end, left, width, hidden, levels };
}

function weigh(now: readonly number[], base: readonly number[] | undefined, weights: Weights): Float64Array {
  const weighed = new Float64Array(now.length);
  for (let i = 0; i < now.length; i++) {
    weighed[i] = now[i]! * weights.now + (base === undefined ? 0 : base[i]! * weights.base);
  }
  return weighed;
}

export function functionAt(tree: FlameTree, box: number): FunctionInfo {
  return tree.functions[tree.boxes.function[box]!]!;
}

/** The box with that key, or -1. */
export function findKey(tree: FlameTree, key: string): number {
  return tree.boxes.key.indexOf(key);
}

export type Step = "out" | "in" | "left" | "right";

/** The box that an arrow key leads to; the same one at the edge. */
export function walk(tree: FlameTree, box: number, step: Step): number {
  switch (step) {
    case "out":
      return Math.max(tree.parent[box]!, 0);
    case "in":
      return widestChild(tree, box);
    case "left":
      return before(tree, box);
    case "right":
      return after(tree, box);
  }
}

function widestChild(tree: FlameTree, box: number): number {
  let best = box;
  for (let child = box + 1; child < tree.end[box]!; child = tree.end[child]!) {
    if (best === box || tree.width[child]! > tree.width[best]!) {
      best = child;
    }
  }
  return best;
}

/** Next box of the same depth, brother or cousin. */
function after(tree: FlameTree, box: number): number {
  const depth = tree.boxes.depth[box]!;
  for (let i = tree.end[box]!; i < tree.size; i++) {
    if (tree.boxes.depth[i] === depth) {
      return i;
    }
  }
  return box;
}

function before(tree: FlameTree, box: number): number {
  const depth = tree.boxes.depth[box]!;
  for (let i = box - 1; i > 0; i--) {
    if (tree.boxes.depth[i] === depth) {
      return i;
    }
  }
  return box;
}

/** Position among brothers, from 1, and their number: for screen readers. */
export function positionOf(tree: FlameTree, box: number): { position: number; count: number } {
  const above = tree.parent[box]!;
  if (above < 0) {
    return { position: 1, count: 1 };
  }
  let position = 0;
  let count = 0;
  for (let child = above + 1; child < tree.end[above]!; child = tree.end[child]!) {
    count++;
    if (child === box) {
      position = count;
    }
  }
  return { position, count };
}

/** Share of a box in the visible root, of the right and of the left side; 0 where a side is empty. */
export function sharesOf(tree: FlameTree, box: number): { now: number; base: number } {
  const { total, baseTotal } = tree.boxes;
  const share = (values: readonly number[] | undefined): number => {
    const whole = values?.[tree.visible] ?? 0;
    return whole > 0 ? values![box]! / whole : 0;
  };
  return { now: share(total), base: share(baseTotal) };
}
