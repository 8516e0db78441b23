package dev.plumbline.export;

import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
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
  private final HeldItems items;
  private final AccountBook book = new AccountBook();
  private long lastSequence;
  private boolean wakeRequested;
  private boolean isClosed;

  ExportQueue(QueueSettings settings) {
    this.settings = settings;
    this.items = new HeldItems(settings);
  }

  /** Takes a window in, or drops and counts what does not fit. Any thread; never waits for I/O. */
  void offer(
      ProfileWindow window, long estimatedBytes, long nowNanos, SettlementListener listener) {
    lock.lock();
    try {
      Arrival arrival = new Arrival(nowNanos, ++lastSequence, listener);
      offer(QueueItem.ofWindow(window, estimatedBytes, arrival));
    } finally {
      lock.unlock();
    }
  }

  /** Takes an encoded request in. Otherwise as for a window. */
  void offer(ExportRequest request, OtlpLevel level, long nowNanos, SettlementListener listener) {
    lock.lock();
    try {
      book.requests().accepted(1);
      Arrival arrival = new Arrival(nowNanos, ++lastSequence, listener);
      offer(QueueItem.ofRequest(request, level, arrival));
    } finally {
      lock.unlock();
    }
  }

  private void offer(QueueItem item) {
    book.accepted(item.samples());
    if (isClosed) {
      countDropped(item, ExportDrops.CLOSED);
    } else if (item.bytes() > settings.maxBytes()) {
      countDropped(item, ExportDrops.LARGER_THAN_QUEUE);
    } else if (settings.policy() == QueuePolicy.DROP_NEWEST && !items.fits(item.bytes())) {
      countDropped(item, ExportDrops.QUEUE_FULL);
    } else {
      items.addLast(item);
      shrink();
    }
    changed.signalAll();
  }

  /** The oldest item; null if there is none. It stays. */
  @Nullable QueueItem first() {
    lock.lock();
    try {
      return items.first();
    } finally {
      lock.unlock();
    }
  }

  /** The oldest window that is not encoded; null if there is none. It stays. */
  @Nullable QueueItem firstWindow() {
    lock.lock();
    try {
      return items.firstWindow();
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
      boolean isHeld = items.place(item) >= 0;
      if (isHeld) {
        items.sending(item);
      }
      return isHeld;
    } finally {
      lock.unlock();
    }
  }

  void endSending() {
    lock.lock();
    try {
      items.sending(null);
      shrink();
    } finally {
      lock.unlock();
    }
  }

  /** Puts the requests in the window's place. Nothing happens if it has been dropped meanwhile. */
  void encoded(
      QueueItem window,
      WindowEncoder.Encoding encoding,
      OtlpLevel level,
      QueueItem.Keeping keeping) {
    lock.lock();
    try {
      int place = items.place(window);
      if (place < 0) {
        return;
      }
      items.remove(window);
      if (encoding.requests().isEmpty()) {
        encoding.droppedSamples().forEach(book::dropped);
        window.arrival().left(Settlement.dropped(window.samples(), ExportDrops.ENCODING_FAILED));
      } else {
        window.arrival().became(encoding.requests().size());
        for (QueueItem item : window.encodedAs(encoding, level, keeping)) {
          book.requests().accepted(1);
          items.add(place++, item);
        }
      }
      shrink();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives up a request that is encoded for another level than the receiver's: its window takes the
   * place of all its requests again. If one of them has left, or the window was not kept, the
   * request is dropped.
   */
  void takeBack(QueueItem item) {
    lock.lock();
    try {
      int place = items.place(item);
      EncodedItems siblings = item.siblings();
      if (place < 0 || siblings == null) {
        return;
      }
      QueueItem window = siblings.window();
      if (window == null) {
        dropped(item, ExportDrops.LEVEL_CHANGED);
        return;
      }
      for (QueueItem other : items.all()) {
        if (other.siblings() == siblings) {
          items.remove(other);
          book.requests().dropped(ExportDrops.LEVEL_CHANGED, 1);
        }
      }
      items.add(place, window);
      window.arrival().became(1);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void exported(QueueItem item) {
    lock.lock();
    try {
      if (remove(item)) {
        book.exported(item.samples());
        book.requests().exported(1);
        item.arrival().left(Settlement.exported(item.samples()));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts a partial success. OTLP tells how many profiles were rejected and not which, so the
   * samples are divided in proportion, rounded towards rejected, and so over their types.
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
      SampleCounts samples = item.samples();
      SampleCounts lost = samples.share((samples.total() * rejected + total - 1) / total);
      book.rejected(reason, lost);
      book.exported(samples.minus(lost));
      book.requests().exported(1);
      book.rejectedProfiles(Math.max(0, profiles));
      item.arrival().left(Settlement.rejected(samples.minus(lost), lost, reason));
    } finally {
      lock.unlock();
    }
  }

  void rejected(QueueItem item, String reason) {
    lock.lock();
    try {
      if (remove(item)) {
        book.rejected(reason, item.samples());
        if (item.request() != null) {
          book.requests().rejected(reason, 1);
        }
        item.arrival().left(Settlement.rejected(SampleCounts.EMPTY, item.samples(), reason));
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
      for (QueueItem item : items.all()) {
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
      isClosed = true;
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
      for (QueueItem first = items.first();
          first != null && first.sequence() <= sequence;
          first = items.first()) {
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
      return book.account(items.samples(), items.requestCount(), items.bytes());
    } finally {
      lock.unlock();
    }
  }

  /** Drops by the policy until the bounds hold again; what is being sent stays. */
  private void shrink() {
    while (items.isOverBounds()) {
      QueueItem victim = items.victim();
      if (victim == null) {
        return;
      }
      remove(victim);
      countDropped(victim, ExportDrops.QUEUE_FULL);
    }
  }

  /** False if it has left already. */
  private boolean remove(QueueItem item) {
    boolean removed = items.remove(item);
    if (removed) {
      EncodedItems siblings = item.siblings();
      if (siblings != null) {
        siblings.leftOut().forEach(book::dropped);
        siblings.settle();
      }
      changed.signalAll();
    }
    return removed;
  }

  private void countDropped(QueueItem item, String reason) {
    book.dropped(reason, item.samples());
    if (item.request() != null) {
      book.requests().dropped(reason, 1);
    }
    item.arrival().left(Settlement.dropped(item.samples(), reason));
  }
}
