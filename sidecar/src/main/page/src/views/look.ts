/** How boxes look and what is said of them, in each view. */
import type { DiffAnswer } from "../api.ts";
import { changeInk, changeOf, frameInk, kindInk, kindWord, type ColourBy, type Theme } from "../colours.ts";
import type { Look, Shape } from "../graph/paint.ts";
import type { TipText } from "../graph/Tip.tsx";
import { functionAt, sharesOf, type FlameTree } from "../graph/tree.ts";
import { cut, visible } from "../names.ts";
import { formatPoints, formatRate, formatRaw, formatShare, formatValue, type Unit } from "../units.ts";
import type { Detail } from "./Details.tsx";

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

/** What is known of a detail, for the eye. */
export function tipOf({ fn, total, self, whole, seconds, change }: Detail, unit: Unit): TipText {
  const isFrame = fn.type !== "total" && fn.type !== "group";
  const amount = (value: number): string => [formatValue(value, unit), formatRate(value, unit, seconds)].filter(Boolean).join(" · ");
  const numbers = [{ label: "total", share: formatShare(total, whole), value: amount(total) }];
  if (isFrame) {
    numbers.push({ label: "self", share: formatShare(self, whole), value: amount(self) });
  }
  if (change) {
    const points = change.isNew ? "new" : change.isGone ? "gone" : `${formatPoints(100 * (change.after - change.before))} points`;
    numbers.push({ label: "before", share: formatShare(change.before, 1), value: "" }, { label: "now", share: formatShare(change.after, 1), value: points });
  }
  return {
    name: visible(cut(fn.name)),
    place: [isFrame ? kindWord(fn.type) : "", fn.file, fn.module].filter(Boolean).map(visible).join(" · "),
    numbers,
    raw: formatRaw(total, unit),
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
