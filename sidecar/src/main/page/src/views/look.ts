/** How boxes look and what is said of them, in each view. */
import type { DiffAnswer } from "../api.ts";
import { changeInk, changeOf, frameInk, kindInk, kindWord, type ColourBy, type Theme } from "../colours.ts";
import type { Look, Shape } from "../graph/paint.ts";
import { functionAt, sharesOf, type FlameTree } from "../graph/tree.ts";
import { cut, visible } from "../names.ts";
import { formatPoints, formatRate, formatShare, formatValue, type Unit } from "../units.ts";

export interface LookOptions {
  readonly tree: FlameTree;
  readonly theme: Theme;
  readonly colour: ColourBy;
  readonly search: RegExp | null;
  /** The one kind of code that does not step back; empty for all. */
  readonly kind: string;
}

/** The pattern of the search field as the server reads it; null if it is empty or wrong. */
export function patternOf(search: string): RegExp | null {
  try {
    return search === "" ? null : new RegExp(search, "i");
  } catch {
    return null;
  }
}

/** Asked for each box at each drawing, so what depends on the function only is kept. */
export function flameLook({ tree, theme, colour, search, kind }: LookOptions): Look {
  const inks = tree.functions.map((fn) =>
    fn.type === "total" || fn.type === "group" ? kindInk(fn.type, theme) : frameInk(fn, colour, theme),
  );
  return {
    ink: (box) => inks[tree.boxes.function[box]!]!,
    dimmed: dimming(tree, search, kind),
    shape: () => null,
    note: (box) => formatShare(tree.boxes.total[box]!, tree.boxes.total[0]!),
  };
}

function dimming(tree: FlameTree, search: RegExp | null, kind: string): (box: number) => boolean {
  if (search === null && kind === "") {
    return () => false;
  }
  const dimmed = tree.functions.map((fn) => {
    const isOther = kind !== "" && fn.type !== kind;
    const isUnmatched = search !== null && (fn.type === "total" || !search.test(fn.name));
    return isOther || isUnmatched;
  });
  return (box) => dimmed[tree.boxes.function[box]!]!;
}

export interface Change {
  /** Comparable amounts of the two sides: shares, or values in a second. */
  readonly before: number;
  readonly after: number;
}

/** @param absolute compares values in a second instead of shares */
export function changeAt(tree: FlameTree, answer: DiffAnswer, box: number, absolute: boolean): Change {
  if (absolute) {
    const rate = (value: number, millis: number): number => (millis > 0 ? value / (answer.accumulation === "stock" ? 1 : millis) : 0);
    return {
      before: rate(tree.boxes.baseTotal?.[box] ?? 0, answer.baseCoveredMillis),
      after: rate(tree.boxes.total[box]!, answer.coveredMillis),
    };
  }
  const { now, base } = sharesOf(tree, box);
  return { before: base, after: now };
}

export function diffLook(options: LookOptions, answer: DiffAnswer, absolute: boolean): Look {
  const { tree, theme } = options;
  const shape = (box: number): Shape => {
    const before = tree.boxes.baseTotal?.[box] ?? 0;
    return before === 0 ? "new" : tree.boxes.total[box] === 0 ? "gone" : null;
  };
  return {
    ink: (box) => {
      const { before, after } = changeAt(tree, answer, box, absolute);
      return changeInk(changeOf(before, after), theme);
    },
    dimmed: dimming(tree, options.search, options.kind),
    shape,
    note: (box) => {
      const { now, base } = sharesOf(tree, box);
      return formatPoints(100 * (now - base));
    },
  };
}

/** One sentence with everything known of a box. */
export function describeBox(tree: FlameTree, box: number, unit: Unit, whole: number, seconds: number): string {
  const fn = functionAt(tree, box);
  const total = tree.boxes.total[box]!;
  const rate = formatRate(total, unit, seconds);
  const parts = [
    visible(cut(fn.name)),
    fn.type === "total" || fn.type === "group" ? "" : kindWord(fn.type),
    `total ${formatShare(total, whole)} (${[formatValue(total, unit), rate].filter(Boolean).join(", ")})`,
    `self ${formatShare(tree.boxes.self[box]!, whole)}`,
  ];
  if (tree.boxes.baseTotal) {
    const { now, base } = sharesOf(tree, box);
    parts.push(`change ${formatPoints(100 * (now - base))} points`);
  }
  return parts.filter(Boolean).join(", ");
}
