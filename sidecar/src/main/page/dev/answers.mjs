// Answers of docs/api.md over the made-up shop: enough to work on the page without the daemon.
import { createHash } from "node:crypto";
import { KEPT, TYPES, WINDOW, samples } from "./shop.mjs";

class Refused extends Error {
  constructor(status, code, message, parameter) {
    super(message);
    Object.assign(this, { status, code, parameter });
  }
}

const key = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const functionKey = (fn) => key(`${fn.name}\0${fn.type}\0${fn.file}\0${fn.module}`);
const ROOT_KEY = "0000000000000000";
const TOTAL = { key: ROOT_KEY, name: "total", type: "total", file: "", module: "" };

function time(text, now, parameter) {
  if (text === "now") return now;
  const relative = /^now-(\d+)([smhd])$/.exec(text);
  if (relative) return now - relative[1] * { s: 1e3, m: 6e4, h: 36e5, d: 864e5 }[relative[2]];
  if (/^\d+$/.test(text)) return Number(text);
  const parsed = Date.parse(text);
  if (Number.isNaN(parsed)) throw new Refused(400, "bad_parameter", `${parameter} is "${text}", expected unix milliseconds, RFC 3339, now or now-15m`, parameter);
  return parsed;
}

function condition(text) {
  const found = /^((?:[^=!\\]|\\.|!(?![=~]))+?)(=~|!~|!=|=)([^]*)$/.exec(text);
  if (!found) throw new Refused(400, "bad_parameter", `filter is "${text}", expected KEY=VALUE`, "filter");
  const [, escaped, operator, value] = found;
  const name = escaped.replace(/\\(.)/g, "$1");
  const regex = operator.endsWith("~") ? new RegExp(`^(?:${value})$`) : null;
  const wanted = !operator.startsWith("!");
  return { name, holds: (attributes) => (regex ? regex.test(attributes[name] ?? "") : (attributes[name] ?? "") === value) === wanted };
}

function selection(query, now, base = false) {
  const has = (name) => base && query.has(`base${name[0].toUpperCase()}${name.slice(1)}`);
  const name = (plain) => (has(plain) ? `base${plain[0].toUpperCase()}${plain.slice(1)}` : plain);
  const typeName = query.get("type") ?? "cpu";
  const until = time(query.get(name("until")) ?? "now", now, "until");
  return {
    from: time(query.get(name("from")) ?? "now-15m", now, "from"),
    until,
    type: TYPES.find((type) => type.id === typeName || type.type === typeName) ?? { ...TYPES[0], kinds: [] },
    services: query.getAll(name("service")).filter((service) => service !== ""),
    filters: query.getAll(name("filter")).filter((filter) => filter !== "").map(condition),
  };
}

function chosen(wanted, now) {
  const found = [];
  for (const sample of samples(wanted.from, wanted.until, wanted.type, now)) {
    const inService = wanted.services.length === 0 || wanted.services.includes(sample.attributes["service.name"]);
    if (inService && wanted.filters.every((filter) => filter.holds(sample.attributes))) found.push(sample);
  }
  return found;
}

/** A box tree of stacks that are given root first; two values a box: right and left side. */
function tree(stacks, pattern, rootFunction) {
  const root = { fn: rootFunction, key: rootFunction.key, children: new Map(), total: [0, 0], self: [0, 0], matched: [0, 0] };
  for (const { stack, value, side, match } of stacks) {
    let box = root;
    for (let at = -1; at < stack.length; at++) {
      if (at >= 0) {
        const fn = stack[at];
        const name = functionKey(fn);
        if (!box.children.has(name)) {
          box.children.set(name, { fn: { key: name, ...fn }, key: key(box.key + name), children: new Map(), total: [0, 0], self: [0, 0], matched: [0, 0] });
        }
        box = box.children.get(name);
      }
      box.total[side] += value;
      if (match) box.matched[side] += value;
    }
    box.self[side] += value;
  }
  return root;
}

function columns(root, { zoom, minShare, pattern, compare }) {
  const functions = [];
  const numbers = new Map();
  const boxes = { function: [], depth: [], total: [], self: [], hidden: [], key: [] };
  if (compare) Object.assign(boxes, { baseTotal: [], baseSelf: [], baseHidden: [] });
  if (pattern) Object.assign(boxes, { matched: [], hiddenMatched: [] });
  const add = (box, depth, shown) => {
    if (!numbers.has(box.fn.key)) {
      numbers.set(box.fn.key, functions.length);
      functions.push({ ...box.fn, matches: Boolean(pattern?.test(box.fn.name)) && box.fn.type !== "total" });
    }
    const below = (of) => shown.reduce((sum, child) => sum + of(child), 0);
    boxes.function.push(numbers.get(box.fn.key));
    boxes.depth.push(depth);
    boxes.total.push(box.total[0]);
    boxes.self.push(box.self[0]);
    boxes.hidden.push(box.total[0] - box.self[0] - below((child) => child.total[0]));
    boxes.key.push(box.key);
    if (compare) {
      boxes.baseTotal.push(box.total[1]);
      boxes.baseSelf.push(box.self[1]);
      boxes.baseHidden.push(box.total[1] - box.self[1] - below((child) => child.total[1]));
    }
    if (pattern) {
      boxes.matched.push(box.matched[0]);
      const selfMatched = box.matched[0] - [...box.children.values()].reduce((sum, child) => sum + child.matched[0], 0);
      boxes.hiddenMatched.push(Math.max(0, box.matched[0] - selfMatched - below((child) => child.matched[0])));
    }
  };
  let path = [root];
  if (zoom && zoom !== ROOT_KEY) {
    const search = (box, way) => (box.key === zoom ? [...way, box] : [...box.children.values()].reduce((found, child) => found ?? search(child, [...way, box]), null));
    path = search(root, []);
    if (!path) throw new Refused(404, "not_found", "the selection has no box with this key", "zoom");
  }
  path.slice(0, -1).forEach((box, depth) => add(box, depth, [path[depth + 1]]));
  const visible = path[path.length - 1];
  const wide = (box) => box.total.some((value, side) => value >= minShare * visible.total[side] && value > 0);
  const walk = (box, depth) => {
    const shown = [...box.children.values()].filter(wide).sort((a, b) => (a.fn.name < b.fn.name ? -1 : 1));
    add(box, depth, shown);
    shown.forEach((child) => walk(child, depth + 1));
  };
  walk(visible, path.length - 1);
  return { functions, boxes, visible: path.length - 1, minShare };
}

function functionsOf(stacks, compare) {
  const rows = new Map();
  for (const { stack, value, side } of stacks) {
    const seen = new Set();
    stack.forEach((fn, at) => {
      const name = functionKey(fn);
      if (!rows.has(name)) rows.set(name, { key: name, ...fn, self: 0, total: 0, ...(compare ? { baseSelf: 0, baseTotal: 0 } : {}) });
      const row = rows.get(name);
      const [self, total] = side ? ["baseSelf", "baseTotal"] : ["self", "total"];
      if (!seen.has(name)) row[total] += value;
      if (at === stack.length - 1) row[self] += value;
      seen.add(name);
    });
  }
  return [...rows.values()];
}

function page(rows, query, sort, order) {
  const limit = Number(query.get("limit") ?? 100);
  const start = Number(query.get("cursor") ?? 0);
  if (sort) {
    const sign = order === "asc" ? 1 : -1;
    rows.sort((a, b) => sign * (typeof a[sort] === "string" ? a[sort].localeCompare(b[sort]) : a[sort] - b[sort]) || a.name.localeCompare(b.name));
  }
  return { count: rows.length, rows: rows.slice(start, start + limit), next: start + limit < rows.length ? String(start + limit) : null };
}

const unitOf = (type) => ({ unit: type.unit, accumulation: type.accumulation });

export function answer(path, query, now) {
  const wanted = selection(query, now);
  const pattern = query.get("search") ? new RegExp(query.get("search"), "i") : null;
  const covered = Math.max(0, Math.min(wanted.until, now) - Math.max(wanted.from, now - KEPT));
  const average = wanted.type.accumulation === "stock" ? (value) => value / Math.max(1, Math.floor(covered / WINDOW)) : (value) => value;
  const load = (of = wanted, side = 0) => {
    let stacks = chosen(of, now).map(({ stack, value, attributes, start }) => ({ stack: stack.slice(), value: Math.floor(average(value)), attributes, start, side }));
    if (query.get("group")) {
      stacks.forEach((s) => s.stack.unshift({ name: s.attributes[query.get("group")] || "(none)", type: "group", file: "", module: "" }));
    }
    if (query.get("focus")) stacks = stacks.filter((s) => s.stack.some((fn) => functionKey(fn) === query.get("focus")));
    stacks.forEach((s) => (s.match = pattern ? s.stack.some((fn) => pattern.test(fn.name)) : false));
    return stacks;
  };
  const sum = (stacks, side = 0) => stacks.reduce((total, s) => total + (s.side === side ? s.value : 0), 0);
  const minShare = Number(query.get("minShare") ?? 0.0005);
  const under = (stacks) => {
    const zoom = query.get("zoom");
    if (!zoom || zoom === ROOT_KEY) return stacks;
    return stacks.filter((s) => s.stack.reduce(([at, hit], fn) => [key(at + functionKey(fn)), hit || key(at + functionKey(fn)) === zoom], [ROOT_KEY, false])[1]);
  };
  const notes = (stacks) => (stacks.length > 0 ? [] : [{ code: "empty_range", text: `no samples of ${wanted.services[0] ?? "any service"} in this range, last seen ${new Date(now - 60000).toISOString()}`, subject: wanted.services[0] ?? "", lastMillis: now - 60_000 }]);

  switch (path) {
    case "/api/v1/status": {
      const revision = Math.floor(now / WINDOW);
      return { version: "0.1.0", nowMillis: now, revision, changed: Number(query.get("since") ?? 0) < revision, oldestMillis: now - KEPT, newestMillis: revision * WINDOW, windowMillis: WINDOW, progress: [] };
    }
    case "/api/v1/services": {
      const totals = new Map();
      load().forEach((s) => totals.set(s.attributes["service.name"], (totals.get(s.attributes["service.name"]) ?? 0) + s.value));
      const rows = [...totals].map(([name, total]) => ({ name, total, windows: Math.floor(covered / WINDOW), processes: 1, firstMillis: now - KEPT, lastMillis: now - WINDOW }));
      const { rows: services, ...rest } = page(rows, query, "total", "desc");
      return { ...unitOf(wanted.type), services, ...rest, notes: [] };
    }
    case "/api/v1/types":
      return { count: TYPES.length, types: TYPES.map((type) => ({ ...unitOf(type), id: type.id, type: type.type, title: type.title, total: 1e9, windows: 90, lastMillis: now - WINDOW })), next: null, notes: [] };
    case "/api/v1/attributes":
      return { count: 4, attributes: ["host.name", "k8s.namespace.name", "service.name", "thread.name"].map((name) => ({ key: name, on: ["resource"], values: 3, valuesCapped: false })), next: null, notes: [] };
    case "/api/v1/attribute-values": {
      const totals = new Map();
      load({ ...wanted, filters: wanted.filters.filter((filter) => filter.name !== query.get("key")) }).forEach((s) => {
        const value = s.attributes[query.get("key")] ?? null;
        if ((value ?? "").startsWith(query.get("prefix") ?? "")) totals.set(value, (totals.get(value) ?? 0) + s.value);
      });
      const rows = [...totals].map(([value, total]) => ({ value, total, name: value ?? "" }));
      const { rows: values, ...rest } = page(rows, query, "total", "desc");
      return { key: query.get("key"), unit: wanted.type.unit, values: values.map(({ value, total }) => ({ value, total })), ...rest, notes: [] };
    }
    case "/api/v1/series": {
      const span = Math.max(1, wanted.until - wanted.from);
      const step = Number(query.get("step") ?? [1e4, 3e4, 6e4, 3e5, 9e5, 36e5, 216e5].find((size) => span / size <= 300) ?? 216e5);
      const start = Math.floor(wanted.from / step) * step;
      const points = Math.ceil((wanted.until - start) / step);
      const by = query.get("by");
      const groups = new Map();
      const seen = new Array(points).fill(0);
      for (const s of chosen(wanted, now)) {
        const value = by ? s.attributes[by] ?? null : null;
        if (!groups.has(value)) groups.set(value, new Array(points).fill(null));
        const at = Math.floor((s.start - start) / step);
        groups.get(value)[at] = (groups.get(value)[at] ?? 0) + (wanted.type.accumulation === "stock" ? Math.floor(s.value / (step / WINDOW)) : s.value);
        seen[at] |= 1 << Math.min(30, Math.floor(((s.start - start) % step) / WINDOW));
      }
      const series = [...groups].map(([value, values]) => ({ value, rest: false, total: values.reduce((a, b) => a + (b ?? 0), 0), values })).sort((a, b) => b.total - a.total);
      const most = Number(query.get("limit") ?? 8);
      const over = series.splice(most);
      if (over.length > 0) series.push({ value: null, rest: true, total: over.reduce((a, s) => a + s.total, 0), values: seen.map((_, at) => (over.some((s) => s.values[at] !== null) ? over.reduce((a, s) => a + (s.values[at] ?? 0), 0) : null)) });
      const totals = seen.map((mask, at) => (mask ? series.reduce((a, s) => a + (s.values[at] ?? 0), 0) : null));
      return { ...unitOf(wanted.type), startMillis: start, stepMillis: step, points, total: totals.reduce((a, b) => a + (b ?? 0), 0), coveredMillis: totals.map((total) => (total === null ? 0 : Math.min(step, span))), totals, series, notes: [] };
    }
    case "/api/v1/flamegraph": {
      const stacks = load();
      const whole = columns(tree(stacks, pattern, TOTAL), { zoom: query.get("zoom"), minShare, pattern });
      const matched = stacks.filter((s) => s.match);
      return { ...unitOf(wanted.type), fromMillis: wanted.from, untilMillis: wanted.until, coveredMillis: covered, windows: Math.floor(covered / WINDOW), total: sum(stacks), incomplete: Math.floor(sum(stacks) * 0.012), ...whole,
        search: pattern ? { pattern: pattern.source, total: sum(matched), functions: functionsOf(stacks).filter((fn) => pattern.test(fn.name)).length } : null, notes: notes(stacks) };
    }
    case "/api/v1/top":
    case "/api/v1/search": {
      const stacks = under(load());
      let rows = functionsOf(stacks);
      if (pattern) rows = rows.filter((row) => pattern.test(row.name));
      const sort = path.endsWith("top") ? query.get("sort") ?? "self" : "total";
      const { rows: functions, ...rest } = page(rows, query, sort, query.get("order") ?? (sort === "name" ? "asc" : "desc"));
      return { ...unitOf(wanted.type), total: sum(stacks), matched: sum(stacks.filter((s) => s.match)), functions, ...rest, notes: notes(stacks) };
    }
    case "/api/v1/sandwich": {
      const stacks = load();
      const wantedKey = query.get("function");
      const below = [];
      const above = [];
      for (const s of stacks) {
        const at = s.stack.findIndex((fn) => functionKey(fn) === wantedKey);
        if (at >= 0) {
          below.push({ ...s, stack: s.stack.slice(at + 1), fn: s.stack[at] });
          above.push({ ...s, stack: s.stack.slice(0, at).reverse() });
        }
      }
      if (below.length === 0) throw new Refused(404, "not_found", "the selection has no function with this key", "function");
      const fn = { key: wantedKey, ...below[0].fn };
      const options = { minShare, pattern };
      const callees = columns(tree(below, pattern, fn), options);
      const callers = columns(tree(above, pattern, fn), options);
      callers.boxes.function = callers.boxes.function.map((number) => number + callees.functions.length);
      const self = sum(below.filter((s) => s.stack.length === 0));
      return { ...unitOf(wanted.type), all: sum(stacks), function: fn, self, total: sum(below), minShare, lines: [{ line: 41, self, total: sum(below) }], functions: [...callees.functions, ...callers.functions], callees: callees.boxes, callers: callers.boxes, search: null, notes: [] };
    }
    case "/api/v1/diff":
    case "/api/v1/diff-top": {
      const stacks = [...load(), ...load(selection(query, now, true), 1)];
      const totals = { total: sum(stacks, 0), baseTotal: sum(stacks, 1) };
      if (path.endsWith("top")) {
        const rows = functionsOf(stacks, true);
        rows.forEach((row) => (row.change = Math.abs(row.self / (totals.total || 1) - row.baseSelf / (totals.baseTotal || 1))));
        const sort = query.get("sort") ?? "change";
        const { rows: functions, ...rest } = page(rows, query, sort, query.get("order") ?? (sort === "name" ? "asc" : "desc"));
        return { ...unitOf(wanted.type), ...totals, functions, ...rest, notes: [] };
      }
      return { ...unitOf(wanted.type), ...totals, coveredMillis: covered, baseCoveredMillis: covered, windows: 90, baseWindows: 90, ...columns(tree(stacks, pattern, TOTAL), { zoom: query.get("zoom"), minShare, pattern, compare: true }), search: null, notes: [] };
    }
    case "/api/v1/health":
      return health(now);
    case "/api/v1/download":
      return { text: load().map((s) => `${s.stack.map((fn) => fn.name.replaceAll(";", ":")).join(";")} ${s.value}\n`).join("") };
    default:
      throw new Refused(404, "not_found", "no such path", null);
  }
}

function health(now) {
  return {
    state: "warning",
    advice: "exporter otel: the receiver at localhost:4317 refuses connections; start it or remove the exporter",
    gadgets: [{ name: "profile_cpu", state: "ok", text: "running", fault: null, samplesPerSecond: 388.2, samples: 349380, lost: { ring_full: 0 }, lastLossMillis: null, completeShare: 0.987, endReasons: { no_unwind_row: 31, frame_pointer_lost: 12 },
      processes: [{ pid: 4121, name: "java", service: "checkout", samples: 91000, completeShare: 0.999, endReasons: { no_unwind_row: 3 } }, { pid: 733, name: "postgres", service: "postgres", samples: 42000, completeShare: 0.871, endReasons: { no_unwind_row: 28, frame_pointer_lost: 12 } }] }],
    exporters: [{ name: "otel", state: "warning", text: "connection refused", endpoint: "localhost:4317", level: null, queueBytes: 18022400, queueLimitBytes: 536870912, oldestMillis: now - 300_000, lastSuccessMillis: null, lastError: "UNAVAILABLE: connection refused <b>bold</b>", lastErrorMillis: now - 8000, nextTryMillis: now + 7000, accepted: 12000, exported: 0, dropped: { queue_full: 0 }, rejected: { invalid: 0 }, held: 12000, dividedSamples: 0 }],
    receivers: [{ name: "otlp/grpc", state: "ok", text: "listening", address: "127.0.0.1:4317", accepted: 512, refused: { too_large: 0 }, senders: [{ peer: "127.0.0.1", format: "otlp", level: "1.10", accepted: 512, refused: { too_large: 0 }, lastMillis: now - 4000 }] },
      { name: "pprof/upload", state: "ok", text: "listening", address: "127.0.0.1:8028", accepted: 0, refused: {}, senders: [] }],
    targets: [],
    store: { state: "ok", text: "writing", bytes: 48234496, limitBytes: 1073741824, retentionMillis: 86400000, oldestMillis: now - KEPT, newestMillis: now - WINDOW, windows: 8640, dropped: { queue_full: 0, disk_full: 0, corrupt: 0 }, expiredWindows: 120 },
    agents: [{ service: "checkout", pid: 4121, version: "0.1.0", state: "ok", text: "sending", lastMillis: now - 6000 }],
    truncated: false,
  };
}
