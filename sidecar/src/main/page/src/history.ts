/** The state in the address bar. */
import { useEffect, useState } from "preact/hooks";
import { formatState, parseState, type State } from "./state.ts";

/** Changes of what is typed replace the entry in the history; all others add one. */
const TYPED: ReadonlySet<string> = new Set(["search", "fn"]);

export type Change = (change: Partial<State>) => void;

export function useUrlState(): [State, Change] {
  const [state, setState] = useState(() => parseState(location.search));
  useEffect(() => {
    const restore = (): void => setState(parseState(location.search));
    addEventListener("popstate", restore);
    return () => removeEventListener("popstate", restore);
  }, []);
  const change: Change = (part) => {
    setState((old) => {
      const next = { ...old, ...part };
      const url = location.pathname + formatState(next);
      if (url !== location.pathname + location.search) {
        const isTyped = Object.keys(part).every((name) => TYPED.has(name));
        history[isTyped ? "replaceState" : "pushState"](null, "", url);
      }
      return next;
    });
  };
  return [state, change];
}
