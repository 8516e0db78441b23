/** What a graph says of the box under the pointer, beside the pointer. */
import type { RefObject } from "preact";

export interface TipText {
  /** Whole, but for a length that fills the screen. */
  readonly name: string;
  /** Where its source or object is; may be empty. */
  readonly place: string;
  readonly numbers: readonly TipNumber[];
  /** The value as it was sampled. */
  readonly raw: string;
}

export interface TipNumber {
  readonly label: string;
  readonly share: string;
  readonly value: string;
}

const GAP_PIXELS = 14;
const EDGE_PIXELS = 8;

/** Below and right of the pointer, or on its other side where the window ends. */
export function placeTip(tip: HTMLElement | null, pointer: { readonly x: number; readonly y: number }): void {
  if (!tip) {
    return;
  }
  const beside = (at: number, size: number, most: number): number => {
    const after = at + GAP_PIXELS;
    const fits = after + size + EDGE_PIXELS <= most;
    return Math.max(EDGE_PIXELS, fits ? after : at - GAP_PIXELS - size);
  };
  tip.style.left = `${beside(pointer.x, tip.offsetWidth, innerWidth)}px`;
  tip.style.top = `${beside(pointer.y, tip.offsetHeight, innerHeight)}px`;
}

/** Screen readers hear of the box by its tree item instead. */
export function Tip({ text, box }: { text: TipText; box: RefObject<HTMLDivElement | null> }) {
  return (
    <div class="tip" ref={box} aria-hidden="true">
      <b>{text.name}</b>
      {text.place && <span class="tip-place">{text.place}</span>}
      <table>
        <tbody>
          {text.numbers.map((number) => (
            <tr key={number.label}>
              <th>{number.label}</th>
              <td>{number.share}</td>
              <td>{number.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <span class="tip-place">{text.raw}</span>
    </div>
  );
}
