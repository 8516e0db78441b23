package dev.plumbline.spool;

/** The reasons for which a spool drops; the exporter and the encoder have more. */
public final class SpoolDrops {
  /** The file had its bound, and this was the oldest. */
  public static final String QUEUE_FULL = "queue_full";

  /** More windows came than could be written. */
  public static final String TOO_FAST = "spool_behind";

  /** The disk took nothing, and the memory in its place was full. */
  public static final String DISK = "spool_disk";

  /** It needs more memory to be encoded than there is. */
  public static final String MEMORY = "memory";

  /** The file could not be read and was set aside. */
  public static final String CORRUPT = "spool_corrupt";

  /** Came after the end. */
  public static final String CLOSED = "closed";

  private SpoolDrops() {}
}
