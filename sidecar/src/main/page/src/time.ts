/** Times as the viewer reads and types them, in one zone for the whole page. */
import type { Zone } from "./state.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat("en-GB", {
      ...options,
      hourCycle: "h23",
      timeZone: zone === "utc" ? "UTC" : undefined,
    });
    formats.set(key, found);
  }
  return found;
}

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

export function clock(millis: number, zone: Zone): string {
  return format(zone, TIME).format(millis);
}

export function shortClock(millis: number, zone: Zone): string {
  return format(zone, { hour: "2-digit", minute: "2-digit" }).format(millis);
}

export function dayAndClock(millis: number, zone: Zone): string {
  return `${format(zone, DAY).format(millis)}, ${clock(millis, zone)}`;
}

/** `10:40:00 – 10:55:00`, with days where they are not today. */
export function spanText(from: number, until: number, zone: Zone, nowMillis: number): string {
  const day = (millis: number): string => format(zone, DAY).format(millis);
  const today = day(nowMillis);
  if (day(from) === day(until)) {
    const times = `${clock(from, zone)} – ${clock(until, zone)}`;
    return day(from) === today ? times : `${day(from)}, ${times}`;
  }
  return `${dayAndClock(from, zone)} – ${dayAndClock(until, zone)}`;
}

/** Name or offset of the zone, at that moment: the doubled hour of autumn has two. */
export function zoneName(zone: Zone, millis: number): string {
  const parts = format(zone, { timeZoneName: "short", hour: "2-digit" }).formatToParts(millis);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "UTC";
}

/** How long ago or how far ahead, in one unit. */
export function ago(millis: number, nowMillis: number): string {
  const seconds = Math.round((nowMillis - millis) / 1000);
  const size = Math.abs(seconds);
  const text =
    size < 100 ? `${size} s` : size < 5400 ? `${Math.round(size / 60)} min` : size < 129600 ? `${Math.round(size / 3600)} h` : `${Math.round(size / 86400)} d`;
  return seconds >= 0 ? `${text} ago` : `in ${text}`;
}

export function duration(millis: number): string {
  const seconds = Math.round(millis / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  const minutes = seconds / 60;
  if (minutes < 120 && minutes % 60 !== 0) {
    return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)} min`;
  }
  const hours = minutes / 60;
  return hours < 48 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} d`;
}

/** `2026-11-29 10:40:00`, as the field for a typed time wants and shows it. */
export function typedTime(millis: number, zone: Zone): string {
  const p = partsOf(millis, zone);
  return `${p.year}-${two(p.month)}-${two(p.day)} ${two(p.hour)}:${two(p.minute)}:${two(p.second)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

function partsOf(millis: number, zone: Zone): Parts {
  const date = new Date(millis);
  return zone === "utc"
    ? { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
    : { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate(), hour: date.getHours(), minute: date.getMinutes(), second: date.getSeconds() };
}

/**
 * Reads `now`, `now-15m`, a time of today, a date and a time in the page's zone, or an RFC 3339 text,
 * which brings its own. Null if it is none. Of a doubled hour the first is meant; an offset chooses.
 */
export function readTyped(text: string, zone: Zone, nowMillis: number): string | null {
  const trimmed = text.trim();
  if (/^now(-\d+[smhd])?$/.test(trimmed)) {
    return trimmed;
  }
  const found = /^(?:(\d{4})-(\d{2})-(\d{2})[ T])?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(trimmed);
  if (found) {
    const today = partsOf(nowMillis, zone);
    const [year, month, day] = found[1]
      ? [Number(found[1]), Number(found[2]), Number(found[3])]
      : [today.year, today.month, today.day];
    const clockParts: [number, number, number] = [Number(found[4]), Number(found[5]), Number(found[6] ?? 0)];
    if (clockParts[0] > 23 || clockParts[1] > 59 || clockParts[2] > 59) {
      return null;
    }
    const millis =
      zone === "utc" ? Date.UTC(year, month - 1, day, ...clockParts) : new Date(year, month - 1, day, ...clockParts).getTime();
    return String(millis);
  }
  const parsed = /[zZ]|[+-]\d{2}:?\d{2}$/.test(trimmed) ? Date.parse(trimmed.replace(" ", "T")) : NaN;
  return Number.isNaN(parsed) ? null : String(parsed);
}
