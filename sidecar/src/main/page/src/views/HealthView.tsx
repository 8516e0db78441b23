/** Whether the profiler itself tells the truth: one table a kind, newest trouble first. */
import { useState } from "preact/hooks";
import type { Health, HealthRow, HealthState } from "../api.ts";
import { visible } from "../names.ts";
import type { Answer } from "../query.ts";
import type { Zone } from "../state.ts";
import { ago, dayAndClock, duration } from "../time.ts";
import { formatBytes, formatCount } from "../units.ts";
import { Skeleton, Trouble } from "../parts/states.tsx";

interface Context {
  readonly zone: Zone;
  readonly nowMillis: number;
}

interface Column {
  readonly title: string;
  /** What of the row it shows, so that the opened row need not. */
  readonly of: readonly string[];
  readonly number?: boolean;
  readonly cell: (row: HealthRow, context: Context) => string;
}

interface Kind {
  readonly id: "gadgets" | "exporters" | "receivers" | "targets" | "agents";
  readonly title: string;
  readonly name: (row: HealthRow) => string;
  readonly columns: readonly Column[];
  readonly none: string;
}

const text = (member: string): Column["cell"] => (row) => String(row[member] ?? "–");
const count = (member: string): Column["cell"] => (row) => (typeof row[member] === "number" ? formatCount(row[member]) : "–");
const when = (member: string): Column["cell"] => (row, { nowMillis }) => (typeof row[member] === "number" ? ago(row[member], nowMillis) : "never");
const share = (member: string): Column["cell"] => (row) => (typeof row[member] === "number" ? `${(100 * row[member]).toFixed(1)} %` : "–");
const reasons = (member: string): Column["cell"] => (row) => reasonText(row[member]);
/** Marked where a part of the count is divided in proportion, since nobody knows more. */
const estimated =
  (cell: Column["cell"]): Column["cell"] =>
  (row, context) => (Number(row["dividedSamples"] ?? 0) > 0 ? `≈ ${cell(row, context)}` : cell(row, context));

const KINDS: readonly Kind[] = [
  {
    id: "gadgets",
    title: "Gadgets",
    name: (row) => String(row["name"]),
    none: "No gadget runs: this daemon takes in what others send.",
    columns: [
      { title: "Samples/s", of: ["samplesPerSecond"], number: true, cell: count("samplesPerSecond") },
      { title: "Samples", of: ["samples"], number: true, cell: count("samples") },
      { title: "Complete stacks", of: ["completeShare"], number: true, cell: share("completeShare") },
      { title: "Lost", of: ["lost"], cell: reasons("lost") },
      { title: "Why stacks ended early", of: ["endReasons"], cell: reasons("endReasons") },
    ],
  },
  {
    id: "exporters",
    title: "Exporters",
    name: (row) => String(row["name"]),
    none: "No exporter: profiles stay in the store of this machine.",
    columns: [
      { title: "To", of: ["endpoint"], cell: text("endpoint") },
      { title: "Queue", of: ["queueBytes", "queueLimitBytes"], number: true, cell: (row) => `${formatBytes(Number(row["queueBytes"] ?? 0))} of ${formatBytes(Number(row["queueLimitBytes"] ?? 0))}` },
      { title: "Oldest", of: [], number: true, cell: (row, context) => (row["oldestMillis"] ? when("oldestMillis")(row, context) : "–") },
      { title: "Last success", of: [], number: true, cell: when("lastSuccessMillis") },
      { title: "Next try", of: [], number: true, cell: (row, context) => (row["nextTryMillis"] ? when("nextTryMillis")(row, context) : "–") },
      { title: "Exported", of: ["exported"], number: true, cell: estimated(count("exported")) },
      { title: "Dropped", of: ["dropped"], cell: estimated(reasons("dropped")) },
      { title: "Rejected", of: ["rejected"], cell: estimated(reasons("rejected")) },
    ],
  },
  {
    id: "receivers",
    title: "Receivers",
    name: (row) => String(row["name"]),
    none: "No receiver listens.",
    columns: [
      { title: "On", of: ["address"], cell: text("address") },
      { title: "Senders", of: [], number: true, cell: (row) => formatCount(Array.isArray(row["senders"]) ? row["senders"].length : 0) },
      { title: "Accepted", of: ["accepted"], number: true, cell: count("accepted") },
      { title: "Refused", of: ["refused"], cell: reasons("refused") },
    ],
  },
  { id: "targets", title: "Scrape targets", name: (row) => String(row["name"] ?? row["url"]), none: "", columns: [{ title: "Last run", of: [], number: true, cell: when("lastMillis") }] },
  {
    id: "agents",
    title: "Agents seen",
    name: (row) => String(row["service"]),
    none: "No JVM agent has sent to this daemon.",
    columns: [
      { title: "Process", of: ["pid"], number: true, cell: text("pid") },
      { title: "Version", of: ["version"], cell: text("version") },
      { title: "Last heard", of: [], number: true, cell: when("lastMillis") },
    ],
  },
];
/** Members that count what is in no profile. */
const LOSSES = ["lost", "dropped", "rejected", "refused"];
const LOST_FILES = ["corruptFiles", "lostWindows"];
const SHOWN_ABOVE = new Set(["name", "state", "text"]);
const ORDER: Record<HealthState, number> = { error: 0, warning: 1, ok: 2 };
const STATE_WORDS: Record<HealthState, string> = { ok: "ok", warning: "look at it", error: "broken" };

export function HealthView({ answer, zone, nowMillis }: { answer: Answer<Health>; zone: Zone; nowMillis: number }) {
  const { data, error } = answer;
  if (!data) {
    return <main class="document">{error ? <Trouble error={error} since="" /> : answer.slow ? <Skeleton /> : null}</main>;
  }
  const context = { zone, nowMillis };
  return (
    <main class="document health" id="main">
      <h1 class="unseen">Health</h1>
      <p class={`verdict ${data.state}`} role="status">
        <StateMark state={data.state} />
        {data.state === "ok" ? wellText(data) : visible(data.advice ?? "Something needs a look.")}
      </p>
      {KINDS.filter((kind) => data[kind.id].length > 0 || kind.none !== "").map((kind) => (
        <section key={kind.id} aria-labelledby={`health-${kind.id}`}>
          <h2 id={`health-${kind.id}`}>{kind.title}</h2>
          {data[kind.id].length === 0 ? <p class="hint">{kind.none}</p> : <Table kind={kind} rows={data[kind.id]} context={context} />}
        </section>
      ))}
      {data.store && <Store row={data.store} context={context} />}
      {data.truncated && <p class="hint">Only the first 500 rows of a kind are shown.</p>}
    </main>
  );
}

/** Nothing is wrong now; whether something was, the counters say. */
export function wellText(health: Health): string {
  const rows = [...health.gadgets, ...health.exporters, ...health.receivers, ...(health.store ? [health.store] : [])];
  const lossless = rows.every((row) => LOSSES.every((member) => reasonText(row[member] ?? {}) === "none") && LOST_FILES.every((member) => !row[member]));
  return lossless ? "All is well: nothing is lost, everything is sent." : "All is well now. What was lost before is counted below.";
}

function Table({ kind, rows, context }: { kind: Kind; rows: readonly HealthRow[]; context: Context }) {
  const sorted = [...rows].sort((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <div class="scroll-x">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            {kind.columns.map((column) => (
              <th key={column.title} scope="col" class={column.number ? "number" : ""}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, i) => (
            <HealthLine key={`${kind.name(row)}-${i}`} kind={kind} row={row} context={context} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HealthLine({ kind, row, context }: { kind: Kind; row: HealthRow; context: Context }) {
  const [open, setOpen] = useState(row.state !== "ok");
  const name = visible(kind.name(row));
  return (
    <>
      <tr class={open ? "open" : ""}>
        <th scope="row">
          <button type="button" class="opener" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span aria-hidden="true">{open ? "▾" : "▸"}</span> {name}
          </button>
        </th>
        <td>
          <StateMark state={row.state} /> {visible(row.text ?? STATE_WORDS[row.state])}
        </td>
        {kind.columns.map((column) => (
          <td key={column.title} class={column.number ? "number" : ""}>
            {visible(column.cell(row, context))}
          </td>
        ))}
      </tr>
      {open && (
        <tr class="opened">
          <td colSpan={kind.columns.length + 2}>
            <Members row={row} context={context} above={kind.columns.flatMap((column) => column.of)} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Members of a row by name: lists of rows as tables, times as times, bytes as bytes. */
function Members({ row, context, above }: { row: HealthRow; context: Context; above: readonly string[] }) {
  const members = Object.entries(row).filter(([name, value]) => !SHOWN_ABOVE.has(name) && !above.includes(name) && value !== null && value !== undefined && !(name === "dividedSamples" && value === 0));
  const lists = members.filter((member): member is [string, HealthRow[]] => Array.isArray(member[1]) && member[1].length > 0);
  const plain = members.filter(([, value]) => !Array.isArray(value));
  return (
    <div class="members">
      <dl>
        {plain.map(([name, value]) => (
          <div key={name}>
            <dt>{memberTitle(name)}</dt>
            <dd>
              {memberText(name, value, context)
                .split("\n")
                .map((line, i) => (
                  <span key={i} class="line">
                    {visible(line)}
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {lists.map(([name, rows]) => {
        const titles = Object.keys(rows[0]!);
        return (
          <table key={name} class="rows inner">
            <caption>{memberTitle(name)}</caption>
            <thead>
              <tr>
                {titles.map((title) => (
                  <th key={title} scope="col">
                    {memberTitle(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((inner, i) => (
                <tr key={i}>
                  {titles.map((title) => (
                    <td key={title}>{visible(memberText(title, inner[title], context))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

export function memberTitle(name: string): string {
  const words = name.replace(/^(last|next)(.*)Millis$/, "$1$2At").replace(/(Millis|Bytes)$/, "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function memberText(name: string, value: unknown, { zone, nowMillis }: Context): string {
  if (value === null || value === undefined) {
    return "–";
  }
  if (typeof value === "number") {
    if (name === "retentionMillis") {
      return duration(value);
    }
    if (name.endsWith("Millis")) {
      return `${dayAndClock(value, zone)} (${ago(value, nowMillis)})`;
    }
    if (name.toLowerCase().endsWith("bytes")) {
      return formatBytes(value);
    }
    return name.endsWith("Share") ? `${(100 * value).toFixed(1)} %` : name === "pid" ? String(value) : formatCount(value);
  }
  return typeof value === "object" ? reasonText(value) : String(value);
}

/** Counters by reason; those at 0 say nothing. */
export function reasonText(counters: unknown): string {
  if (typeof counters !== "object" || counters === null) {
    return "–";
  }
  const some = Object.entries(counters).filter(([, n]) => n !== 0);
  return some.length === 0 ? "none" : some.map(([reason, n]) => `${formatCount(Number(n))} ${reason.replaceAll("_", " ")}`).join(", ");
}

function Store({ row, context }: { row: HealthRow; context: Context }) {
  const bytes = Number(row["bytes"] ?? 0);
  const limit = Number(row["limitBytes"] ?? 0);
  return (
    <section aria-labelledby="health-store">
      <h2 id="health-store">Store</h2>
      <p class="store-line">
        <StateMark state={row.state} /> {visible(row.text ?? "")} · {formatBytes(bytes)} of {formatBytes(limit)}
        <span class="gauge" role="img" aria-label={`${formatBytes(bytes)} of ${formatBytes(limit)}`}>
          <span style={{ width: `${limit > 0 ? Math.min(100, (100 * bytes) / limit) : 0}%` }} />
        </span>
      </p>
      <Members row={row} context={context} above={["bytes", "limitBytes"]} />
    </section>
  );
}

/** A shape and a word beside the colour. */
export function StateMark({ state }: { state: HealthState }) {
  const shape = { ok: "●", warning: "▲", error: "■" }[state];
  return (
    <span class={`state ${state}`} role="img" aria-label={STATE_WORDS[state]}>
      {shape}
    </span>
  );
}
