/** Fits names into frames. Widths are measured once a character, since measuring texts is slow. */

const ELLIPSIS = "…";
/** Less than this many letters say nothing. */
const MIN_LETTERS = 3;

export class TextFitter {
  private readonly widths = new Map<string, number>();

  /** @param measure width of a text in pixels, without kerning */
  constructor(private readonly measure: (text: string) => number) {}

  widthOf(text: string): number {
    let width = 0;
    for (const character of text) {
      width += this.characterWidth(character);
    }
    return width;
  }

  /** The text, or as much of it as fits with an ellipsis; empty where that would say nothing. */
  fit(text: string, pixels: number): string {
    let width = 0;
    let keep = 0;
    let letters = 0;
    const ellipsis = this.characterWidth(ELLIPSIS);
    for (const character of text) {
      width += this.characterWidth(character);
      if (width > pixels) {
        return letters >= MIN_LETTERS ? text.slice(0, keep) + ELLIPSIS : "";
      }
      if (width + ellipsis <= pixels) {
        keep += character.length;
        letters++;
      }
    }
    return text;
  }

  private characterWidth(character: string): number {
    let width = this.widths.get(character);
    if (width === undefined) {
      width = this.measure(character);
      this.widths.set(character, width);
    }
    return width;
  }
}
