/** Two selections in one graph: as wide as both together, coloured by what changed. */
import { useMemo } from "preact/hooks";
import type { DiffAnswer } from "../api.ts";
import { canvasColours, changeInk, type Theme } from "../colours.ts";
import { FlameGraph } from "../graph/FlameGraph.tsx";
import { buildTree, findKey, functionAt, sharesOf, type FlameTree, type Weights } from "../graph/tree.ts";
import type { Detail } from "./Details.tsx";
import { hiddenDetail, zoomTo } from "./FlamePane.tsx";
import { describeBox, diffLook, patternOf, tipOf } from "./look.ts";
import type { PaneProps } from "./pane.ts";

/** Both sides have the same say in the width: by share, or by value in a second. */
function weightsOf(answer: DiffAnswer, absolute: boolean): Weights {
  const part = (whole: number): number => (whole > 0 ? 1 / whole : 0);
  if (absolute) {
    return answer.accumulation === "stock"
      ? { now: 1, base: 1 }
      : { now: part(answer.coveredMillis), base: part(answer.baseCoveredMillis) };
  }
  return {
    now: part(answer.boxes.total[answer.visible] ?? 0),
    base: part(answer.boxes.baseTotal?.[answer.visible] ?? 0),
  };
}

export function DiffPane({ answer, ...props }: PaneProps & { answer: DiffAnswer }) {
  const { state, theme, unit, kind } = props;
  const tree = useMemo(
    () => buildTree(answer.functions, answer.boxes, answer.visible, weightsOf(answer, state.absolute)),
    [answer, state.absolute],
  );
  const look = useMemo(
    () => diffLook({ tree, theme, colour: state.colour, search: patternOf(state.search), kind }, answer, state.absolute),
    [tree, theme, state.search, state.absolute, kind],
  );
  const seconds = answer.coveredMillis / 1000;
  const found = state.zoom ? findKey(tree, state.zoom) : 0;
  const detail = (box: number, inHidden: boolean): Detail =>
    inHidden ? hiddenDetail(tree, box, answer.total, seconds) : diffDetail(tree, box, answer, seconds);
  return (
    <FlameGraph
      label="Flame graph of the difference. Arrows walk, Enter zooms, Escape steps out."
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

function diffDetail(tree: FlameTree, box: number, answer: DiffAnswer, seconds: number): Detail {
  const { now, base } = sharesOf(tree, box);
  const { boxes } = tree;
  return {
    fn: functionAt(tree, box),
    total: boxes.total[box]!,
    self: boxes.self[box]!,
    whole: answer.total,
    seconds,
    change: { before: base, after: now, isNew: boxes.baseTotal?.[box] === 0, isGone: boxes.total[box] === 0 },
  };
}

const STEPS = [-1, -0.6, -0.3, 0, 0.3, 0.6, 1];

export function DiffLegend({ theme }: { theme: Theme }) {
  return (
    <span class="diff-legend" role="img" aria-label="Blue has a smaller share than before, orange a larger one">
      less
      {STEPS.map((step) => (
        <span key={step} class="diff-step" style={{ background: changeInk(step, theme).fill }} />
      ))}
      more
    </span>
  );
}
