/** What the server's clock says, and when a new window came. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get, type Status } from "./api.ts";

export interface Live {
  readonly status: Status | null;
  /** The server's time at the last window that was shown, or at the last change of the range. */
  readonly nowMillis: number;
  /** Since when the server does not answer; null while it does. */
  readonly awaySince: number | null;
  readonly error: ApiError | null;
  readonly refresh: () => void;
}

export const UNAUTHORIZED = 401;
const LEAST_POLL_MILLIS = 1000;
const MOST_POLL_MILLIS = 5000;

/** A server that takes the question and never answers is as good as away. */
const PATIENCE_MILLIS = 15_000;

export function useLive(live: boolean): Live {
  const [status, setStatus] = useState<Status | null>(null);
  const [nowMillis, setNow] = useState(0);
  const [awaySince, setAway] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const isLive = useRef(live);
  isLive.current = live;
  const shown = useRef(-1);
  const poll = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      let wait = LEAST_POLL_MILLIS;
      const given = new AbortController();
      const patience = setTimeout(() => given.abort(), PATIENCE_MILLIS);
      try {
        const next = await get<Status>("status", new URLSearchParams(), given.signal);
        if (over) {
          return;
        }
        setStatus(next);
        setAway(null);
        setError(null);
        if (shown.current < 0 || (isLive.current && next.revision !== shown.current)) {
          shown.current = next.revision;
          setNow(next.nowMillis);
        }
        wait = Math.min(MOST_POLL_MILLIS, Math.max(LEAST_POLL_MILLIS, next.windowMillis / 4));
      } catch (failure) {
        const known = failure instanceof ApiError ? failure : null;
        setError(known);
        if (known?.status === UNAUTHORIZED) {
          setStatus(null);
          return; // until somebody signs in
        }
        setAway((since) => since ?? Date.now());
      } finally {
        clearTimeout(patience);
      }
      if (!over && !document.hidden) {
        timer = setTimeout(() => void ask(), wait);
      }
    };
    poll.current = () => {
      shown.current = -1;
      void ask();
    };
    const seen = (): void => {
      if (!document.hidden) {
        void ask();
      }
    };
    document.addEventListener("visibilitychange", seen);
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
  return { status, nowMillis, awaySince, error, refresh: () => poll.current() };
}
