/** Version, what stands behind the page, and where more is written. */
import type { Status } from "../api.ts";
import { kindInk, kindWord, type Theme } from "../colours.ts";
import type { Zone } from "../state.ts";
import { dayAndClock } from "../time.ts";

const KINDS = ["kernel", "native", "jvm", "go", "rust", "cpython", "v8js", "ruby", "php", "perl", "dotnet", "beam"];

export function AboutView({ status, theme, zone }: { status: Status | null; theme: Theme; zone: Zone }) {
  return (
    <main class="document about" id="main">
      <h1>Plumbline {status?.version}</h1>
      <p>A continuous profiler: what runs on this machine, down to the line, all the time.</p>
      {status?.oldestMillis && status.newestMillis && (
        <p>
          The store holds {dayAndClock(status.oldestMillis, zone)} to {dayAndClock(status.newestMillis, zone)}.
        </p>
      )}
      <h2>Colours</h2>
      <ul class="swatches">
        {KINDS.map((kind) => {
          const ink = kindInk(kind, theme);
          return (
            <li key={kind} style={{ background: ink.fill, color: ink.text }}>
              {kindWord(kind)}
            </li>
          );
        })}
      </ul>
      <h2>Without the page</h2>
      <pre>{`go tool pprof ${location.origin}/pprof\ncurl '${location.origin}/api/v1/top?from=now-5m&limit=10'\ncurl ${location.origin}/metrics`}</pre>
      <p class="hint">
        Every view is in the address: copy it, send it. The requests behind the page are described in docs/api.md. Licences of what is built in:{" "}
        <a href="/licenses.txt">licenses.txt</a>.
      </p>
    </main>
  );
}
