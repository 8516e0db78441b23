/** The page: bar, timeline, table and graph, details; or health, or about. */
import { useEffect, useRef, useState } from "preact/hooks";
import { HelpPanel } from "./views/HelpPanel.tsx";
import { AboutView } from "./views/AboutView.tsx";
import { HealthView } from "./views/HealthView.tsx";
import { Explorer } from "./views/Explorer.tsx";
import { SignIn } from "./views/SignIn.tsx";
import { TopBar } from "./views/TopBar.tsx";
import type { Health } from "./api.ts";
import { useUrlState } from "./history.ts";
import { UNAUTHORIZED, useLive } from "./live.ts";
import { useAnswer } from "./query.ts";
import { baseSpan, INITIAL, shownSpan, timelineSpan, type State } from "./state.ts";
import { useTheme } from "./theme.ts";
import { clock } from "./time.ts";

export function App() {
  const [state, change] = useUrlState();
  const [theme, toggleTheme] = useTheme();
  const [help, setHelp] = useState(false);
  const live = useLive(state.live);
  const health = useAnswer<Health>("health", live.status ? new URLSearchParams() : null, healthTick(state.view, live.status?.nowMillis ?? 0));
  const timeline = timelineSpan(state, live.nowMillis);
  const shown = shownSpan(state, timeline);
  const base = baseSpan(state, shown, live.nowMillis);

  // A new range, and live mode switched on, mean the server's present time.
  const range = `${state.from}|${state.until}|${state.live}`;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
    } else {
      live.refresh();
    }
  }, [range]);

  const latest = useRef({ state, change });
  latest.current = { state, change };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => onGlobalKey(event, latest.current.state, latest.current.change, () => setHelp(true));
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const isStranger = live.error?.status === UNAUTHORIZED;
  const title = [isStranger ? "Sign in" : "", state.view === "flame" ? "" : state.view, ...state.services, "Plumbline"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (isStranger) {
    return <SignIn onSignedIn={live.refresh} />;
  }

  return (
    <>
      <a class="skip" href="#main">
        Skip to the data
      </a>
      <TopBar
        state={state}
        live={live}
        timeline={timeline}
        shown={shown}
        theme={theme}
        health={health.data?.state ?? "ok"}
        onChange={change}
        onTheme={toggleTheme}
        onHelp={() => setHelp(true)}
        onSignedOut={live.refresh}
      />
      {live.awaySince !== null && live.status !== null && (
        <p class="away" role="alert">
          No answer from plumbline since {clock(live.awaySince, state.zone)}: this is what was loaded before. Trying again.
        </p>
      )}
      {state.view === "health" ? (
        <HealthView answer={health} zone={state.zone} nowMillis={live.status?.nowMillis ?? live.nowMillis} />
      ) : state.view === "about" ? (
        <AboutView status={live.status} theme={theme} zone={state.zone} />
      ) : (
        <Explorer state={state} live={live} timeline={timeline} shown={shown} base={base} theme={theme} onChange={change} onHelp={() => setHelp(true)} />
      )}
      {help && <HelpPanel theme={theme} onClose={() => setHelp(false)} />}
    </>
  );
}

const HEALTH_MILLIS = 30_000;

/** Health is asked for with each status while it is looked at, else now and then for the mark in the bar. */
function healthTick(view: string, nowMillis: number): number {
  return view === "health" ? nowMillis : Math.floor(nowMillis / HEALTH_MILLIS);
}

function onGlobalKey(event: KeyboardEvent, state: State, change: (part: Partial<State>) => void, help: () => void): void {
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, select, textarea") || target.closest("dialog, [role=dialog]") !== null;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  switch (event.key) {
    case "/":
      document.querySelector<HTMLInputElement>("#search")?.focus();
      break;
    case "?":
      help();
      break;
    case "r":
      change({ zoom: "", focus: "", search: "", detailed: false, fn: state.view === "sandwich" ? state.fn : "" });
      break;
    case "d":
      change({ view: state.view === "diff" ? "flame" : "diff", zoom: "" });
      break;
    case "l":
      change(state.live ? { live: false } : { live: true, selected: null, ...(state.until === "now" ? {} : { from: INITIAL.from, until: INITIAL.until }) });
      break;
    case "Escape":
      stepOut(state, change);
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** What was done last goes first. */
function stepOut(state: State, change: (part: Partial<State>) => void): void {
  if (state.zoom) {
    change({ zoom: "" });
  } else if (state.view === "sandwich" || state.view === "diff") {
    change({ view: "flame" });
  } else if (state.fn) {
    change({ fn: "" });
  } else if (state.search) {
    change({ search: "" });
  } else if (state.focus) {
    change({ focus: "" });
  }
}
