/** Which part of a tree is shown where: from value and depth to pixels and back. */
import type { FlameTree } from "./tree.ts";

export const ROW_HEIGHT = 21;
/** Narrower boxes are drawn as grey slivers without what is below them. */
export const MIN_FRAME_PIXELS = 0.5;

/** Callees hang down from the root; callers stand on it. */
export type Direction = "down" | "up";

export interface Viewport {
  /** Weighted values at the left and right edge. */
  readonly from: number;
  readonly to: number;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Pixels that are scrolled out at the top. */
  readonly scrollTop: number;
  readonly direction: Direction;
  /** Rows of the whole tree. */
  readonly levels: number;
}

export function scaleOf(view: Viewport): number {
  return view.widthPixels / Math.max(view.to - view.from, Number.MIN_VALUE);
}

export function xOf(view: Viewport, value: number): number {
  return (value - view.from) * scaleOf(view);
}

export function yOf(view: Viewport, depth: number): number {
  const row = view.direction === "down" ? depth : view.levels - 1 - depth;
  return row * ROW_HEIGHT - view.scrollTop;
}

export function depthAt(view: Viewport, y: number): number {
  const row = Math.floor((y + view.scrollTop) / ROW_HEIGHT);
  return view.direction === "down" ? row : view.levels - 1 - row;
}

/** The box at that place, or -1; among hidden children the box that they are hidden in. */
export function boxAt(tree: FlameTree, view: Viewport, zoomed: number, x: number, y: number): number {
  const depth = depthAt(view, y);
  if (depth < 0 || x < 0 || x > view.widthPixels || tree.size === 0) {
    return -1;
  }
  if (depth <= tree.boxes.depth[zoomed]!) {
    let above = zoomed;
    while (tree.boxes.depth[above]! > depth) {
      above = tree.parent[above]!;
    }
    return above;
  }
  return below(tree, zoomed, depth, view.from + x / scaleOf(view));
}

function below(tree: FlameTree, zoomed: number, depth: number, value: number): number {
  let deepest = zoomed;
  for (let i = zoomed; i < tree.end[zoomed]!; ) {
    const misses = value < tree.left[i]! || value >= tree.left[i]! + tree.width[i]!;
    if (misses) {
      i = tree.end[i]!;
    } else if (tree.boxes.depth[i] === depth) {
      return i;
    } else {
      deepest = i;
      i++;
    }
  }
  const isParent = tree.boxes.depth[deepest] === depth - 1;
  return isParent && isInHidden(tree, deepest, value) ? deepest : -1;
}

function isInHidden(tree: FlameTree, box: number, value: number): boolean {
  let from = tree.left[box]!;
  for (let child = box + 1; child < tree.end[box]!; child = tree.end[child]!) {
    from = tree.left[child]! + tree.width[child]!;
  }
  return value >= from && value < from + tree.hidden[box]!;
}

/** Visits the boxes that are seen, parents first; too narrow ones once, without those below. */
export function visitVisible(
  tree: FlameTree,
  view: Viewport,
  zoomed: number,
  visit: (box: number, x: number, width: number, narrow: boolean) => void,
): void {
  const scale = scaleOf(view);
  const ends = [depthAt(view, 0), depthAt(view, view.heightPixels - 1)];
  // The row above the first: what is hidden in a box is drawn one row further.
  const first = Math.min(...ends) - 1;
  const last = Math.max(...ends);
  // Of thousands of slivers on one pixel one is drawn.
  let sliver = -1;
  let sliverDepth = -1;
  for (let i = zoomed; i < tree.end[zoomed]!; ) {
    const width = tree.width[i]! * scale;
    const x = xOf(view, tree.left[i]!);
    const depth = tree.boxes.depth[i]!;
    const outside = x >= view.widthPixels || x + width <= 0;
    const narrow = width < MIN_FRAME_PIXELS;
    const pixel = Math.floor(x * 2);
    const drawn = narrow && pixel === sliver && depth === sliverDepth;
    if (!outside && !drawn && depth >= first && depth <= last) {
      visit(i, x, width, narrow);
    }
    if (narrow) {
      sliver = pixel;
      sliverDepth = depth;
    }
    i = outside || narrow || depth >= last ? tree.end[i]! : i + 1;
  }
}
