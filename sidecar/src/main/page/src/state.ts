/** What the page shows, all of it in the URL: back, forward, reload and a shared link agree. */

export type View = "flame" | "sandwich" | "diff" | "health" | "about";
export type ColourChoice = "type" | "package";
export type Zone = "local" | "utc";
export type SortColumn = "self" | "total" | "name" | "change";

/** A side of a comparison; null where it is like the side that is looked at. */
export interface Base {
  readonly from: string | null;
  readonly until: string | null;
  readonly services: readonly string[] | null;
  readonly filters: readonly string[] | null;
}

export interface State {
  readonly view: View;
  readonly services: readonly string[];
  readonly type: string;
  /** `KEY=VALUE` and the like, as the API wants them. */
  readonly filters: readonly string[];
  /** Range of the timeline: milliseconds, or `now-15m` and `now`. */
  readonly from: string;
  readonly until: string;
  /** Part of the timeline that everything else shows; null for all of it. */
  readonly selected: readonly [number, number] | null;
  readonly base: Base;
  readonly search: string;
  /** Key of the function that all stacks must hold; empty for none. */
  readonly focus: string;
  /** Key of the box that fills the width; empty for the root. */
  readonly zoom: string;
  /** Key of the function that is looked at: marked in the graph, the middle of the sandwich. */
  readonly fn: string;
  readonly colour: ColourChoice;
  readonly live: boolean;
  readonly zone: Zone;
  readonly absolute: boolean;
  /** Also frames that are too small for the width, as far as the server sends them. */
  readonly detailed: boolean;
  readonly sort: SortColumn;
  readonly ascending: boolean;
}

const NO_BASE: Base = { from: null, until: null, services: null, filters: null };

export const INITIAL: State = {
  view: "flame",
  services: [],
  type: "cpu",
  filters: [],
  from: "now-15m",
  until: "now",
  selected: null,
  base: NO_BASE,
  search: "",
  focus: "",
  zoom: "",
  fn: "",
  colour: "type",
  live: true,
  zone: "local",
  absolute: false,
  detailed: false,
  sort: "self",
  ascending: false,
};

const VIEWS: readonly View[] = ["flame", "sandwich", "diff", "health", "about"];
const SORTS: readonly SortColumn[] = ["self", "total", "name", "change"];

/** Reads a query; what it does not know or cannot read is as if it were not there. */
export function parseState(query: string): State {
  const q = new URLSearchParams(query);
  const one = <T extends string>(name: string, allowed: readonly T[], fallback: T): T =>
    allowed.find((value) => value === q.get(name)) ?? fallback;
  const optional = (name: string): string | null => q.get(name);
  const list = (name: string): string[] | null =>
    q.has(name) ? q.getAll(name).filter((value) => value !== "") : null;
  return {
    view: one("view", VIEWS, INITIAL.view),
    services: list("service") ?? [],
    type: q.get("type") || INITIAL.type,
    filters: list("filter") ?? [],
    from: q.get("from") || INITIAL.from,
    until: q.get("until") || INITIAL.until,
    selected: parseSpan(q.get("select")),
    base: {
      from: optional("baseFrom"),
      until: optional("baseUntil"),
      services: list("baseService"),
      filters: list("baseFilter"),
    },
    search: q.get("search") ?? "",
    focus: hexKey(q.get("focus")),
    zoom: hexKey(q.get("zoom")),
    fn: hexKey(q.get("function")),
    colour: one("colour", ["type", "package"], INITIAL.colour),
    live: q.get("live") !== "off" && isRelative(q.get("until") || INITIAL.until),
    zone: one("zone", ["local", "utc"], INITIAL.zone),
    absolute: q.get("compare") === "absolute",
    detailed: q.get("detail") === "all",
    sort: one("sort", SORTS, INITIAL.sort),
    ascending: q.get("order") === "asc",
  };
}

function parseSpan(text: string | null): readonly [number, number] | null {
  const found = /^(\d+)-(\d+)$/.exec(text ?? "");
  const span: [number, number] | null = found ? [Number(found[1]), Number(found[2])] : null;
  return span && span[0] < span[1] ? span : null;
}

function hexKey(text: string | null): string {
  return /^[0-9a-f]{1,32}$/.test(text ?? "") ? text! : "";
}

/** The query of a state; what is as at the start is left out. */
export function formatState(state: State): string {
  const q = new URLSearchParams();
  const put = (name: string, value: string, initial: string): void => {
    if (value !== initial) {
      q.set(name, value);
    }
  };
  put("view", state.view, INITIAL.view);
  state.services.forEach((service) => q.append("service", service));
  put("type", state.type, INITIAL.type);
  state.filters.forEach((filter) => q.append("filter", filter));
  put("from", state.from, INITIAL.from);
  put("until", state.until, INITIAL.until);
  if (state.selected) {
    q.set("select", `${state.selected[0]}-${state.selected[1]}`);
  }
  putBase(q, state.base);
  put("search", state.search, "");
  put("focus", state.focus, "");
  put("zoom", state.zoom, "");
  put("function", state.fn, "");
  put("colour", state.colour, INITIAL.colour);
  if (!state.live && isRelative(state.until)) {
    q.set("live", "off");
  }
  put("zone", state.zone, INITIAL.zone);
  put("compare", state.absolute ? "absolute" : "", "");
  put("detail", state.detailed ? "all" : "", "");
  put("sort", state.sort, INITIAL.sort);
  put("order", state.ascending ? "asc" : "", "");
  const text = q.toString();
  return text === "" ? "" : `?${text}`;
}

function putBase(q: URLSearchParams, base: Base): void {
  if (base.from !== null && base.until !== null) {
    q.set("baseFrom", base.from);
    q.set("baseUntil", base.until);
  }
  putList(q, "baseService", base.services);
  putList(q, "baseFilter", base.filters);
}

/** An empty list is written as one empty value: "none", unlike "as the other side". */
function putList(q: URLSearchParams, name: string, values: readonly string[] | null): void {
  if (values === null) {
    return;
  }
  (values.length === 0 ? [""] : values).forEach((value) => q.append(name, value));
}

export function isRelative(text: string): boolean {
  return text.startsWith("now");
}

const UNITS: Record<string, number> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };

/** Milliseconds of a time as the API reads it; NaN if it is none. */
export function resolveTime(text: string, nowMillis: number): number {
  if (text === "now") {
    return nowMillis;
  }
  const relative = /^now-(\d+)([smhd])$/.exec(text);
  if (relative) {
    return nowMillis - Number(relative[1]) * UNITS[relative[2]!]!;
  }
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}

/** Both ends in milliseconds: what everything but the timeline shows. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export function timelineSpan(state: State, nowMillis: number): Span {
  const from = resolveTime(state.from, nowMillis);
  const until = resolveTime(state.until, nowMillis);
  return Number.isNaN(from) || Number.isNaN(until) || from > until
    ? { from: nowMillis - 15 * UNITS.m!, until: nowMillis }
    : { from, until };
}

export function shownSpan(state: State, timeline: Span): Span {
  return state.selected ? { from: state.selected[0], until: state.selected[1] } : timeline;
}

/** What is compared with: the chosen range, or the one of equal length before. */
export function baseSpan(state: State, shown: Span, nowMillis: number): Span {
  const { from, until, services, filters } = state.base;
  if (from !== null && until !== null) {
    return { from: resolveTime(from, nowMillis), until: resolveTime(until, nowMillis) };
  }
  if (services !== null || filters !== null) {
    return shown;
  }
  return { from: shown.from - (shown.until - shown.from), until: shown.from };
}

/** The same view with times that mean the same tomorrow and elsewhere. */
export function fixTimes(state: State, timeline: Span): State {
  return { ...state, from: String(timeline.from), until: String(timeline.until), live: false };
}

/** A condition on one attribute, taken apart. */
export interface Condition {
  readonly key: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export function parseCondition(text: string): Condition | null {
  let key = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const two = text.slice(i, i + 2);
    if (c === "\\" && i + 1 < text.length) {
      key += text[++i];
    } else if (two === "!=" || two === "!~" || two === "=~") {
      return key === "" ? null : { key, operator: two, value: text.slice(i + 2) };
    } else if (c === "=") {
      return key === "" ? null : { key, operator: "=", value: text.slice(i + 1) };
    } else {
      key += c;
    }
  }
  return null;
}

export function formatCondition({ key, operator, value }: Condition): string {
  // A value that begins with a tilde would turn "=" into "=~".
  if (operator === "=" && value.startsWith("~")) {
    return `${escapeKey(key)}=~${value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`;
  }
  return escapeKey(key) + operator + value;
}

function escapeKey(key: string): string {
  return key.replace(/[=!\\]/g, "\\$&");
}
