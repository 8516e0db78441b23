/** A flame graph that is looked at by mouse, touch, keyboard or screen reader. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { fontOf, Painter, type Look, type Palette } from "./paint.ts";
import { TextFitter } from "./text.ts";
import { placeTip, Tip, type TipText } from "./Tip.tsx";
import { positionOf, walk, type FlameTree, type Step } from "./tree.ts";
import { boxAt, depthAt, ROW_HEIGHT, yOf, type Direction, type Viewport } from "./viewport.ts";

interface Props {
  readonly label: string;
  readonly tree: FlameTree;
  readonly direction: Direction;
  /** Box that fills the width. */
  readonly zoomed: number;
  readonly look: Look;
  readonly palette: Palette;
  /** Key of the function whose boxes are outlined. */
  readonly fn: string;
  /** Full text of a box, for screen readers. */
  readonly describe: (box: number) => string;
  /** The same for the eye, beside the pointer. */
  readonly tip: (box: number, inHidden: boolean) => TipText;
  /** @param inHidden whether it was not the box itself, but its children that were too small */
  readonly onZoom: (box: number, inHidden: boolean) => void;
  readonly onFocus: (box: number) => void;
  readonly onHover: (box: number, inHidden: boolean) => void;
  /** Further keys, with the box that has the focus. */
  readonly onKey: (key: string, box: number) => boolean;
}

const ZOOM_MILLIS = 140;
const ARROWS: Record<string, Record<Direction, Step>> = {
  ArrowUp: { down: "out", up: "in" },
  ArrowDown: { down: "in", up: "out" },
  ArrowLeft: { down: "left", up: "left" },
  ArrowRight: { down: "right", up: "right" },
};

interface Range {
  readonly from: number;
  readonly to: number;
}

export function FlameGraph(props: Props) {
  const { tree, direction, zoomed } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hovered, setHovered] = useState(-1);
  const [inHidden, setInHidden] = useState(false);
  const pointer = useRef({ x: 0, y: 0 });
  const tip = useRef<HTMLDivElement>(null);
  const focusKey = useRef("");
  const [focused, setFocused] = useState(-1);
  const fitter = useFitter();
  const range = useZoomMotion(tree, zoomed);
  const draw = useRef(() => {});

  const viewOf = (): Viewport => ({
    ...range.current(),
    widthPixels: size.width,
    heightPixels: size.height,
    scrollTop: scroller.current?.scrollTop ?? 0,
    direction,
    levels: shownLevels(tree, direction, size.height),
  });

  draw.current = () => {
    const element = canvas.current;
    if (!element || size.width === 0) {
      return;
    }
    const context = prepare(element, size);
    new Painter(context, fitter, props.palette, props.look).paint(tree, viewOf(), zoomed, {
      hovered,
      focused,
      fn: props.fn,
    });
  };
  useLayoutEffect(() => draw.current());
  useEffect(() => range.onFrame(() => draw.current()), []);

  useLayoutEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => placeTip(tip.current, pointer.current), [hovered, inHidden]);

  // A new tree: the same box keeps the focus, and callers begin at the bottom.
  useLayoutEffect(() => {
    setFocused(focusKey.current === "" ? -1 : tree.boxes.key.indexOf(focusKey.current));
    setHovered(-1);
  }, [tree]);
  useLayoutEffect(() => {
    if (direction === "up") {
      scroller.current!.scrollTop = scroller.current!.scrollHeight;
    }
  }, [tree.levels, size.height, direction]);

  const at = (event: MouseEvent): { box: number; hidden: boolean } => {
    const bounds = canvas.current!.getBoundingClientRect();
    const y = event.clientY - bounds.top;
    const box = boxAt(tree, viewOf(), zoomed, event.clientX - bounds.left, y);
    return { box, hidden: box >= 0 && depthAt(viewOf(), y) > tree.boxes.depth[box]! };
  };
  const hover = (box: number, hidden: boolean): void => {
    if (box !== hovered || hidden !== inHidden) {
      setHovered(box);
      setInHidden(hidden);
      props.onHover(box, hidden);
    }
  };
  const focus = (box: number): void => {
    focusKey.current = tree.boxes.key[box] ?? "";
    setFocused(box);
    props.onFocus(box);
    reveal(scroller.current!, viewOf(), tree.boxes.depth[box] ?? 0);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const current = focused >= 0 ? focused : zoomed;
    const step = ARROWS[event.key]?.[direction];
    if (step) {
      focus(focused < 0 ? zoomed : walk(tree, current, step));
    } else if (event.key === "Enter") {
      props.onZoom(current, false);
    } else if (event.key === "Home") {
      focus(0);
    } else if (event.key === "Escape" && zoomed !== 0) {
      props.onZoom(Math.max(tree.parent[zoomed]!, 0), false);
    } else if (!props.onKey(event.key, current)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const height = tree.levels * ROW_HEIGHT + (direction === "down" ? ROW_HEIGHT : 0);
  const active = focused >= 0 && focused < tree.size ? focused : zoomed;
  const place = positionOf(tree, active);
  const id = `box-${direction}`;
  return (
    <div
      ref={scroller}
      class="flame"
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={id}
      data-boxes={tree.size}
      data-root={tree.boxes.key[tree.visible]}
      onKeyDown={onKeyDown}
      onScroll={() => draw.current()}
      onMouseMove={(event) => {
        const { box, hidden } = at(event);
        pointer.current = { x: event.clientX, y: event.clientY };
        placeTip(tip.current, pointer.current);
        hover(box, hidden);
      }}
      onMouseLeave={() => hover(-1, false)}
      onClick={(event) => {
        const { box, hidden } = at(event);
        if (box >= 0) {
          focus(box);
          props.onZoom(box, hidden);
        }
      }}
    >
      <div class="flame-sheet" style={{ height: `${Math.max(height, size.height)}px` }}>
        <canvas ref={canvas} class={hovered >= 0 ? "pointing" : ""} />
      </div>
      <div
        id={id}
        class="unseen"
        role="treeitem"
        aria-level={(tree.boxes.depth[active] ?? 0) + 1}
        aria-posinset={place.position}
        aria-setsize={place.count}
        aria-expanded={tree.end[active]! > active + 1 ? true : undefined}
        aria-selected={focused >= 0}
      >
        {tree.size > 0 ? props.describe(active) : ""}
      </div>
      {hovered >= 0 && hovered < tree.size && <Tip text={props.tip(hovered, inHidden)} box={tip} />}
    </div>
  );
}

function prepare(element: HTMLCanvasElement, size: { width: number; height: number }): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (element.width !== width || element.height !== height) {
    element.width = width;
    element.height = height;
    element.style.width = `${size.width}px`;
    element.style.height = `${size.height}px`;
  }
  const context = element.getContext("2d", { alpha: false })!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = fontOf(getComputedStyle(element).fontFamily);
  context.fontKerning = "none";
  return context;
}

/** One fitter for the font that is loaded; a new one when the font comes. */
function useFitter(): TextFitter {
  const [generation, setGeneration] = useState(0);
  useEffect(() => {
    let over = false;
    void document.fonts.ready.then(() => !over && setGeneration(1));
    return () => {
      over = true;
    };
  }, []);
  return useMemo(() => {
    const context = document.createElement("canvas").getContext("2d")!;
    context.font = fontOf(getComputedStyle(document.body).fontFamily);
    context.fontKerning = "none";
    return new TextFitter((text) => context.measureText(text).width);
  }, [generation]);
}

/** Moves the shown range to the zoomed box; at once for a new tree and for those who want no motion. */
function useZoomMotion(tree: FlameTree, zoomed: number) {
  const current = useRef<Range>({ from: 0, to: 1 });
  const known = useRef<FlameTree | null>(null);
  const frame = useRef(0);
  const listener = useRef(() => {});
  const target: Range = {
    from: tree.left[zoomed] ?? 0,
    to: (tree.left[zoomed] ?? 0) + (tree.width[zoomed] ?? 1),
  };
  if (known.current !== tree) {
    cancelAnimationFrame(frame.current);
    known.current = tree;
    current.current = target;
  }
  useLayoutEffect(() => {
    const start = current.current;
    const same = start.from === target.from && start.to === target.to;
    if (same || window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      current.current = target;
      listener.current();
      return;
    }
    const began = performance.now();
    const move = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - began) / ZOOM_MILLIS));
      const eased = 1 - (1 - part) ** 3;
      current.current = {
        from: start.from + (target.from - start.from) * eased,
        to: start.to + (target.to - start.to) * eased,
      };
      listener.current();
      if (part < 1) {
        frame.current = requestAnimationFrame(move);
      }
    };
    frame.current = requestAnimationFrame(move);
    return () => cancelAnimationFrame(frame.current);
  }, [tree, zoomed]);
  return {
    current: () => current.current,
    onFrame(draw: () => void) {
      listener.current = draw;
    },
  };
}

/** Callers stand on the lower edge, however few they are. */
function shownLevels(tree: FlameTree, direction: Direction, height: number): number {
  return direction === "up" ? Math.max(tree.levels, Math.floor(height / ROW_HEIGHT)) : tree.levels;
}

function reveal(scroller: HTMLElement, view: Viewport, depth: number): void {
  const top = yOf(view, depth) + view.scrollTop;
  if (top < scroller.scrollTop) {
    scroller.scrollTop = top;
  } else if (top + 2 * ROW_HEIGHT > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = top + 2 * ROW_HEIGHT - scroller.clientHeight;
  }
}
