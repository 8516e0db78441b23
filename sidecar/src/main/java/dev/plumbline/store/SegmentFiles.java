package dev.plumbline.store;

import dev.plumbline.fault.FaultText;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.store.SegmentCatalog.Entry;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentBounds;
import dev.plumbline.store.segment.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The segment that is written, when the next one begins, and which ones leave. Confined to the
 * writer's thread.
 */
final class SegmentFiles {
  private static final Logger logger = Logger.getLogger(SegmentFiles.class.getName());
  private static final long MAX_SPAN_NANOS = TimeUnit.HOURS.toNanos(1);

  /** A part of the heap, whatever it is: 32 MiB of the default's 256. */
  private static final long MAX_HEAP_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private final StoreDirectory directory;
  private final SegmentCatalog catalog;
  private final StoreAccount account;
  private final Clock clock;
  private final SegmentRecovery recovery;
  private @Nullable Segment segment;
  private @Nullable SegmentWriter writer;
  private SegmentBounds bounds = SegmentBounds.EMPTY;
  private long createdMillis;
  private long lastNumber;

  SegmentFiles(
      StoreDirectory directory, SegmentCatalog catalog, StoreAccount account, Clock clock) {
    this.directory = directory;
    this.catalog = catalog;
    this.account = account;
    this.clock = clock;
    this.recovery = new SegmentRecovery(directory, catalog, account);
  }

  /** Finds what an earlier process left. */
  void recover() throws StoreException {
    lastNumber = recovery.recover();
  }

  /**
   * Writes one window, into a new segment where it is time for one.
   *
   * @return samples that were left out, counted already
   */
  int append(ProfileWindow window, StoreSettings settings) throws SQLException {
    long start = window.profiles().get(0).startUnixNanos();
    if (writer != null && isFull(start, settings)) {
      seal();
    }
    Segment written = segment;
    if (written != null && !Files.exists(written.path())) {
      setAside(written, bounds.windows(), new IOException("it was deleted"));
    }
    SegmentWriter current = writer;
    Segment growing = segment;
    if (current == null || growing == null) {
      directory.makeAgain();
      growing = new Segment(directory.path(), lastNumber + 1);
      current = create(growing);
      lastNumber++;
      segment = growing;
      writer = current;
      bounds = SegmentBounds.EMPTY;
      createdMillis = clock.millis();
    }
    long outOfRange = current.outOfRange();
    current.append(window);
    int leftOut = (int) (current.outOfRange() - outOfRange);
    bounds = bounds.with(window);
    catalog.put(growing, bounds, Entry.GROWING);
    account.dropped(StoreDrop.OUT_OF_RANGE, leftOut);
    return leftOut;
  }

  /** A file that could not be made leaves nothing behind. */
  private static SegmentWriter create(Segment growing) throws SQLException {
    try {
      return SegmentWriter.create(growing.path());
    } catch (SQLException e) {
      try {
        growing.delete();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private boolean isFull(long startUnixNanos, StoreSettings settings) {
    SegmentWriter current = writer;
    Segment growing = segment;
    return current != null
        && growing != null
        && bounds.windows() > 0
        && (startUnixNanos - bounds.firstStartUnixNanos() >= MAX_SPAN_NANOS
            || clock.millis() - createdMillis >= TimeUnit.NANOSECONDS.toMillis(MAX_SPAN_NANOS)
            || current.heapBytes() >= MAX_HEAP_BYTES
            || growing.bytes() >= settings.segmentBytes());
  }

  /** Ends the segment that is written; the next window begins another. */
  void seal() {
    SegmentWriter current = writer;
    Segment sealed = segment;
    writer = null;
    segment = null;
    if (current == null || sealed == null) {
      return;
    }
    try {
      current.close();
      sealed.seal();
      if (bounds.windows() == 0) {
        sealed.delete();
      } else {
        catalog.put(sealed, bounds, sealed.hasLog() ? Entry.GROWING : sealed.bytes());
      }
    } catch (SQLException | CorruptSegmentException | IOException e) {
      logger.log(
          Level.WARNING,
          "store: " + sealed.path() + " could not be closed: " + FaultText.reason(e));
    }
  }

  /** Gives up windows that are too old, and the oldest while too much is taken. */
  void expire(StoreSettings settings) {
    long oldestEnd =
        TimeUnit.MILLISECONDS.toNanos(clock.millis() - settings.retention().toMillis());
    for (Entry entry : catalog.entries()) {
      if (entry.bounds().endUnixNanos() < oldestEnd) {
        expire(entry);
      }
    }
    while (bytes() > settings.evictionBytes() && giveRoom()) {
      // The next oldest follows until enough is free.
    }
  }

  private boolean giveRoom() {
    if (directory.deleteSetAside()) {
      return true;
    }
    Entry oldest = catalog.oldest();
    if (oldest != null) {
      expire(oldest);
    }
    return oldest != null;
  }

  private void expire(Entry entry) {
    if (entry.segment() == segment) {
      seal();
    }
    if (catalog.remove(entry.segment()) != null) {
      account.expired(entry.bounds().windows());
    }
    try {
      entry.segment().delete();
    } catch (IOException e) {
      logger.log(
          Level.WARNING,
          "store: " + entry.segment().path() + " cannot be deleted: " + FaultText.reason(e));
    }
  }

  /** Bytes on disk of all segments, also those not read yet, and of the files set aside. */
  long bytes() {
    long bytes = directory.setAsideBytes() + recovery.unreadBytes();
    for (Entry entry : catalog.entries()) {
      bytes += entry.bytes();
    }
    return bytes;
  }

  /**
   * Tries again what could not be done: to read files that were kept from us at the start, and to
   * make one file of segments that a reader held when they were sealed.
   */
  void tryRest() {
    recovery.tryAgain();
    for (Entry entry : catalog.entries()) {
      if (entry.sealedBytes() == Entry.GROWING && entry.segment() != segment) {
        sealAgain(entry);
      }
    }
  }

  private void sealAgain(Entry entry) {
    try {
      if (entry.segment().seal()) {
        catalog.put(entry.segment(), entry.bounds(), entry.segment().bytes());
      }
    } catch (SQLException | CorruptSegmentException e) {
      logger.log(Level.FINE, "store: " + entry.segment().path() + " stays with its log", e);
    }
  }

  /** Takes a segment that cannot be read out of the way. */
  void setAside(Segment corrupt, long windows, Exception cause) {
    if (corrupt == segment) {
      seal();
    }
    recovery.setAside(corrupt, windows, cause);
  }

  /** The segment that is written now; null between two. */
  @Nullable Segment growing() {
    return segment;
  }
}
