package dev.plumbline.export;

import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hop 6: what waits to be sent, bounded in bytes and in items, and hop 8: the account of all that
 * came through. Both change under one lock, so that an account is true at every moment. Windows
 * come in from any thread; only the exporter's thread takes out. Thread-safe.
 */
final class ExportQueue {
  private final QueueSettings settings;
  private final Object lock = new Object();
  private final HeldItems items;
  private final AccountBook book = new AccountBook();
  private final Departures departures = new Departures(book);
  private long lastSequence;
  private boolean wakeRequested;
  private boolean isClosed;

  ExportQueue(QueueSettings settings) {
    this.settings = settings;
    this.items = new HeldItems(settings);
  }

  /**
   * Takes a window in, in pieces if it is larger than the bound, or drops and counts what does not
   * fit. Any thread; never waits for I/O.
   */
  void offer(
      ProfileWindow window, long estimatedBytes, long nowNanos, SettlementListener listener) {
    List<WindowPiece> pieces = WindowPiece.of(window, estimatedBytes, settings.maxBytes());
    synchronized (lock) {
      Arrival arrival = new Arrival(nowNanos, ++lastSequence, pieces.size(), listener);
      for (WindowPiece piece : pieces) {
        offer(QueueItem.ofWindow(piece.window(), piece.bytes(), arrival));
      }
    }
  }

  /** Takes an encoded request in. Otherwise as for a window. */
  void offer(ExportRequest request, OtlpLevel level, long nowNanos, SettlementListener listener) {
    synchronized (lock) {
      book.requests().accepted(1);
      Arrival arrival = new Arrival(nowNanos, ++lastSequence, 1, listener);
      offer(QueueItem.ofRequest(request, level, arrival));
    }
  }

  private void offer(QueueItem item) {
    book.accepted(item.samples());
    if (isClosed) {
      departures.dropped(item, ExportDrops.CLOSED);
    } else if (item.bytes() > settings.maxBytes()) {
      departures.dropped(item, ExportDrops.LARGER_THAN_QUEUE);
    } else if (settings.policy() == QueuePolicy.DROP_NEWEST && !items.fits(item.bytes())) {
      departures.dropped(item, ExportDrops.QUEUE_FULL);
    } else {
      items.addLast(item);
      shrink();
    }
    lock.notifyAll();
  }

  /** The oldest item; null if there is none. It stays. */
  @Nullable QueueItem first() {
    synchronized (lock) {
      return items.first();
    }
  }

  /** The oldest window that is not encoded; null if there is none. It stays. */
  @Nullable QueueItem firstWindow() {
    synchronized (lock) {
      return items.firstWindow();
    }
  }

  /**
   * Protects the item from being dropped while it is sent; false if it has been dropped already.
   */
  boolean beginSending(QueueItem item) {
    synchronized (lock) {
      boolean isHeld = items.place(item) >= 0;
      if (isHeld) {
        items.sending(item);
      }
      return isHeld;
    }
  }

  void endSending() {
    synchronized (lock) {
      items.sending(null);
      shrink();
    }
  }

  /** Puts the requests in the window's place. Nothing happens if it has been dropped meanwhile. */
  void encoded(
      QueueItem window,
      WindowEncoder.Encoding encoding,
      OtlpLevel level,
      QueueItem.Keeping keeping) {
    synchronized (lock) {
      int place = items.place(window);
      if (place < 0) {
        return;
      }
      items.remove(window);
      if (encoding.requests().isEmpty()) {
        encoding.droppedSamples().forEach(book::dropped);
        window.arrival().left(Settlement.dropped(window.samples(), ExportDrops.ENCODING_FAILED));
      } else {
        window.arrival().became(1, encoding.requests().size());
        for (QueueItem item : window.encodedAs(encoding, level, keeping)) {
          book.requests().accepted(1);
          items.add(place++, item);
        }
      }
      shrink();
      lock.notifyAll();
    }
  }

  /**
   * Gives up a request that is encoded for another level than the receiver's: its window takes the
   * place of all its requests again. If one of them has left, or the window was not kept, the
   * request is dropped.
   */
  void takeBack(QueueItem item) {
    synchronized (lock) {
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
      int requests = 0;
      for (QueueItem other : items.all()) {
        if (other.siblings() == siblings) {
          items.remove(other);
          requests++;
          book.requests().dropped(ExportDrops.LEVEL_CHANGED, 1);
        }
      }
      items.add(place, window);
      window.arrival().became(requests, 1);
      lock.notifyAll();
    }
  }

  void exported(QueueItem item) {
    synchronized (lock) {
      if (remove(item)) {
        departures.exported(item);
      }
    }
  }

  /** Never sent again. */
  void partlyRejected(QueueItem item, long profiles, String reason) {
    synchronized (lock) {
      ExportRequest request = item.request();
      if (request != null && remove(item)) {
        departures.partlyRejected(item, request, profiles, reason);
      }
    }
  }

  void rejected(QueueItem item, String reason) {
    synchronized (lock) {
      if (remove(item)) {
        departures.rejected(item, reason);
      }
    }
  }

  void dropped(QueueItem item, String reason) {
    synchronized (lock) {
      if (remove(item)) {
        departures.dropped(item, reason);
      }
    }
  }

  void dropAll(String reason) {
    synchronized (lock) {
      for (QueueItem item : items.all()) {
        dropped(item, reason);
      }
    }
  }

  /** From now on whatever is offered is dropped and counted; what is held stays for the flush. */
  void refuseNew() {
    synchronized (lock) {
      isClosed = true;
      lock.notifyAll();
    }
  }

  /** Ends the wait of the exporter's thread though nothing has come in. */
  void wake() {
    synchronized (lock) {
      wakeRequested = true;
      lock.notifyAll();
    }
  }

  /**
   * Waits until something comes in after {@code seenSequence}, or a wake-up, or the time is over.
   */
  void await(long seenSequence, long nanos) throws InterruptedException {
    synchronized (lock) {
      long end = System.nanoTime() + nanos;
      while (nanos > 0 && !wakeRequested && lastSequence == seenSequence) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        lock.wait(millis(left));
      }
      wakeRequested = false;
    }
  }

  /** Waits until all windows up to {@code sequence} have left; false if the time was over first. */
  boolean awaitGone(long sequence, long nanos) throws InterruptedException {
    synchronized (lock) {
      long end = System.nanoTime() + nanos;
      while (holds(sequence)) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        lock.wait(millis(left));
      }
      return true;
    }
  }

  private boolean holds(long sequence) {
    QueueItem first = items.first();
    return first != null && first.sequence() <= sequence;
  }

  /** At least 1: a wait of 0 would be one without end. */
  private static long millis(long nanos) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  long lastSequence() {
    synchronized (lock) {
      return lastSequence;
    }
  }

  ExportAccount account() {
    synchronized (lock) {
      return book.account(items.samples(), items.requestCount(), items.bytes());
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
      departures.dropped(victim, ExportDrops.QUEUE_FULL);
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
      lock.notifyAll();
    }
    return removed;
  }
}
