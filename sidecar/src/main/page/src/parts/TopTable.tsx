/** Functions with self and total: the table beside the graph, and its twin for those who cannot see it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FunctionRow, TopAnswer } from "../api.ts";
import { changeInk, frameInk, type ColourBy, type Theme } from "../colours.ts";
import { packageOf, shorten, visible } from "../names.ts";
import type { SortColumn } from "../state.ts";
import { formatPoints, formatRaw, formatShare, formatValue, type Unit } from "../units.ts";
import { rowsShown } from "./virtual.ts";

interface Props {
  readonly answer: TopAnswer | null;
  readonly compare: boolean;
  readonly unit: Unit;
  readonly theme: Theme;
  readonly colour: ColourBy;
  readonly fn: string;
  readonly sort: SortColumn;
  readonly ascending: boolean;
  readonly onSort: (column: SortColumn) => void;
  readonly onPick: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly onMore: () => void;
}

const ROW = 26;

interface Column {
  readonly id: SortColumn;
  readonly title: string;
  readonly hint: string;
}

const COLUMNS: readonly Column[] = [
  { id: "name", title: "Function", hint: "name of the function" },
  { id: "self", title: "Self", hint: "in the function itself, without what it calls" },
  { id: "total", title: "Total", hint: "in the function and all that it calls; recursion counts once" },
];
const CHANGE: Column = { id: "change", title: "Change", hint: "change of the share of self, in percentage points" };

export function TopTable(props: Props) {
  const { answer, compare } = props;
  const body = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, height: 400 });
  const [active, setActive] = useState(0);
  const rows = answer?.functions ?? [];

  useLayoutEffect(() => {
    const element = body.current!;
    const observer = new ResizeObserver(() => setPlace((old) => ({ ...old, height: element.clientHeight })));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = rowsShown(rows.length, ROW, place.top, place.height);
  useEffect(() => {
    if (answer?.next && shown.end >= rows.length - 20) {
      props.onMore();
    }
  }, [shown.end, rows.length, answer?.next]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) {
      return; // a key for a button of the head
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (step) {
      const next = Math.max(0, Math.min(rows.length - 1, active + step));
      setActive(next);
      reveal(body.current!, next);
    } else if (event.key === "Enter" && rows[active]) {
      props.onOpen(rows[active].key);
    } else if (event.key === " " && rows[active]) {
      props.onPick(rows[active].key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const widest = rows.reduce((most, row) => Math.max(most, row.self), 0);
  const columns = compare ? [COLUMNS[0]!, COLUMNS[1]!, CHANGE] : COLUMNS;
  return (
    <div
      class={`table ${compare ? "compare" : ""}`}
      role="grid"
      tabIndex={0}
      aria-label="Functions: arrows move, Enter opens callers and callees"
      aria-rowcount={(answer?.count ?? 0) + 1}
      aria-activedescendant={rows[active] ? `row-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            class={`cell ${column.id}`}
            aria-sort={props.sort === column.id ? (props.ascending ? "ascending" : "descending") : "none"}
          >
            <button type="button" title={column.hint} onClick={() => props.onSort(column.id)}>
              {column.title}
              <span class="sort-mark" aria-hidden="true">
                {props.sort === column.id ? (props.ascending ? "▲" : "▼") : ""}
              </span>
            </button>
          </div>
        ))}
      </div>
      <div
        class="table-body"
        ref={body}
        role="rowgroup"
        onScroll={(event) => setPlace({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      >
        {answer === null && <WaitingRows />}
        <div class="table-sheet" style={{ height: `${rows.length * ROW}px` }}>
          {rows.slice(shown.first, shown.end).map((row, i) => (
            <Row
              key={row.key}
              row={row}
              at={shown.first + i}
              active={shown.first + i === active}
              widest={widest}
              {...props}
              onPick={(key) => {
                setActive(shown.first + i);
                props.onPick(key);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Row({ row, at, active, ...props }: Props & { row: FunctionRow; at: number; active: boolean; widest: number }) {
  const { answer, unit, compare } = props;
  const whole = answer!.total;
  const { short, prefix } = shorten(row);
  const share = whole > 0 ? row.self / whole : 0;
  const bar = props.widest > 0 ? row.self / props.widest : 0;
  const baseShare = compare && answer!.baseTotal ? (row.baseSelf ?? 0) / answer!.baseTotal : 0;
  const points = 100 * (share - baseShare);
  const ink = compare ? changeInk(Math.max(-1, Math.min(1, points / 5)), props.theme) : frameInk(row, props.colour, props.theme);
  return (
    <div
      id={`row-${at}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-selected={row.key === props.fn}
      class={`table-row ${active ? "active" : ""} ${row.key === props.fn ? "picked" : ""}`}
      style={{ transform: `translateY(${at * ROW}px)` }}
      onFocus={handToGrid}
      onClick={() => props.onPick(row.key)}
      onDblClick={() => props.onOpen(row.key)}
    >
      <div role="gridcell" class="cell name" title={`${visible(row.name)}\n${visible(packageOf(row))}`}>
        <span class="share-bar" style={{ width: `${(100 * bar).toFixed(2)}%`, background: ink.fill }} />
        <span class="swatch" style={{ background: ink.fill }} />
        <span class="label">
          {short}
          {prefix && <span class="prefix"> {prefix}</span>}
        </span>
      </div>
      <Amount value={row.self} whole={whole} unit={unit} />
      {compare ? (
        <div role="gridcell" class="cell number" title={`${formatShare(row.baseSelf ?? 0, answer!.baseTotal ?? 0)} before, ${formatShare(row.self, whole)} now`}>
          <span class="share">{formatPoints(points)}</span>
          <span class="amount">{(row.baseTotal ?? 0) === 0 ? "new" : row.total === 0 ? "gone" : "points"}</span>
        </div>
      ) : (
        <Amount value={row.total} whole={whole} unit={unit} />
      )}
    </div>
  );
}

/** The grid holds the keyboard: a row leaves the document when it is out of sight. */
function handToGrid(event: FocusEvent): void {
  (event.currentTarget as HTMLElement).closest<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
}

/** Grey rows until the first ones come, so that nothing moves then. */
function WaitingRows() {
  return (
    <div class="waiting-rows" aria-hidden="true">
      {Array.from({ length: 14 }, (_, i) => (
        <span key={i} style={{ width: `${62 - 3 * i}%` }} />
      ))}
    </div>
  );
}

function Amount({ value, whole, unit }: { value: number; whole: number; unit: Unit }) {
  return (
    <div role="gridcell" class="cell number" title={formatRaw(value, unit)}>
      <span class="share">{formatShare(value, whole)}</span>
      <span class="amount">{value === 0 ? "" : formatValue(value, unit)}</span>
    </div>
  );
}

function reveal(element: HTMLElement, row: number): void {
  const top = row * ROW;
  if (top < element.scrollTop) {
    element.scrollTop = top;
  } else if (top + ROW > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + ROW - element.clientHeight;
  }
}
