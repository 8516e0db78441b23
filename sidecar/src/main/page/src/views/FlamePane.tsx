/** The flame graph of the selection. */
import { useMemo } from "preact/hooks";
import type { FlameAnswer } from "../api.ts";
import { canvasColours } from "../colours.ts";
import { FlameGraph } from "../graph/FlameGraph.tsx";
import { buildTree, findKey, functionAt, type FlameTree } from "../graph/tree.ts";
import { formatRate, formatShare, formatValue, type Unit } from "../units.ts";
import type { Detail } from "./Details.tsx";
import { describeBox, flameLook, patternOf } from "./look.ts";
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
      onZoom={(box) => props.onZoom(box === 0 ? "" : tree.boxes.key[box]!)}
      onFocus={(box) => props.onDetail(detailOf(tree, box, answer.total, seconds), true)}
      onHover={(box) => props.onDetail(box < 0 ? null : detailOf(tree, box, answer.total, seconds), false)}
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
