/** Timeline, table and graph of one selection. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  comparisonOf,
  groupOf,
  narrowedOf,
  selectionOf,
  type ApiError,
  type DiffAnswer,
  type FlameAnswer,
  type Note,
  type SandwichAnswer,
  type Series,
  type TopAnswer,
} from "../api.ts";
import type { Theme } from "../colours.ts";
import type { Live } from "../live.ts";
import { FirstData, Nothing, noteText, Skeleton, Trouble, type Remedy } from "../parts/states.tsx";
import { Timeline } from "../parts/Timeline.tsx";
import { TopTable } from "../parts/TopTable.tsx";
import { isSettled, useAnswer, type Answer } from "../query.ts";
import { INITIAL, type SortColumn, type Span, type State } from "../state.ts";
import { clock, spanText } from "../time.ts";
import { formatValue, type Unit } from "../units.ts";
import { Details, type Detail } from "./Details.tsx";
import { DiffBar, diffGroup } from "./DiffBar.tsx";
import { DiffPane } from "./DiffPane.tsx";
import { FlamePane, flameSummary, searchSummary } from "./FlamePane.tsx";
import { patternOf } from "./look.ts";
import type { PaneProps } from "./pane.ts";
import { SandwichPane } from "./SandwichPane.tsx";
import { TimelineLegend } from "./TimelineLegend.tsx";
import { GraphTools, KindLegend } from "./GraphTools.tsx";

interface Props {
  readonly state: State;
  readonly live: Live;
  readonly timeline: Span;
  readonly shown: Span;
  readonly base: Span;
  readonly theme: Theme;
  readonly onChange: (change: Partial<State>) => void;
  readonly onHelp: () => void;
}

const FIRST_ROWS = 200;
const MOST_ROWS = 10_000;
/** Asks for everything; the server still bounds the number of boxes. */
const SMALLEST_SHARE = "0";

export function Explorer(props: Props) {
  const { state, live, timeline, shown, base, theme, onChange } = props;
  const [rows, setRows] = useState(FIRST_ROWS);
  const [hovered, setHovered] = useState<Detail | null>(null);
  const [kept, setKept] = useState<Detail | null>(null);
  const [kind, setKind] = useState("");
  const ready = live.nowMillis > 0;
  const isDiff = state.view === "diff";
  const isSandwich = state.view === "sandwich";
  const search = useSettled(useLastValid(state.search));
  const asked = { ...state, search };

  // A comparison shows both of its ranges on the timeline.
  const axis = isDiff ? { from: Math.min(base.from, timeline.from), until: Math.max(base.until, timeline.until) } : timeline;
  const series = useAnswer<Series>("series", ready ? seriesQuery(state, axis) : null);
  const ofGraph = flameQuery(asked, shown);
  const flame = useAnswer<FlameAnswer>("flamegraph", ready && state.view === "flame" ? ofGraph : null);
  // The table waits for the graph: it would only take time from it, and is made of the same merge.
  const graphCame = state.view !== "flame" || isSettled(flame, "flamegraph", ofGraph);
  const top = useAnswer<TopAnswer>("top", ready && !isDiff && graphCame ? topQuery(asked, shown, rows) : null);
  const sandwich = useAnswer<SandwichAnswer>("sandwich", ready && isSandwich && state.fn ? sandwichQuery(asked, shown) : null);
  const diff = useAnswer<DiffAnswer>("diff", ready && isDiff ? diffQuery(asked, shown, base) : null);
  const diffTop = useAnswer<TopAnswer>("diff-top", ready && isDiff ? diffTopQuery(asked, shown, base, rows) : null);

  const view: Answer<FlameAnswer | SandwichAnswer | DiffAnswer> = isDiff ? diff : isSandwich ? sandwich : flame;
  const table = isDiff ? diffTop : top;
  const unit = unitOf(state, view.data ?? table.data ?? series.data);
  useDroppedZoom(view.error, state, onChange);

  const open = (fn: string): void => onChange({ view: "sandwich", fn });
  const focusOn = (focus: string): void => onChange({ focus, zoom: "", view: "flame" });
  const pane: PaneProps = {
    state,
    theme,
    unit,
    kind,
    onZoom: (zoom) => zoom !== state.zoom && onChange({ zoom }),
    onDetailed: () => onChange({ detailed: true }),
    onDetail: (detail, stays) => {
      setHovered(detail);
      if (stays) {
        setKept(detail);
      }
    },
    onKey: (key, fn) => {
      if (fn.type === "total" || fn.type === "group") {
        return false;
      }
      if (key === "f") {
        focusOn(fn.key);
      } else if (key === "s") {
        open(fn.key);
      } else {
        return false;
      }
      return true;
    },
  };
  const detail = hovered ?? kept ?? detailOfRow(table.data, state.fn, (shown.until - shown.from) / 1000);
  useFocusKey(detail, focusOn, open);
  const sortBy = (column: SortColumn): void =>
    onChange(state.sort === column ? { ascending: !state.ascending } : { sort: column, ascending: column === "name" });

  return (
    <main class="explorer" id="main">
      <h1 class="unseen">Profiles</h1>
      <section class="timeline-row" aria-label="Timeline">
        <TimelineLegend state={state} series={series.data} theme={theme} onChange={onChange} />
        <Timeline
          series={series.data}
          unit={unitOf(state, series.data)}
          span={axis}
          selected={state.selected || isDiff ? shown : null}
          base={isDiff ? base : null}
          theme={theme}
          zone={state.zone}
          onSelect={(span) => onChange({ selected: span ? [span.from, span.until] : null, ...(span ? {} : { base: { ...state.base, from: null, until: null } }) })}
          onBase={(span) => onChange({ view: "diff", base: { ...state.base, from: String(span.from), until: String(span.until) } })}
        />
      </section>
      {isDiff && <DiffBar state={state} shown={shown} nowMillis={live.nowMillis} theme={theme} onChange={onChange} />}
      <section class="work">
        <TopTable
          answer={table.data}
          compare={isDiff}
          unit={unit}
          theme={theme}
          colour={state.colour}
          fn={state.fn}
          sort={effectiveSort(state, isDiff)}
          ascending={state.ascending}
          onSort={sortBy}
          onPick={(fn) => {
            setKept(null);
            onChange({ fn: fn === state.fn && !isSandwich ? "" : fn });
          }}
          onOpen={open}
          onMore={() => setRows((n) => Math.min(MOST_ROWS, n * 5))}
        />
        <div class="graph">
          <GraphTools {...props} onKind={setKind} />
          <div class="summary">
            <Summary view={view} state={state} unit={unit} shown={shown} nowMillis={live.nowMillis} flame={flame.data} diff={diff.data} onChange={onChange} />
            {!isDiff && view.data && <KindLegend functions={view.data.functions} theme={theme} kind={kind} colour={state.colour} onKind={setKind} />}
          </div>
          <div class={`canvas-area ${view.slow ? "slow" : ""}`} aria-busy={view.loading}>
            <Canvas {...props} pane={pane} view={view} flame={flame} sandwich={sandwich} diff={diff} onOpen={open} />
          </div>
        </div>
      </section>
      <Details
        detail={detail}
        unit={unit}
        hint="Point at a frame to read it, click to zoom, ? for help"
        onCallers={open}
        onFocus={focusOn}
      />
    </main>
  );
}

interface CanvasProps extends Props {
  readonly pane: PaneProps;
  readonly view: Answer<FlameAnswer | SandwichAnswer | DiffAnswer>;
  readonly flame: Answer<FlameAnswer>;
  readonly sandwich: Answer<SandwichAnswer>;
  readonly diff: Answer<DiffAnswer>;
  readonly onOpen: (key: string) => void;
}

/** The graph, or what there is to say instead. */
function Canvas({ state, live, shown, pane, view, flame, sandwich, diff, onChange, onOpen }: CanvasProps) {
  if (live.status && live.status.newestMillis === null) {
    return <FirstData status={live.status} />;
  }
  if (state.view === "sandwich" && !state.fn) {
    return (
      <div class="message" role="status">
        <h2>Choose a function</h2>
        <p>Click one in the table: its callers come above, what it calls below.</p>
      </div>
    );
  }
  const error = view.error ?? (live.status === null ? live.error : null);
  if (error && (view.data === null || error.status < 500)) {
    return <Trouble error={error} since={live.awaySince ? `Since ${clock(live.awaySince, state.zone)}.` : ""} />;
  }
  if (view.data === null) {
    return view.slow || live.status === null ? <Skeleton /> : null;
  }
  if (isEmpty(view.data)) {
    const notes = view.data.notes.filter((note) => note.code !== "incomplete_stacks");
    return <Nothing notes={notes} zone={state.zone} remedy={remedyOf(notes[0]?.code, state, shown, onChange)} />;
  }
  if (state.view === "flame" && flame.data) {
    return <FlamePane {...pane} answer={flame.data} />;
  }
  if (state.view === "sandwich" && sandwich.data) {
    return <SandwichPane {...pane} answer={sandwich.data} seconds={(shown.until - shown.from) / 1000} onOpen={onOpen} />;
  }
  return diff.data ? <DiffPane {...pane} answer={diff.data} /> : null;
}

/** A longer range shows no service that does not exist. */
function remedyOf(code: string | undefined, state: State, shown: Span, onChange: Props["onChange"]): Remedy | null {
  if (code === "unknown_service") {
    return { text: "Show all services", apply: () => onChange({ services: [] }) };
  }
  if (code === "unknown_type") {
    return { text: "Show CPU", apply: () => onChange({ type: INITIAL.type }) };
  }
  if (code === "unknown_attribute") {
    return state.filters.length > 0 ? { text: "Take the filters away", apply: () => onChange({ filters: [] }) } : null;
  }
  return shown.until - shown.from < 3_600_000 ? { text: "Show the last hour", apply: () => onChange({ from: "now-1h", until: "now", selected: null }) } : null;
}

function isEmpty(answer: FlameAnswer | SandwichAnswer | DiffAnswer): boolean {
  return "callers" in answer ? answer.total === 0 : answer.total === 0 && ((answer as DiffAnswer).baseTotal ?? 0) === 0;
}

interface SummaryProps {
  readonly view: Answer<{ readonly notes: readonly Note[] }>;
  readonly state: State;
  readonly unit: Unit;
  readonly shown: Span;
  readonly nowMillis: number;
  readonly flame: FlameAnswer | null;
  readonly diff: DiffAnswer | null;
  readonly onChange: (change: Partial<State>) => void;
}

/** One line of fixed height above the graph: totals, what is narrowed, what to know. */
function Summary({ view, state, unit, shown, nowMillis, flame, diff, onChange }: SummaryProps) {
  const found =
    state.search === ""
      ? ""
      : state.view === "flame" && flame
        ? searchSummary(flame.search, flame.total, unit)
        : state.view === "diff" && diff
          ? searchSummary(diff.search, diff.total, unit)
          : "";
  const text = state.view === "flame" && flame ? flameSummary(flame, unit) : state.view === "diff" && diff ? `${formatValue(diff.baseTotal, unit)} → ${formatValue(diff.total, unit)}` : "";
  const notes = view.data?.notes ?? [];
  return (
    <span class="summary-text" role="status" aria-live="polite">
      <b>{text}</b>
      <span>{spanText(shown.from, shown.until, state.zone, nowMillis)}</span>
      {state.selected && <Undo text="whole range" onClick={() => onChange({ selected: null })} />}
      {state.zoom && state.view !== "sandwich" && <Undo text="zoomed in" onClick={() => onChange({ zoom: "" })} />}
      {state.detailed && state.view !== "sandwich" && <Undo text="all small frames" onClick={() => onChange({ detailed: false })} />}
      {state.focus && state.view !== "diff" && <Undo text="focus on one function" onClick={() => onChange({ focus: "" })} />}
      {found && <span class="found">{found}</span>}
      {notes.slice(0, 1).map((note) => (
        <span key={note.code} class="note">
          {emptySide(state, diff)}
          {noteText(note, state.zone)}
        </span>
      ))}
    </span>
  );
}

/** Of a comparison, the side that a note speaks of because the other has samples. */
function emptySide(state: State, diff: DiffAnswer | null): string {
  if (state.view !== "diff" || !diff || diff.total > 0 === diff.baseTotal > 0) {
    return "";
  }
  return diff.total > 0 ? "A: " : "B: ";
}

function Undo({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" class="undo" onClick={onClick} title="take it back">
      {text} <span aria-hidden="true">×</span>
    </button>
  );
}

function unitOf(state: State, answer: { readonly unit: string; readonly accumulation: "flow" | "stock" } | null): Unit {
  const type = state.type.split(":")[0]!;
  return { type, unit: answer?.unit ?? (type === "cpu" ? "nanoseconds" : "count"), accumulation: answer?.accumulation ?? "flow" };
}

function effectiveSort(state: State, isDiff: boolean): SortColumn {
  return isDiff ? (state.sort === "total" || state.sort === "self" ? "change" : state.sort) : state.sort === "change" ? "self" : state.sort;
}

function seriesQuery(state: State, span: Span): URLSearchParams {
  const q = selectionOf(state, span);
  if (groupOf(state)) {
    q.set("by", groupOf(state));
  }
  return q;
}

function flameQuery(state: State, span: Span): URLSearchParams {
  const q = narrowedOf(state, span);
  if (groupOf(state)) {
    q.set("group", groupOf(state));
  }
  putAll(q, { zoom: state.zoom, search: state.search, minShare: state.detailed ? SMALLEST_SHARE : "" });
  return q;
}

function topQuery(state: State, span: Span, rows: number): URLSearchParams {
  const q = narrowedOf(state, span);
  putAll(q, { search: state.search, limit: String(rows), sort: effectiveSort(state, false), order: state.ascending ? "asc" : "desc" });
  return q;
}

function sandwichQuery(state: State, span: Span): URLSearchParams {
  const q = narrowedOf(state, span);
  putAll(q, { function: state.fn, search: state.search });
  return q;
}

function diffQuery(state: State, span: Span, base: Span): URLSearchParams {
  const q = comparisonOf(state, span, base);
  putAll(q, { group: diffGroup(state), zoom: state.zoom, search: state.search, minShare: state.detailed ? SMALLEST_SHARE : "" });
  return q;
}

function diffTopQuery(state: State, span: Span, base: Span, rows: number): URLSearchParams {
  const q = comparisonOf(state, span, base);
  putAll(q, { search: state.search, limit: String(rows), sort: effectiveSort(state, true), order: state.ascending ? "asc" : "desc" });
  return q;
}

function putAll(query: URLSearchParams, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value) {
      query.set(name, value);
    }
  }
}

const SETTLE_MILLIS = 120;

/** What is typed, once it has rested for a moment: each letter would else be a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MILLIS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** An expression is mostly unfinished while it is typed: until it is whole the one before holds. */
function useLastValid(search: string): string {
  const last = useRef("");
  if (search === "" || patternOf(search) !== null) {
    last.current = search;
  }
  return last.current;
}

/** A box that this selection does not hold cannot be zoomed to: then all of it is shown. */
function useDroppedZoom(error: ApiError | null, state: State, onChange: (change: Partial<State>) => void): void {
  useEffect(() => {
    if (error?.status === 404 && error.parameter === "zoom" && state.zoom) {
      onChange({ zoom: "" });
    }
  }, [error]);
}

/** `f` and `s` mean the function in the line of details, wherever the focus is. */
function useFocusKey(detail: Detail | null, focusOn: (key: string) => void, open: (key: string) => void): void {
  const latest = useRef({ detail, focusOn, open });
  latest.current = { detail, focusOn, open };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const current = latest.current.detail;
      if (!current || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || target.closest("dialog")) {
        return;
      }
      if (current.fn.type === "total" || current.fn.type === "group") {
        return;
      }
      if (event.key === "f") {
        latest.current.focusOn(current.fn.key);
      } else if (event.key === "s") {
        latest.current.open(current.fn.key);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function detailOfRow(table: TopAnswer | null, fn: string, seconds: number): Detail | null {
  const row = fn ? table?.functions.find((candidate) => candidate.key === fn) : undefined;
  return row ? { fn: row, total: row.total, self: row.self, whole: table!.total, seconds, change: null } : null;
}
