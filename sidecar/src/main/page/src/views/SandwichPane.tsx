/** One function in the middle: who calls it above, what it calls below. */
import { useMemo } from "preact/hooks";
import type { SandwichAnswer } from "../api.ts";
import { canvasColours } from "../colours.ts";
import { FlameGraph } from "../graph/FlameGraph.tsx";
import { buildTree, functionAt, type Boxes } from "../graph/tree.ts";
import { shorten, visible } from "../names.ts";
import { formatRaw, formatShare, formatValue } from "../units.ts";
import { detailOf } from "./FlamePane.tsx";
import { describeBox, flameLook, patternOf, tipOf } from "./look.ts";
import type { PaneProps } from "./pane.ts";

interface Props extends PaneProps {
  readonly answer: SandwichAnswer;
  readonly seconds: number;
  readonly onOpen: (key: string) => void;
}

const LINES_SHOWN = 8;

export function SandwichPane({ answer, seconds, onOpen, ...props }: Props) {
  const { unit } = props;
  const { short, prefix } = shorten(answer.function);
  const lines = answer.lines.filter((line) => line.line > 0).slice(0, LINES_SHOWN);
  return (
    <div class="sandwich" style={{ gridTemplateRows: `minmax(90px, ${rowsOf(answer.callers)}fr) auto minmax(90px, ${rowsOf(answer.callees)}fr)` }}>
      <Half {...props} answer={answer} direction="up" seconds={seconds} onOpen={onOpen} />
      <div class="sandwich-middle">
        <span class="details-name" title={visible(answer.function.name)}>
          {prefix && <span class="prefix">{prefix} </span>}
          <b>{short}</b>
        </span>
        <span class="details-numbers" title={formatRaw(answer.total, unit)}>
          total <b>{formatShare(answer.total, answer.all)}</b> ({formatValue(answer.total, unit)}) · self <b>{formatShare(answer.self, answer.all)}</b> ({formatValue(answer.self, unit)})
        </span>
        {lines.length > 0 && (
          <span class="lines" title="source lines, with what was spent in them and below">
            {visible(answer.function.file.slice(answer.function.file.lastIndexOf("/") + 1))}{" "}
            {lines.map((line) => (
              <span key={line.line}>
                :{line.line} <b>{formatShare(line.total, answer.all)}</b>{" "}
              </span>
            ))}
          </span>
        )}
      </div>
      <Half {...props} answer={answer} direction="down" seconds={seconds} onOpen={onOpen} />
    </div>
  );
}

const MOST_ROWS = 24;

/** How much height each half is worth. */
function rowsOf(boxes: Boxes): number {
  let deepest = 0;
  for (const depth of boxes.depth) {
    deepest = Math.max(deepest, depth);
  }
  return Math.min(MOST_ROWS, deepest + 2);
}

function Half({ answer, direction, seconds, onOpen, ...props }: Props & { direction: "up" | "down" }) {
  const boxes = direction === "up" ? answer.callers : answer.callees;
  const tree = useMemo(() => buildTree(answer.functions, boxes), [answer, boxes]);
  const { state, theme, unit, kind } = props;
  const look = useMemo(
    () => flameLook({ tree, theme, colour: state.colour, search: patternOf(state.search), kind }),
    [tree, theme, state.colour, state.search, kind],
  );
  const isAlone = tree.size === 1;
  return (
    <section class="sandwich-half" aria-label={direction === "up" ? "Callers" : "Callees"}>
      <span class="half-title">{direction === "up" ? (isAlone ? "nothing calls it: it is a root" : "callers, as shares of the function") : isAlone ? "it calls nothing" : "callees"}</span>
      <FlameGraph
        label={direction === "up" ? "Callers. Arrows walk, Enter looks at the caller." : "Callees. Arrows walk, Enter looks at the callee."}
        tree={tree}
        direction={direction}
        zoomed={0}
        look={look}
        palette={canvasColours(theme)}
        fn=""
        describe={(box) => describeBox(tree, box, unit, answer.all, seconds)}
        tip={(box) => tipOf(detailOf(tree, box, answer.all, seconds), unit)}
        onZoom={(box) => box > 0 && onOpen(functionAt(tree, box).key)}
        onFocus={(box) => props.onDetail(detailOf(tree, box, answer.all, seconds), true)}
        onHover={(box) => props.onDetail(box < 0 ? null : detailOf(tree, box, answer.all, seconds), false)}
        onKey={(key, box) => props.onKey(key, functionAt(tree, box))}
      />
    </section>
  );
}
