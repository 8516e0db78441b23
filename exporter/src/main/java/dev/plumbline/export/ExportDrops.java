package dev.plumbline.export;

/** The reasons for which the exporter itself drops; the encoder adds its own. */
final class ExportDrops {
  /** The queue was full and its policy chose this one. */
  static final String QUEUE_FULL = "queue_full";

  /** One sample alone is larger than the queue may be: larger windows are cut. */
  static final String LARGER_THAN_QUEUE = "larger_than_queue";

  /** Older than the retries' maximum age. */
  static final String EXPIRED = "expired";

  /** Sent as often as the retries allow. */
  static final String RETRIES_EXHAUSTED = "retries_exhausted";

  /** The receiver refuses all requests for now. */
  static final String RECEIVER_REFUSES = "receiver_refuses";

  /** Encoded for a receiver that speaks another level since it came back. */
  static final String LEVEL_CHANGED = "level_changed";

  /** The encoder failed on it. */
  static final String ENCODING_FAILED = "encoding_failed";

  /** The sender failed on it in a way that no network can cause. */
  static final String SENDER_FAILED = "sender_failed";

  /** The exporter's thread ended by an error of the virtual machine. */
  static final String EXPORTER_ENDED = "exporter_ended";

  /** Held, or handed over, when the exporter was closed. */
  static final String CLOSED = "closed";

  private ExportDrops() {}
}
