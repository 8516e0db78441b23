/** What stands where data would be: waiting, nothing there, or trouble, each with what to do. */
import type { ApiError, Note, Status } from "../api.ts";
import { visible } from "../names.ts";
import type { Zone } from "../state.ts";
import { dayAndClock } from "../time.ts";

export function Skeleton({ rows = 7 }: { rows?: number }) {
  const widths = [100, 92, 74, 66, 41, 33, 20, 14];
  return (
    <div class="skeleton" aria-hidden="true">
      {widths.slice(0, rows).map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** What helps where nothing is shown. */
export interface Remedy {
  readonly text: string;
  readonly apply: () => void;
}

export function Nothing({ notes, zone, remedy }: { notes: readonly Note[]; zone: Zone; remedy: Remedy | null }) {
  const note = notes[0];
  return (
    <div class="message" role="status">
      <h2>No samples here</h2>
      <p>{note ? sentence(noteText(note, zone)) : "No sample of this selection lies in this range."}</p>
      {remedy && (
        <button type="button" class="primary" onClick={remedy.apply}>
          {remedy.text}
        </button>
      )}
    </div>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}

/** In the page's zone, which the server does not know. */
export function noteText(note: Note, zone: Zone): string {
  if (note.code === "empty_range" && note.lastMillis) {
    const whose = note.subject ? `of ${visible(note.subject)} ` : "";
    return `No samples ${whose}in this range. Last seen ${dayAndClock(note.lastMillis, zone)}.`;
  }
  if (note.code === "incomplete_stacks" && note.share) {
    return `${(100 * note.share).toFixed(1)} % of the stacks are incomplete; Health says why`;
  }
  return visible(note.text);
}

export function FirstData({ status }: { status: Status }) {
  return (
    <div class="message" role="status">
      <h2>The first window is on its way</h2>
      <p>Profiles come in windows of {Math.round(status.windowMillis / 1000)} s.</p>
      <ul class="progress">
        {status.progress.map((step) => (
          <li key={step.what} class={step.state}>
            <b>{visible(step.what)}</b> {visible(step.text)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ADVICE: Record<string, string> = {
  unreachable: "Is plumbline serve still running? The page tries again by itself.",
  too_large: "Choose a shorter range, a service or a filter.",
  regex_too_expensive: "Simplify the regular expression.",
  busy: "The page tries again in a moment.",
  store_disabled: "The store is switched off: set store.enabled to true in the configuration.",
  store_unavailable: "Health says what is wrong with the store.",
  forbidden: "This address needs credentials that the browser did not send, or is not one that plumbline was told of.",
};

export function Trouble({ error, since }: { error: ApiError; since: string }) {
  return (
    <div class="message error" role="alert">
      <h2>{error.status === 403 || error.status === 401 ? "No permission" : "That did not work"}</h2>
      <p>{visible(error.message)}</p>
      <p class="hint">
        {ADVICE[error.code] ?? (error.parameter ? `Parameter: ${error.parameter}.` : "")} {since}
      </p>
    </div>
  );
}
