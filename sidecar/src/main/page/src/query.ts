/** Answers of the API that stay on the screen while the next one is on its way. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get } from "./api.ts";

export interface Answer<T> {
  /** The last good answer, also while another is asked for or after an error. */
  readonly data: T | null;
  /** The request that `data` answers. */
  readonly of: string;
  readonly error: ApiError | null;
  /** Whether a request has been on its way so long that a person should see it. */
  readonly slow: boolean;
  readonly loading: boolean;
}

/** Whether the answer is the one to that request, or there will be none. */
export function isSettled(answer: Answer<unknown>, path: string, query: URLSearchParams): boolean {
  return answer.of === requestOf(path, query) || answer.error !== null;
}

function requestOf(path: string, query: URLSearchParams): string {
  return `${path}?${query.toString()}`;
}

/** Shorter waits are not shown: a flash disturbs more than it tells. */
const SLOW_MILLIS = 150;
const RETRY_MILLIS = 3000;

const EMPTY: Answer<never> = { data: null, of: "", error: null, slow: false, loading: false };

/** Now, or as soon as somebody looks at the page again: a tab in the background asks for nothing. */
function whenSeen(action: () => void, over: AbortSignal): void {
  if (!document.hidden) {
    action();
    return;
  }
  const seen = (): void => {
    if (!document.hidden) {
      document.removeEventListener("visibilitychange", seen);
      action();
    }
  };
  document.addEventListener("visibilitychange", seen, { signal: over });
}

/**
 * @param query null while the request cannot be known yet, or is not wanted
 * @param again asks again when it changes, though the request is the same
 */
export function useAnswer<T>(path: string, query: URLSearchParams | null, again: unknown = 0): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>(EMPTY);
  const [attempt, setAttempt] = useState(0);
  const request = query === null ? "" : requestOf(path, query);
  const latest = useRef("");
  latest.current = request;
  useEffect(() => {
    if (query === null) {
      return;
    }
    const abort = new AbortController();
    const slow = setTimeout(() => setAnswer((old) => ({ ...old, slow: true })), SLOW_MILLIS);
    let retry: ReturnType<typeof setTimeout> | undefined;
    setAnswer((old) => ({ ...old, loading: true }));
    get<T>(path, query, abort.signal)
      .then((data) => setAnswer({ ...EMPTY, data, of: request }))
      .catch((failure: unknown) => {
        if (abort.signal.aborted) {
          return;
        }
        const error = failure instanceof ApiError ? failure : new ApiError(0, "failed", String(failure), null);
        setAnswer((old) => ({ ...old, error, slow: false, loading: false }));
        if (error.status === 0 || error.status >= 500) {
          const tryAgain = (): void => whenSeen(() => setAttempt((n) => n + 1), abort.signal);
          retry = setTimeout(tryAgain, RETRY_MILLIS);
        }
      })
      .finally(() => clearTimeout(slow));
    return () => {
      abort.abort();
      clearTimeout(slow);
      clearTimeout(retry);
    };
  }, [request, again, attempt]);
  return answer;
}
