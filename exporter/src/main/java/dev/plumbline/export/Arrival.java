package dev.plumbline.export;

import dev.plumbline.export.SettlementListener.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * When something was handed over, as which, and who wants to know its end. All items of the queue
 * that it became share it: the end has come when the last of them has left the queue. Guarded by
 * the queue's lock.
 */
final class Arrival {
  private final long acceptedNanos;
  private final long sequence;
  private final SettlementListener listener;
  private int held;
  private @Nullable Settlement sum;

  /**
   * @param items that stand for it at first
   */
  Arrival(long acceptedNanos, long sequence, int items, SettlementListener listener) {
    this.acceptedNanos = acceptedNanos;
    this.sequence = sequence;
    this.held = items;
    this.listener = listener;
  }

  /** On the exporter's ticker. */
  long acceptedNanos() {
    return acceptedNanos;
  }

  /** From 1. */
  long sequence() {
    return sequence;
  }

  /** So many of its items have become so many others, and none has left. */
  void became(int before, int now) {
    held += now - before;
  }

  /** One of its items has left the queue. */
  void left(Settlement settlement) {
    Settlement before = sum;
    sum = before == null ? settlement : before.plus(settlement);
    if (--held == 0) {
      listener.settled(sum);
    }
  }
}
