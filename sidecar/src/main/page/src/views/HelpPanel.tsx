/** The one panel that says what one looks at, and which keys there are. */
import { useEffect, useRef } from "preact/hooks";
import { changeInk, type Theme } from "../colours.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "search"],
  ["arrows", "walk the graph: out, in, left, right"],
  ["Enter", "zoom to the frame"],
  ["Esc", "one step out"],
  ["f", "only stacks with this function"],
  ["s", "callers and callees of it"],
  ["r", "reset zoom, focus and search"],
  ["d", "compare, and back"],
  ["l", "live on and off"],
  ["?", "this help"],
];

export function HelpPanel({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose} onClick={(event) => event.target === dialog.current && dialog.current!.close()}>
      <div class="help-inside">
        <header>
          <h2 id="help-title">How to read this</h2>
          <button type="button" class="plain" aria-label="Close help" onClick={() => dialog.current!.close()}>
            ×
          </button>
        </header>
        <dl>
          <dt>Width</dt>
          <dd>
            how much of the measured amount was spent in a function and all that it calls, for the whole range. It is not when, nor how often it was called. What a
            frame has below it without another frame is its own: <i>self</i>.
          </dd>
          <dt>Order</dt>
          <dd>callers above, what they call below. Side by side by name, so that frames keep their places when new data comes; left and right mean nothing.</dd>
          <dt>Colour</dt>
          <dd>
            the kind of code (kernel, native, JVM, …), or the package. Shades only part neighbours. In a comparison{" "}
            <Sample theme={theme} change={1} /> has a larger share than before, <Sample theme={theme} change={-1} /> a smaller one, grey the same; upward hatching is new, downward is gone.
          </dd>
          <dt>Grey strips</dt>
          <dd>frames under 1/2,000 of the width. They count in every number; a click zooms in and shows them.</dd>
          <dt>Units</dt>
          <dd>CPU is time on a core; one <i>core</i> is a second of it in each second. Memory in use is the average over the range.</dd>
          <dt>Timeline</dt>
          <dd>drag selects a range, with Shift the one to compare with; a double click takes both away.</dd>
        </dl>
        <table class="keys">
          <tbody>
            {KEYS.map(([key, text]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </dialog>
  );
}

function Sample({ theme, change }: { theme: Theme; change: number }) {
  const ink = changeInk(change, theme);
  return (
    <span class="sample" style={{ background: ink.fill, color: ink.text }}>
      {change > 0 ? "orange" : "blue"}
    </span>
  );
}
