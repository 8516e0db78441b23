/** The flame graph of the selection. */
import { useMemo } from "preact/hooks";
import type { FlameAnswer } from "../api.ts";
import { canvasColours } from "../colours.ts";
import { FlameGraph } from "../graph/FlameGraph.tsx";
import { buildTree, findKey, functionAt, type FlameTree } from "../graph/tree.ts";
import { shorten } from "../names.ts";
import { formatRate, formatShare, formatValue, type Unit } from "../units.ts";
import type { Detail } from "./Details.tsx";
import { describeBox, flameLook, patternOf, tipOf } from "./look.ts";
import type { PaneProps } from "./pane.ts";

export function FlamePane({ answer, ...props }: PaneProps & { answer: FlameAnswer }) {
  const tree = useMemo(() => buildTree(answer.functions, answer.boxes, answer.visible), [answer]);
  const { state, theme, unit, kind } = props;
  const look = useMemo(
    () => flameLook({ tree, theme, colour: state.colour, search: patternOf(state.search), kind }),
    [tree, theme, state.colour, state.search, kind],
  );
  const seconds = answer.coveredMillis / 1000;
  const found = state.zoom ? findKey(tree, state.zoom) : 0;
  const detail = (box: number, inHidden: boolean): Detail => (inHidden ? hiddenDetail : detailOf)(tree, box, answer.total, seconds);
  return (
    <FlameGraph
      label="Flame graph. Arrows walk, Enter zooms, Escape steps out."
      tree={tree}
      direction="down"
      zoomed={found >= 0 ? found : tree.visible}
      look={look}
      palette={canvasColours(theme)}
      fn={state.fn}
      describe={(box) => describeBox(tree, box, unit, answer.total, seconds)}
      tip={(box, inHidden) => tipOf(detail(box, inHidden), unit)}
      onZoom={(box, inHidden) => zoomTo(tree, box, inHidden, props)}
      onFocus={(box) => props.onDetail(detail(box, false), true)}
      onHover={(box, inHidden) => props.onDetail(box < 0 ? null : detail(box, inHidden), false)}
      onKey={(key, box) => props.onKey(key, functionAt(tree, box))}
    />
  );
}

export function detailOf(tree: FlameTree, box: number, whole: number, seconds: number): Detail {
  return {
    fn: functionAt(tree, box),
    total: tree.boxes.total[box]!,
    self: tree.boxes.self[box]!,
    whole,
    seconds,
    change: null,
  };
}

/** Too small frames of the box that fills the width already can only be asked for one by one. */
export function zoomTo(tree: FlameTree, box: number, inHidden: boolean, pane: PaneProps): void {
  const key = box === 0 ? "" : tree.boxes.key[box]!;
  if (inHidden && key === pane.state.zoom) {
    pane.onDetailed();
  } else {
    pane.onZoom(key);
  }
}

export function hiddenDetail(tree: FlameTree, box: number, whole: number, seconds: number): Detail {
  const parent = shorten(functionAt(tree, box)).short;
  const fn = { key: "", name: `frames below ${parent} that are too small for this width`, type: "group", file: "", module: "" };
  return { fn, total: tree.boxes.hidden[box]!, self: 0, whole, seconds, change: null };
}

/** The line above the graph: how much there is, of what, and what the search finds. */
export function flameSummary(answer: FlameAnswer, unit: Unit): string {
  const rate = formatRate(answer.total, unit, answer.coveredMillis / 1000);
  const total = unit.accumulation === "stock" ? `${formatValue(answer.total, unit)}, average over the range` : [rate, formatValue(answer.total, unit)].filter(Boolean).join(" · ");
  return total;
}

export function searchSummary(found: { total: number; functions: number } | null, whole: number, unit: Unit): string {
  if (!found) {
    return "";
  }
  const functions = `${found.functions} function${found.functions === 1 ? "" : "s"}`;
  return `${formatShare(found.total, whole)} found (${formatValue(found.total, unit)}, ${functions})`;
}
