package dev.plumbline.it.app;

/**
 * Allocates 75 % of its bytes in {@link #large} and 25 % in {@link #small}, in arrays of one size,
 * so that object headers change nothing.
 */
final class AllocationSplit implements Runnable {
  private static final int ARRAY_BYTES = 8_192;
  private static final int LARGE_ARRAYS = 96;
  private static final int SMALL_ARRAYS = 32;

  /** About 250 MB a second, which leaves the other parts their CPU. */
  private static final int BATCHES_PER_PAUSE = 8;

  private static final long PAUSE_MILLIS = 20;

  /** Kept reachable, or escape analysis removes the allocation. */
  @SuppressWarnings("UnusedVariable")
  private static volatile byte[] kept = new byte[0];

  private final long endNanos;

  AllocationSplit(long endNanos) {
    this.endNanos = endNanos;
  }

  @Override
  public void run() {
    long inLarge = 0;
    long inSmall = 0;
    while (System.nanoTime() < endNanos) {
      for (int i = 0; i < BATCHES_PER_PAUSE; i++) {
        inLarge += large();
        inSmall += small();
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    Truth.share("alloc.large", inLarge, inLarge + inSmall);
    Truth.amount("alloc.bytes", inLarge + inSmall);
  }

  private static long large() {
    for (int i = 0; i < LARGE_ARRAYS; i++) {
      kept = new byte[ARRAY_BYTES];
    }
    return (long) LARGE_ARRAYS * ARRAY_BYTES;
  }

  private static long small() {
    for (int i = 0; i < SMALL_ARRAYS; i++) {
      kept = new byte[ARRAY_BYTES];
    }
    return (long) SMALL_ARRAYS * ARRAY_BYTES;
  }
}
