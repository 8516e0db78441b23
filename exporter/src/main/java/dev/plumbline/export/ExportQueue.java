package dev.plumbline.export;

import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hop 6: what waits to be sent, bounded in bytes and in items, and hop 8: the account of all that
 * came through. Both change under one lock, so that an account is true at every moment. Windows
 * come in from any thread; only the exporter's thread takes out. Thread-safe.
 */
final class ExportQueue {
  private final QueueSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<QueueItem> items = new ArrayList<>();
  private final Ledger samples = new Ledger();
  private final Ledger requests = new Ledger();
  private @Nullable QueueItem sending;
  private long bytes;
  private long lastSequence;
  private long rejectedProfiles;
  private boolean wakeRequested;
  private boolean closed;

  ExportQueue(QueueSettings settings) {
    this.settings = settings;
  }

  /** Takes a window in, or drops and counts what does not fit. Any thread; never waits for I/O. */
  void offer(ProfileWindow window, long estimatedBytes, long nowNanos) {
    lock.lock();
    try {
      QueueItem item = QueueItem.ofWindow(window, estimatedBytes, nowNanos, ++lastSequence);
      samples.accepted(item.sampleCount());
      if (closed) {
        countDropped(item, ExportDrops.CLOSED);
      } else if (estimatedBytes > settings.maxBytes()) {
        countDropped(item, ExportDrops.LARGER_THAN_QUEUE);
      } else if (settings.policy() == QueuePolicy.DROP_NEWEST && !fits(estimatedBytes)) {
        countDropped(item, ExportDrops.QUEUE_FULL);
      } else {
        add(items.size(), item);
        shrink();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The oldest item; null if there is none. It stays. */
  @Nullable QueueItem first() {
    lock.lock();
    try {
      return items.isEmpty() ? null : items.get(0);
    } finally {
      lock.unlock();
    }
  }

  /** The oldest window that is not encoded; null if there is none. It stays. */
  @Nullable QueueItem firstWindow() {
    lock.lock();
    try {
      for (QueueItem item : items) {
        if (item.window() != null) {
          return item;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Protects the item from being dropped while it is sent; false if it has been dropped already.
   */
  boolean beginSending(QueueItem item) {
    lock.lock();
    try {
      if (!items.contains(item)) {
        return false;
      }
      sending = item;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void endSending() {
    lock.lock();
    try {
      sending = null;
      shrink();
    } finally {
      lock.unlock();
    }
  }

  /** Puts the requests in the window's place. Nothing happens if it has been dropped meanwhile. */
  void encoded(QueueItem window, WindowEncoder.Encoding encoding, OtlpLevel level) {
    lock.lock();
    try {
      int place = items.indexOf(window);
      if (place < 0) {
        return;
      }
      remove(window);
      for (Map.Entry<String, Integer> drop : encoding.droppedSamples().entrySet()) {
        samples.dropped(drop.getKey(), drop.getValue());
      }
      for (ExportRequest request : encoding.requests()) {
        requests.accepted(1);
        add(place++, window.encodedAs(request, level));
      }
      shrink();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void exported(QueueItem item) {
    lock.lock();
    try {
      if (remove(item)) {
        samples.exported(item.sampleCount());
        requests.exported(1);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts a partial success. OTLP tells how many profiles were rejected and not which, so the
   * samples are divided in proportion, rounded towards rejected.
   */
  void partlyRejected(QueueItem item, long profiles, String reason) {
    lock.lock();
    try {
      ExportRequest request = item.request();
      if (request == null || !remove(item)) {
        return;
      }
      long total = Math.max(1, request.profileCount());
      long rejected = Math.min(Math.max(0, profiles), total);
      long rejectedSamples = (item.sampleCount() * rejected + total - 1) / total;
      samples.rejected(reason, rejectedSamples);
      samples.exported(item.sampleCount() - rejectedSamples);
      requests.exported(1);
      rejectedProfiles += Math.max(0, profiles);
    } finally {
      lock.unlock();
    }
  }

  void rejected(QueueItem item, String reason) {
    lock.lock();
    try {
      if (remove(item)) {
        samples.rejected(reason, item.sampleCount());
        if (item.request() != null) {
          requests.rejected(reason, 1);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  void dropped(QueueItem item, String reason) {
    lock.lock();
    try {
      if (remove(item)) {
        countDropped(item, reason);
      }
    } finally {
      lock.unlock();
    }
  }

  void dropAll(String reason) {
    lock.lock();
    try {
      for (QueueItem item : new ArrayList<>(items)) {
        dropped(item, reason);
      }
    } finally {
      lock.unlock();
    }
  }

  /** From now on whatever is offered is dropped and counted; what is held stays for the flush. */
  void refuseNew() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the wait of the exporter's thread though nothing has come in. */
  void wake() {
    lock.lock();
    try {
      wakeRequested = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until something comes in after {@code seenSequence}, or a wake-up, or the time is over.
   */
  void await(long seenSequence, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (left > 0 && !wakeRequested && lastSequence == seenSequence) {
        left = changed.awaitNanos(left);
      }
      wakeRequested = false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all windows up to {@code sequence} have left; false if the time was over first. */
  boolean awaitGone(long sequence, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (!items.isEmpty() && items.get(0).sequence() <= sequence) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  long lastSequence() {
    lock.lock();
    try {
      return lastSequence;
    } finally {
      lock.unlock();
    }
  }

  ExportAccount account() {
    lock.lock();
    try {
      long heldSamples = 0;
      long heldRequests = 0;
      for (QueueItem item : items) {
        heldSamples += item.sampleCount();
        heldRequests += item.request() == null ? 0 : 1;
      }
      return new ExportAccount(
          samples.tally(heldSamples), requests.tally(heldRequests), rejectedProfiles, bytes);
    } finally {
      lock.unlock();
    }
  }

  private boolean fits(long moreBytes) {
    return bytes + moreBytes <= settings.maxBytes() && items.size() < settings.maxItems();
  }

  /** Drops by the policy until the bounds hold again; what is being sent stays. */
  private void shrink() {
    while (bytes > settings.maxBytes() || items.size() > settings.maxItems()) {
      QueueItem victim = victim();
      if (victim == null) {
        return;
      }
      remove(victim);
      countDropped(victim, ExportDrops.QUEUE_FULL);
    }
  }

  private @Nullable QueueItem victim() {
    boolean newest = settings.policy() == QueuePolicy.DROP_NEWEST;
    for (int i = 0; i < items.size(); i++) {
      QueueItem item = items.get(newest ? items.size() - 1 - i : i);
      if (item != sending) {
        return item;
      }
    }
    return null;
  }

  private void add(int place, QueueItem item) {
    items.add(place, item);
    bytes += item.bytes();
  }

  private boolean remove(QueueItem item) {
    boolean removed = items.remove(item);
    if (removed) {
      bytes -= item.bytes();
      changed.signalAll();
    }
    return removed;
  }

  private void countDropped(QueueItem item, String reason) {
    samples.dropped(reason, item.sampleCount());
    if (item.request() != null) {
      requests.dropped(reason, 1);
    }
  }
}
