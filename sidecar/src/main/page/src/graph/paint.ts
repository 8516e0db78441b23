/** Draws the visible part of a tree on a canvas. */
import type { Ink } from "../colours.ts";
import { shorten, type FunctionInfo, type ShortName } from "../names.ts";
import type { TextFitter } from "./text.ts";
import type { FlameTree } from "./tree.ts";
import { MIN_FRAME_PIXELS, ROW_HEIGHT, visitVisible, xOf, yOf, scaleOf, type Viewport } from "./viewport.ts";

/** A mark that does not need colour: hatched upwards for new boxes, downwards for gone ones. */
export type Shape = "new" | "gone" | null;

/** How boxes look; asked for each box that is drawn. */
export interface Look {
  ink(box: number): Ink;
  /** Whether the box steps back, since something else is looked for. */
  dimmed(box: number): boolean;
  shape(box: number): Shape;
  /** Text at the right end of wide boxes. */
  note(box: number): string;
}

export interface Palette {
  readonly background: string;
  readonly dim: string;
  readonly dimText: string;
  readonly hidden: string;
  readonly accent: string;
  readonly hatch: string;
  readonly ancestor: Ink;
}

export interface Marks {
  readonly hovered: number;
  readonly focused: number;
  /** Key of the function whose boxes are outlined; empty for none. */
  readonly fn: string;
}

const FONT_SIZE = 12;
const PADDING = 5;
const MIN_TEXT_PIXELS = 22;
const NOTE_GAP = 16;

export function fontOf(family: string): string {
  return `${FONT_SIZE}px ${family}`;
}

export class Painter {
  private readonly names = new WeakMap<FunctionInfo, ShortName>();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly fitter: TextFitter,
    private readonly palette: Palette,
    private readonly look: Look,
  ) {}

  paint(tree: FlameTree, view: Viewport, zoomed: number, marks: Marks): void {
    const { context } = this;
    context.fillStyle = this.palette.background;
    context.fillRect(0, 0, view.widthPixels, view.heightPixels);
    context.textBaseline = "middle";
    this.ancestors(tree, view, zoomed, marks);
    visitVisible(tree, view, zoomed, (box, x, width, narrow) => {
      const y = yOf(view, tree.boxes.depth[box]!);
      if (narrow) {
        context.fillStyle = this.palette.hidden;
        context.fillRect(x, y, Math.max(width, 0.5), ROW_HEIGHT - 1);
        return;
      }
      this.box(tree, box, x, y, width, view, marks);
      this.hiddenPart(tree, box, view);
    });
  }

  private ancestors(tree: FlameTree, view: Viewport, zoomed: number, marks: Marks): void {
    for (let box = tree.parent[zoomed]!; box >= 0; box = tree.parent[box]!) {
      const y = yOf(view, tree.boxes.depth[box]!);
      if (y > -ROW_HEIGHT && y < view.heightPixels) {
        this.fill(0, y, view.widthPixels, this.palette.ancestor.fill);
        this.label(tree, box, 0, y, view.widthPixels, this.palette.ancestor.text);
        this.outline(tree, box, 0, y, view.widthPixels, marks);
      }
    }
  }

  private box(tree: FlameTree, box: number, x: number, y: number, width: number, view: Viewport, marks: Marks): void {
    const dimmed = this.look.dimmed(box);
    const ink = this.look.ink(box);
    const from = Math.max(x, 0);
    const shown = Math.min(x + width, view.widthPixels) - from;
    this.fill(from, y, shown, dimmed ? this.palette.dim : ink.fill);
    this.hatch(from, y, shown, this.look.shape(box));
    if (shown >= MIN_TEXT_PIXELS) {
      this.label(tree, box, from, y, shown, dimmed ? this.palette.dimText : ink.text);
    }
    this.outline(tree, box, from, y, shown, marks);
  }

  private fill(x: number, y: number, width: number, colour: string): void {
    this.context.fillStyle = colour;
    // A gap between neighbours, but never so wide that thin frames vanish.
    this.context.fillRect(x, y, width > 3 ? width - 1 : Math.max(width - 0.25, 0.5), ROW_HEIGHT - 1);
  }

  private label(tree: FlameTree, box: number, x: number, y: number, width: number, colour: string): void {
    const { context, fitter } = this;
    const { short, prefix } = this.nameOf(tree.functions[tree.boxes.function[box]!]!);
    const room = width - 2 * PADDING;
    const middle = y + ROW_HEIGHT / 2;
    context.fillStyle = colour;
    const shortWidth = fitter.widthOf(short);
    if (shortWidth > room) {
      const text = fitter.fit(short, room);
      if (text) {
        context.fillText(text, x + PADDING, middle);
      }
      return;
    }
    const note = this.look.note(box);
    const noteWidth = note ? fitter.widthOf(note) : 0;
    const behind = room - noteWidth - NOTE_GAP;
    const prefixText = prefix ? ` ${prefix}` : "";
    const prefixWidth = fitter.widthOf(prefixText);
    context.fillText(short, x + PADDING, middle);
    context.globalAlpha = 0.72;
    if (note && shortWidth <= behind) {
      context.fillText(note, x + width - PADDING - noteWidth, middle);
    }
    if (prefixText && shortWidth + prefixWidth + 4 <= behind) {
      context.fillText(prefixText, x + PADDING + shortWidth + 4, middle);
    }
    context.globalAlpha = 1;
  }

  private nameOf(fn: FunctionInfo): ShortName {
    let name = this.names.get(fn);
    if (!name) {
      name = shorten(fn);
      this.names.set(fn, name);
    }
    return name;
  }

  private hatch(x: number, y: number, width: number, shape: Shape): void {
    if (shape === null || width < 3) {
      return;
    }
    const { context } = this;
    const height = ROW_HEIGHT - 1;
    context.save();
    context.beginPath();
    context.rect(x, y, width - 1, height);
    context.clip();
    context.strokeStyle = this.palette.hatch;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = x - height; at < x + width; at += 7) {
      context.moveTo(at, shape === "new" ? y + height : y);
      context.lineTo(at + height, shape === "new" ? y : y + height);
    }
    context.stroke();
    context.restore();
  }

  /** What was too small to be sent, behind the children; in accent colour if a match is in it. */
  private hiddenPart(tree: FlameTree, box: number, view: Viewport): void {
    const width = tree.hidden[box]! * scaleOf(view);
    if (width < MIN_FRAME_PIXELS) {
      return;
    }
    const y = yOf(view, tree.boxes.depth[box]! + 1);
    const x = xOf(view, hiddenFrom(tree, box));
    const matched = (tree.boxes.hiddenMatched?.[box] ?? 0) + (tree.boxes.baseHiddenMatched?.[box] ?? 0) > 0;
    const { context } = this;
    context.fillStyle = this.palette.hidden;
    context.fillRect(x, y, Math.max(width - 1, 0.5), ROW_HEIGHT - 1);
    if (matched) {
      context.fillStyle = this.palette.accent;
      context.fillRect(x, y + ROW_HEIGHT - 5, Math.max(width - 1, 2), 3);
    }
    if (width > 30) {
      context.fillStyle = this.palette.dimText;
      const text = this.fitter.fit(matched ? "small frames, some match" : "small frames", width - 2 * PADDING);
      context.fillText(text, x + PADDING, y + ROW_HEIGHT / 2);
    }
  }

  private outline(tree: FlameTree, box: number, x: number, y: number, width: number, marks: Marks): void {
    const { context } = this;
    const fn = tree.functions[tree.boxes.function[box]!]!;
    const strong = box === marks.focused;
    if (strong || box === marks.hovered || (marks.fn !== "" && fn.key === marks.fn)) {
      const thickness = strong ? 2 : 1.5;
      context.strokeStyle = this.palette.accent;
      context.lineWidth = thickness;
      context.strokeRect(x + thickness / 2, y + thickness / 2, Math.max(width - 1 - thickness, 0.5), ROW_HEIGHT - 1 - thickness);
    }
  }
}

/** Where the hidden children of a box begin: behind those that are there. */
export function hiddenFrom(tree: FlameTree, box: number): number {
  let at = tree.left[box]!;
  for (let child = box + 1; child < tree.end[box]!; child = tree.end[child]!) {
    at = tree.left[child]! + tree.width[child]!;
  }
  return at;
}
