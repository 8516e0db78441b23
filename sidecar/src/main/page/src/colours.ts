/** Colours of frames: by kind of code, by package, and for differences. */
import { packageOf, type FunctionInfo } from "./names.ts";

export type Theme = "light" | "dark";
export type ColourBy = "type" | "package";

export interface Ink {
  readonly fill: string;
  readonly text: string;
}

/** Lightness, chroma and hue of one kind; lightness differs too, for eyes that mix up hues. */
interface Hue {
  readonly hue: number;
  readonly chroma: number;
  readonly lift: number;
}

const KINDS: Record<string, Hue> = {
  kernel: { hue: 48, chroma: 0.105, lift: -0.02 },
  native: { hue: 86, chroma: 0.1, lift: 0.05 },
  jvm: { hue: 165, chroma: 0.085, lift: 0 },
  go: { hue: 222, chroma: 0.085, lift: 0.02 },
  rust: { hue: 25, chroma: 0.105, lift: -0.04 },
  cpython: { hue: 262, chroma: 0.1, lift: -0.03 },
  v8js: { hue: 118, chroma: 0.105, lift: 0.04 },
  perl: { hue: 300, chroma: 0.085, lift: -0.01 },
  php: { hue: 285, chroma: 0.09, lift: 0.02 },
  ruby: { hue: 5, chroma: 0.1, lift: 0 },
  dotnet: { hue: 315, chroma: 0.09, lift: 0.02 },
  beam: { hue: 335, chroma: 0.09, lift: 0 },
};
/** What is no code: the whole, and services. */
const SHELF: Hue = { hue: 250, chroma: 0.012, lift: 0.09 };
const OTHER: Hue = { hue: 250, chroma: 0.012, lift: 0 };

/** Words for the kinds, as the legend shows them. */
const WORDS: Record<string, string> = {
  kernel: "kernel",
  native: "native",
  jvm: "JVM",
  go: "Go",
  rust: "Rust",
  cpython: "Python",
  v8js: "Node",
  php: "PHP",
  perl: "Perl",
  ruby: "Ruby",
  dotnet: ".NET",
  beam: "BEAM",
  "": "other",
};

export function kindWord(type: string): string {
  return WORDS[type] ?? type;
}

const BASE: Record<Theme, number> = { light: 0.8, dark: 0.43 };
const TEXT: Record<Theme, string> = { light: "#14181d", dark: "#f4f6f8" };
/** How far equal kinds differ among themselves, so that neighbours can be told apart. */
const SPREAD: Record<Theme, number> = { light: 0.03, dark: 0.025 };
const DARK_CHROMA = 0.85;

export function kindInk(type: string, theme: Theme): Ink {
  return ink(type === "total" || type === "group" ? SHELF : KINDS[type] ?? OTHER, 0, theme);
}

export function frameInk(fn: FunctionInfo, by: ColourBy, theme: Theme): Ink {
  if (by === "package") {
    const owner = packageOf(fn);
    if (owner === "") {
      return ink(OTHER, 0, theme);
    }
    const h = hash(owner);
    return ink({ hue: (h % 36) * 10, chroma: 0.085, lift: (((h >>> 8) % 5) - 2) * 0.016 }, 0, theme);
  }
  return ink(KINDS[fn.type] ?? OTHER, ((hash(fn.name) % 5) - 2) / 2, theme);
}

function ink(hue: Hue, shade: number, theme: Theme): Ink {
  const lift = theme === "dark" && hue === SHELF ? -0.09 : hue.lift;
  const lightness = BASE[theme] + lift + shade * SPREAD[theme];
  const chroma = theme === "dark" ? hue.chroma * DARK_CHROMA : hue.chroma;
  return { fill: oklch(lightness, chroma, hue.hue), text: TEXT[theme] };
}

const SERIES_SLOTS = 12;

/** Colour of a service in the timeline: by its name, and never that of another one there. */
export function seriesColour(name: string, all: readonly string[], theme: Theme, isRest: boolean): string {
  const lightness = theme === "light" ? 0.76 : 0.5;
  if (isRest) {
    return oklch(lightness + (theme === "light" ? 0.06 : -0.1), 0.01, 250);
  }
  const taken = new Map<number, string>();
  for (const other of [...all].sort()) {
    let slot = hash(other) % SERIES_SLOTS;
    for (let tries = 0; taken.has(slot) && tries < SERIES_SLOTS; tries++) {
      slot = (slot + 5) % SERIES_SLOTS;
    }
    if (other === name) {
      return oklch(lightness + ((slot % 3) - 1) * 0.045, 0.09, 20 + (slot * 360) / SERIES_SLOTS);
    }
    taken.set(slot, other);
  }
  return oklch(lightness, 0.09, 230);
}

/** What the canvas needs beside the colours of frames. */
export interface CanvasColours {
  readonly background: string;
  readonly dim: string;
  readonly dimText: string;
  readonly hidden: string;
  readonly accent: string;
  readonly hatch: string;
  readonly ancestor: Ink;
}

export function canvasColours(theme: Theme): CanvasColours {
  return theme === "light"
    ? { background: "#ffffff", dim: "#eceef1", dimText: "#59626d", hidden: "#e3e6ea", accent: "#16191d", hatch: "rgba(20,24,29,0.35)", ancestor: { fill: "#e4e8ec", text: "#3d4650" } }
    : { background: "#15181c", dim: "#22262c", dimText: "#98a2ae", hidden: "#262b31", accent: "#ffffff", hatch: "rgba(244,246,248,0.4)", ancestor: { fill: "#2a3037", text: "#c3cbd4" } };
}

/**
 * Colour of a change. Blue is less, orange is more, grey none; the two differ in lightness and by
 * the blue part, which no common colour blindness mixes up.
 *
 * @param change from -1 to 1
 */
export function changeInk(change: number, theme: Theme): Ink {
  const size = Math.min(1, Math.abs(change));
  const neutral = theme === "light" ? 0.88 : 0.34;
  const end = theme === "light" ? (change > 0 ? 0.72 : 0.7) : change > 0 ? 0.5 : 0.45;
  const hue = change > 0 ? 45 : 250;
  return {
    fill: oklch(neutral + (end - neutral) * size, 0.006 + 0.13 * size, hue),
    text: TEXT[theme],
  };
}

/** Share changes are small: half of the scale is reached at a change of a tenth of the larger. */
export function changeOf(before: number, after: number): number {
  const larger = Math.max(before, after);
  if (larger <= 0) {
    return 0;
  }
  const relative = (after - before) / larger;
  return Math.sign(relative) * Math.sqrt(Math.abs(relative));
}

/** FNV-1a, so that a name has one colour everywhere and for ever. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

/** OKLCH as `#rrggbb`: canvas and contrast test need numbers, and old browsers know no oklch(). */
export function oklch(lightness: number, chroma: number, hueDegrees: number): string {
  const angle = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return hex([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

function hex(linear: readonly number[]): string {
  const parts = linear.map((x) => {
    const clipped = Math.min(1, Math.max(0, x));
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** Contrast of two `#rrggbb` by the rule of WCAG 2. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const channel = (at: number): number => {
    const x = parseInt(colour.slice(at, at + 2), 16) / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
