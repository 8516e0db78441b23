/** Which rows of a long list are on the screen. */
export interface Rows {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

const SPARE = 6;

export function rowsShown(count: number, rowHeight: number, scrollTop: number, height: number): Rows {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - SPARE);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + SPARE);
  return { first, end: Math.max(first, end) };
}
