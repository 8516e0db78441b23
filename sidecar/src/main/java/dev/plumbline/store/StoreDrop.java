package dev.plumbline.store;

/** Why a sample that was handed to the store is not in it. */
public enum StoreDrop {
  /** It came faster than the disk takes it. */
  QUEUE_FULL("queue_full"),
  /** There is no room on the file system. */
  DISK_FULL("disk_full"),
  /** The file could not be written for another reason. */
  IO_ERROR("io_error"),
  /** It needs more memory than there is. */
  MEMORY("memory"),
  /** It ended before what the store keeps. */
  TOO_OLD("too_old"),
  /** It starts more than ten minutes from now. */
  IN_FUTURE("in_future"),
  /** The same delivery came before. */
  DUPLICATE("duplicate"),
  /** Its profile's total would be beyond 2⁵³. */
  OUT_OF_RANGE("out_of_range"),
  /** The store was closed before it was written. */
  CLOSED("closed");

  private final String reason;

  StoreDrop(String reason) {
    this.reason = reason;
  }

  /** As counters and the API call it. */
  public String reason() {
    return reason;
  }
}
