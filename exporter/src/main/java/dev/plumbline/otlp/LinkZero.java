package dev.plumbline.otlp;

/** How entry 0 of the link table looks; receivers disagree (§1.2 of the OTLP study). */
public enum LinkZero {
  /** The empty message, which every receiver takes and Parca demands. */
  EMPTY,
  /** Ids of 16 and 8 zero bytes, as the text of 1.11 asks. */
  ZERO_FILLED
}
