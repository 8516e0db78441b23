package dev.plumbline.spool;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.spool.SpoolFile.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The file with its bounds: writes in groups, deletes, drops the oldest above the bounds, and
 * begins anew where a file cannot be read. Confined to the spool's thread.
 */
final class SpoolDisk implements AutoCloseable {
  /** Of requests that are kept in memory too, for a receiver that keeps up. */
  private static final long MAX_RECENT_BYTES = 8L << 20;

  private final Path path;
  private final SpoolBounds bounds;
  private final SpoolBook book;
  private final HeldRows rows = new HeldRows();
  private final Set<Long> undeleted = new LinkedHashSet<>();
  private final Deque<SpoolEntry> recent = new ArrayDeque<>();
  private long recentBytes;
  private @Nullable SpoolFile file;
  private long lastId;
  private final AtomicInteger corruptFiles = new AtomicInteger();
  private final AtomicLong writtenRequests = new AtomicLong();

  SpoolDisk(Path path, SpoolBounds bounds, SpoolBook book) {
    this.path = path;
    this.bounds = bounds;
    this.book = book;
  }

  /** Finds what an earlier process left. */
  void open() throws SQLException {
    try {
      read();
    } catch (SQLException e) {
      if (!SpoolFiles.isCorrupt(e)) {
        throw e;
      }
      startAfresh(e);
    }
  }

  private SpoolFile read() throws SQLException {
    SpoolFile opened = SpoolFile.open(path);
    try {
      opened.each(
          (id, bytes, samples, accepted) -> {
            rows.add(id, bytes, samples, accepted);
            lastId = Math.max(lastId, id);
          });
    } catch (SQLException e) {
      opened.close();
      rows.clear();
      throw e;
    }
    file = opened;
    book.accepted(rows.samples());
    tellBook();
    return opened;
  }

  private SpoolFile startAfresh(SQLException cause) throws SQLException {
    book.dropped(SpoolDrops.CORRUPT, rows.samples());
    rows.clear();
    undeleted.clear();
    recent.clear();
    recentBytes = 0;
    close();
    SpoolFiles.setAside(path, cause);
    corruptFiles.incrementAndGet();
    SpoolFile fresh = SpoolFile.open(path);
    file = fresh;
    tellBook();
    return fresh;
  }

  /** Files that were set aside since the start. */
  int corruptFiles() {
    return corruptFiles.get();
  }

  /** Since the start. */
  long writtenRequests() {
    return writtenRequests.get();
  }

  private SpoolFile file() throws SQLException {
    return file == null ? read() : file;
  }

  /**
   * Writes requests so that they survive the loss of power.
   *
   * @param entries with larger ids than all before
   * @throws SQLException if the disk takes none of them
   */
  void write(List<SpoolEntry> entries) throws SQLException {
    change(Durability.DISK, entries);
    writtenRequests.addAndGet(entries.size());
    for (SpoolEntry entry : entries) {
      ExportRequest request = entry.request();
      rows.add(entry.id(), request.keptLength(), request.samples(), entry.acceptedUnixMillis());
      remember(entry);
    }
    tellBook();
  }

  /** What was written last need not be read back, as long as there is room for it. */
  private void remember(SpoolEntry entry) {
    recent.addLast(entry);
    recentBytes += entry.request().keptLength();
    while (recentBytes > MAX_RECENT_BYTES && recent.size() > 1) {
      recentBytes -= recent.removeFirst().request().keptLength();
    }
  }

  /** Null if it has to be read. */
  private @Nullable SpoolEntry remembered(long id) {
    SpoolEntry found = null;
    while (!recent.isEmpty() && recent.getFirst().id() <= id) {
      SpoolEntry first = recent.removeFirst();
      recentBytes -= first.request().keptLength();
      found = first.id() == id ? first : null;
    }
    return found;
  }

  /** Gives up what is settled; it leaves the file with the next group of changes. */
  void delete(Collection<Long> ids) {
    for (long id : ids) {
      if (rows.remove(id) != null) {
        undeleted.add(id);
      }
    }
    tellBook();
  }

  /** Makes sure of that, if no group has been written since. */
  void flushDeletes() throws SQLException {
    if (!undeleted.isEmpty()) {
      change(Durability.KERNEL, List.of());
    }
  }

  /** A file that turns out to be broken is replaced, and the change made in the new one. */
  private void change(Durability durability, List<SpoolEntry> added) throws SQLException {
    try {
      SpoolFile target = file();
      if (!added.isEmpty() && !Files.exists(path)) {
        throw SpoolFile.unreadable("it was deleted, and would keep nothing");
      }
      change(target, durability, added);
    } catch (SQLException e) {
      if (!SpoolFiles.isCorrupt(e)) {
        throw e;
      }
      change(startAfresh(e), durability, added);
    }
  }

  private void change(SpoolFile target, Durability durability, List<SpoolEntry> added)
      throws SQLException {
    try {
      target.begin(durability);
      target.delete(undeleted);
      for (SpoolEntry entry : added) {
        target.add(entry);
      }
      target.commit();
      undeleted.clear();
    } finally {
      target.rollback();
    }
  }

  /**
   * Drops the oldest that are not being sent, and counts them, until the bounds hold; none where
   * the newest are refused instead.
   */
  void shrink(InFlight inFlight) {
    if (bounds.refusesTheNewest()) {
      return;
    }
    List<Long> victims = new ArrayList<>();
    long excess = rows.bytes() - bounds.maxBytes();
    int tooMany = rows.count() - bounds.maxRows();
    for (HeldRows.Numbered row : rows.all()) {
      if (excess <= 0 && tooMany <= 0) {
        break;
      }
      if (!inFlight.holds(row.id())) {
        victims.add(row.id());
        excess -= row.bytes();
        tooMany--;
      }
    }
    drop(victims, SpoolDrops.QUEUE_FULL);
  }

  /** Those that were accepted before, oldest first, without those that are being sent. */
  List<Long> olderThan(long unixMillis, InFlight inFlight) {
    List<Long> older = new ArrayList<>();
    for (HeldRows.Numbered row : rows.all()) {
      if (row.acceptedUnixMillis() >= unixMillis) {
        break;
      }
      if (!inFlight.holds(row.id())) {
        older.add(row.id());
      }
    }
    return older;
  }

  boolean isEmpty() {
    return rows.count() == 0;
  }

  SpoolBounds bounds() {
    return bounds;
  }

  int rows() {
    return rows.count();
  }

  /** As they are written. */
  long bytes() {
    return rows.bytes();
  }

  /** Drops those and counts them. */
  void drop(List<Long> ids, String reason) {
    for (long id : ids) {
      book.dropped(reason, rows.samplesOf(id));
    }
    if (!ids.isEmpty()) {
      delete(ids);
    }
  }

  /** The largest id that was found in the file; 0 without. */
  long lastId() {
    return lastId;
  }

  /** Of the oldest request after that one; null if there is none. */
  @Nullable Long idAfter(long id) {
    return rows.after(id);
  }

  /** The oldest request after that id; null if there is none. */
  @Nullable SpoolEntry next(long afterId) throws SQLException {
    Long id = rows.after(afterId);
    if (id == null) {
      return null;
    }
    SpoolEntry known = remembered(id);
    if (known != null) {
      return known;
    }
    try {
      return file().next(id - 1);
    } catch (SQLException e) {
      if (!SpoolFiles.isCorrupt(e)) {
        throw e;
      }
      startAfresh(e);
      return null;
    }
  }

  private void tellBook() {
    book.onDisk(rows.count(), rows.bytes());
  }

  /** When the oldest that is held was accepted; 0 if nothing is. */
  long oldestUnixMillis() {
    HeldRows.Row oldest = rows.oldest();
    return oldest == null ? 0 : oldest.acceptedUnixMillis();
  }

  @Override
  public void close() throws SQLException {
    SpoolFile open = file;
    file = null;
    if (open != null) {
      open.close();
    }
  }
}
