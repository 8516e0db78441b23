package dev.plumbline.convert;

/** Why samples of a received profile did not get into the window. */
public enum RejectReason {
  /** Values and timestamps of the sample contradict each other (case RC-05). */
  INCONSISTENT("inconsistent"),
  /** The profile does not say what its values count. */
  NO_TYPE("no_type"),
  /** Stacks of the request have more frames together than one conversion makes. */
  TOO_MANY_FRAMES("too_many_frames");

  private final String label;

  RejectReason(String label) {
    this.label = label;
  }

  /** As it stands in metrics. */
  public String label() {
    return label;
  }
}
