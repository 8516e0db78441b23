package dev.plumbline.convert;

/**
 * How much memory a window would take that is not made yet, by the numbers of what was read. The
 * constants are those of a 64-bit JVM, rounded up. Confined to one thread.
 */
final class WindowEstimate {
  private static final int SAMPLE_BYTES = 64;
  private static final int STACK_BYTES = 96;
  private static final int REFERENCE_BYTES = 8;
  private static final int FRAME_BYTES = 240;
  private static final int ATTRIBUTES_BYTES = 128;

  private long bytes;

  WindowEstimate samples(long count) {
    bytes += SAMPLE_BYTES * count;
    return this;
  }

  /**
   * @param references to frames, of all of them
   */
  WindowEstimate stacks(long count, long references) {
    bytes += STACK_BYTES * count + REFERENCE_BYTES * references;
    return this;
  }

  WindowEstimate frames(long count) {
    bytes += FRAME_BYTES * count;
    return this;
  }

  /** Sets of attributes of samples. */
  WindowEstimate attributes(long count) {
    bytes += ATTRIBUTES_BYTES * count;
    return this;
  }

  long bytes() {
    return bytes;
  }
}
