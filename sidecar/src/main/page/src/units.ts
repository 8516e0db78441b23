/** Turns raw values into what people read: cores and seconds, KiB, thousands, shares. */

/** What the values of a profile type mean, as the API says it. */
export interface Unit {
  /** Such as `cpu`, `alloc_space`. */
  readonly type: string;
  /** `nanoseconds`, `bytes`, `count` or a sender's own word. */
  readonly unit: string;
  readonly accumulation: "flow" | "stock";
}

export type Measure = "time" | "bytes" | "count";

const THOUSANDS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const NANOS: Record<string, number> = {
  nanoseconds: 1,
  nanosecond: 1,
  ns: 1,
  microseconds: 1e3,
  microsecond: 1e3,
  us: 1e3,
  milliseconds: 1e6,
  millisecond: 1e6,
  ms: 1e6,
  seconds: 1e9,
  second: 1e9,
  s: 1e9,
};
/** Three digits before the next unit, which are as wide as columns and axes are made for. */
const MOST_OF_A_UNIT = 999.5;

const BYTES: Record<string, number> = { bytes: 1, byte: 1, By: 1, kilobytes: 1024, megabytes: 1 << 20 };

/** Factor from raw values to nanoseconds, bytes or pieces. */
interface Scale {
  readonly measure: Measure;
  readonly factor: number;
}

function scaleOf(unit: Unit): Scale {
  const direct = NANOS[unit.unit];
  if (direct !== undefined) {
    return { measure: "time", factor: direct };
  }
  const bytes = BYTES[unit.unit];
  if (bytes !== undefined) {
    return { measure: "bytes", factor: bytes };
  }
  return { measure: "count", factor: 1 };
}

/** One value as people read it. */
export function formatValue(value: number, unit: Unit): string {
  const { measure, factor } = scaleOf(unit);
  return formatMeasure(value * factor, measure);
}

export function formatMeasure(value: number, measure: Measure): string {
  switch (measure) {
    case "time":
      return formatNanos(value);
    case "bytes":
      return formatBytes(value);
    case "count":
      return formatCount(value);
  }
}

/** The value as it was sampled, with its unit: for tooltips. */
export function formatRaw(value: number, unit: Unit): string {
  return `${THOUSANDS.format(value)} ${unit.unit === "count" ? "samples" : unit.unit}`;
}

/** Seconds of CPU in a second of the clock, bytes a second and the like; empty for stocks. */
export function formatRate(value: number, unit: Unit, seconds: number): string {
  return unit.accumulation === "stock" || !(seconds > 0) ? "" : formatPerSecond(value / seconds, unit);
}

/** A value that was already divided by the time; that of a stock is as it is. */
export function formatPerSecond(perSecond: number, unit: Unit): string {
  const { measure, factor } = scaleOf(unit);
  const value = perSecond * factor;
  if (unit.accumulation === "stock") {
    return formatMeasure(value, measure);
  }
  switch (measure) {
    case "time":
      return isCpu(unit) ? formatCores(value / 1e9) : `${formatNanos(value)}/s`;
    case "bytes":
      return `${formatBytes(value)}/s`;
    case "count":
      return `${significant(value)}/s`;
  }
}

function formatCores(cores: number): string {
  const text = significant(cores);
  return `${text} ${text === "1" ? "core" : "cores"}`;
}

/** Distances between the lines of an axis of bytes, round as people read them; null for what is round in tens. */
export function axisDistances(unit: Unit): number[] | null {
  const { measure, factor } = scaleOf(unit);
  if (measure !== "bytes") {
    return null;
  }
  const distances: number[] = [];
  for (let size = 1; size < 2 ** 60; size *= 1024) {
    distances.push(...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => (count * size) / factor));
  }
  return distances;
}

function isCpu(unit: Unit): boolean {
  return unit.type === "cpu";
}

/** Three significant digits at most, thousands separated, no exponent. */
export function significant(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || size === 0) {
    return THOUSANDS.format(value);
  }
  if (size < 0.001) {
    return "<0.001";
  }
  const digits = size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return trimZeros(value.toFixed(digits));
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

export function formatNanos(nanos: number): string {
  const size = Math.abs(nanos);
  if (size === 0) {
    return "0 s";
  }
  if (size < 1e3) {
    return `${significant(nanos)} ns`;
  }
  if (size < 1e6) {
    return `${significant(nanos / 1e3)} µs`;
  }
  if (size < 1e9) {
    return `${significant(nanos / 1e6)} ms`;
  }
  const seconds = nanos / 1e9;
  if (size < 600e9) {
    return `${significant(seconds)} s`;
  }
  if (size < 7200e9) {
    return `${significant(seconds / 60)} min`;
  }
  return `${significant(seconds / 3600)} h`;
}

export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let size = Math.abs(bytes);
  let step = 0;
  while (size >= MOST_OF_A_UNIT && step < units.length - 1) {
    size /= 1024;
    step++;
  }
  return `${significant(Math.sign(bytes) * size)} ${units[step]}`;
}

export function formatCount(count: number): string {
  return Number.isInteger(count) || Math.abs(count) >= 100 ? THOUSANDS.format(count) : significant(count);
}

/** A share of a whole, to one decimal. */
export function formatShare(part: number, whole: number): string {
  if (!(whole > 0)) {
    return "–";
  }
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 0.05) {
    return "<0.1 %";
  }
  return `${percent.toFixed(1)} %`;
}

/** A change of shares in percentage points, with its sign. */
export function formatPoints(points: number): string {
  if (Math.abs(points) < 0.05) {
    return "±0.0";
  }
  return `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(1)}`;
}
