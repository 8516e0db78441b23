/** The requests of docs/api.md that the page makes, and the answers' forms. */
import type { Boxes } from "./graph/tree.ts";
import type { FunctionInfo } from "./names.ts";
import type { Span, State } from "./state.ts";

export interface Note {
  readonly code: string;
  readonly text: string;
  readonly subject?: string | null;
  readonly lastMillis?: number | null;
  readonly share?: number | null;
  readonly count?: number | null;
}

interface Measured {
  readonly unit: string;
  readonly accumulation: "flow" | "stock";
  readonly notes: readonly Note[];
}

interface Paged {
  readonly count: number;
  readonly next: string | null;
}

export interface Status {
  readonly version: string;
  readonly nowMillis: number;
  readonly revision: number;
  readonly changed: boolean;
  readonly oldestMillis: number | null;
  readonly newestMillis: number | null;
  readonly windowMillis: number;
  readonly progress: readonly { readonly what: string; readonly state: string; readonly text: string }[];
}

export interface ServiceRow {
  readonly name: string;
  readonly total: number;
  readonly processes: number;
  readonly lastMillis: number;
}

export interface Services extends Measured, Paged {
  readonly services: readonly ServiceRow[];
}

export interface TypeRow {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly unit: string;
  readonly accumulation: "flow" | "stock";
  readonly total: number;
}

export interface Types extends Paged {
  readonly types: readonly TypeRow[];
}

export interface AttributeNames extends Paged {
  readonly attributes: readonly { readonly key: string; readonly values: number; readonly valuesCapped: boolean }[];
}

export interface AttributeValues extends Paged {
  readonly unit: string;
  readonly values: readonly { readonly value: string | null; readonly total: number }[];
}

export interface Series extends Measured {
  readonly startMillis: number;
  readonly stepMillis: number;
  readonly points: number;
  readonly total: number;
  readonly coveredMillis: readonly number[];
  readonly totals: readonly (number | null)[];
  readonly series: readonly {
    readonly value: string | null;
    readonly rest: boolean;
    readonly total: number;
    readonly values: readonly (number | null)[];
  }[];
}

export interface FlameAnswer extends Measured {
  readonly coveredMillis: number;
  readonly windows: number;
  readonly total: number;
  readonly incomplete: number;
  readonly minShare: number;
  readonly visible: number;
  readonly functions: readonly FunctionInfo[];
  readonly boxes: Boxes;
  readonly search: { readonly total: number; readonly functions: number } | null;
}

export interface FunctionRow extends FunctionInfo {
  readonly self: number;
  readonly total: number;
  readonly baseSelf?: number;
  readonly baseTotal?: number;
}

export interface TopAnswer extends Measured, Paged {
  readonly total: number;
  readonly baseTotal?: number;
  readonly functions: readonly FunctionRow[];
}

export interface SandwichAnswer extends Measured {
  readonly all: number;
  readonly function: FunctionInfo;
  readonly self: number;
  readonly total: number;
  readonly lines: readonly { readonly line: number; readonly self: number; readonly total: number }[];
  readonly functions: readonly FunctionInfo[];
  readonly callees: Boxes;
  readonly callers: Boxes;
}

export interface DiffAnswer extends Measured {
  readonly total: number;
  readonly baseTotal: number;
  readonly coveredMillis: number;
  readonly baseCoveredMillis: number;
  readonly minShare: number;
  readonly visible: number;
  readonly functions: readonly FunctionInfo[];
  readonly boxes: Boxes;
  readonly search: { readonly total: number; readonly baseTotal: number; readonly functions: number } | null;
}

export type Counters = Readonly<Record<string, number>>;
export type HealthState = "ok" | "warning" | "error";

/** A row of the health view: some members are shown by name, the others as they come. */
export interface HealthRow {
  readonly state: HealthState;
  readonly text?: string;
  readonly [member: string]: unknown;
}

export interface Health {
  readonly state: HealthState;
  readonly advice: string | null;
  readonly gadgets: readonly HealthRow[];
  readonly exporters: readonly HealthRow[];
  readonly receivers: readonly HealthRow[];
  readonly targets: readonly HealthRow[];
  readonly store: HealthRow | null;
  readonly agents: readonly HealthRow[];
  readonly truncated: boolean;
}

/** What the server said no to, or that it did not answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly parameter: string | null,
  ) {
    super(message);
  }
}

const API = "/api/v1/";

export async function get<T>(path: string, query: URLSearchParams, signal?: AbortSignal): Promise<T> {
  const url = urlOf(path, query);
  let response: Response;
  try {
    response = await fetch(url, { signal: signal ?? null, headers: { accept: "application/json" } });
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }
    throw new ApiError(0, "unreachable", "plumbline does not answer", null);
  }
  if (!response.ok) {
    throw await refusal(response);
  }
  return (await response.json()) as T;
}

/** Changes what this browser may see; the token goes in the body, and nowhere else. */
async function post(path: string, body: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(API + path, { method: "POST", body });
  } catch {
    throw new ApiError(0, "unreachable", "plumbline does not answer", null);
  }
  if (!response.ok) {
    throw await refusal(response);
  }
}

export function signIn(token: string): Promise<void> {
  return post("session", token);
}

export function signOut(): Promise<void> {
  return post("session/end", "");
}

async function refusal(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as {
      error: { code: string; message: string; parameter: string | null };
    };
    return new ApiError(response.status, error.code, error.message, error.parameter);
  } catch {
    return new ApiError(response.status, "unknown", `the server answered ${response.status}`, null);
  }
}

export function urlOf(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return API + path + (text === "" ? "" : `?${text}`);
}

/** Parameters of the selection: every request over profiles has all of them. */
export function selectionOf(state: State, span: Span): URLSearchParams {
  const q = new URLSearchParams();
  q.set("from", String(Math.round(span.from)));
  q.set("until", String(Math.round(span.until)));
  q.set("type", state.type);
  state.services.forEach((service) => q.append("service", service));
  state.filters.forEach((filter) => q.append("filter", filter));
  return q;
}

/** The same, and what else narrows the flame graph, the table and downloads. */
export function narrowedOf(state: State, span: Span): URLSearchParams {
  const q = selectionOf(state, span);
  if (state.focus) {
    q.set("focus", state.focus);
  }
  return q;
}

export function comparisonOf(state: State, span: Span, base: Span): URLSearchParams {
  const q = selectionOf(state, span);
  q.set("baseFrom", String(Math.round(base.from)));
  q.set("baseUntil", String(Math.round(base.until)));
  const put = (name: string, values: readonly string[] | null): void => {
    (values?.length === 0 ? [""] : values ?? []).forEach((value) => q.append(name, value));
  };
  put("baseService", state.base.services);
  put("baseFilter", state.base.filters);
  return q;
}

/** Boxes of services stand under the root as long as no single one is looked at. */
export function groupOf(state: State): string {
  return state.services.length === 1 ? "" : "service.name";
}
