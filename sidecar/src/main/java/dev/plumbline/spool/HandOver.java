package dev.plumbline.spool;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.profile.ProfileWindow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hands the oldest requests to the exporter, and settles what became of them. Confined to the
 * spool's thread, but for the news of the exporter, {@link #lastSuccessUnixMillis} and {@link
 * #notBeforeUnixMillis}.
 */
final class HandOver {
  /** Handed over at a time: one is sent while the next one is ready. */
  private static final int MAX_IN_FLIGHT = 2;

  private static final long REFUSED_PAUSE_MILLIS = 30_000;

  private static final Logger logger = Logger.getLogger(HandOver.class.getName());

  private final SpoolLoop.Parts parts;
  private final SpoolDisk disk;
  private final Unwritten unwritten;
  private final SpoolBook book;
  private final SpoolFaults faults;
  private final Runnable onNews;
  private final InFlight inFlight = new InFlight();
  private long lastFedId;
  private volatile long notBeforeMillis;
  private volatile long lastSuccessMillis;

  /**
   * @param onNews called on the exporter's threads; must not block
   */
  HandOver(
      SpoolLoop.Parts parts,
      SpoolDisk disk,
      Unwritten unwritten,
      SpoolBook book,
      SpoolFaults faults,
      Runnable onNews) {
    this.parts = parts;
    this.disk = disk;
    this.unwritten = unwritten;
    this.book = book;
    this.faults = faults;
    this.onNews = onNews;
  }

  InFlight inFlight() {
    return inFlight;
  }

  /** When the receiver last took something; 0 if it never did. */
  long lastSuccessUnixMillis() {
    return lastSuccessMillis;
  }

  /**
   * Until when nothing is handed over, since the receiver refuses; past if nothing is in the way.
   */
  long notBeforeUnixMillis() {
    return notBeforeMillis;
  }

  /** What the receiver refused is tried again at once. */
  void hurry() {
    notBeforeMillis = 0;
  }

  void feed() throws SQLException {
    if (parts.clock().millis() < notBeforeMillis) {
      return;
    }
    while (inFlight.count() < MAX_IN_FLIGHT) {
      SpoolEntry entry = next();
      if (entry == null) {
        return;
      }
      lastFedId = entry.id();
      if (!inFlight.holds(entry.id())) {
        inFlight.add(entry);
        parts
            .exporter()
            .export(entry.request(), entry.level(), settlement -> ended(entry, settlement));
      }
    }
  }

  private @Nullable SpoolEntry next() throws SQLException {
    Long onDisk = disk.idAfter(lastFedId);
    SpoolEntry inMemory = unwritten.after(lastFedId);
    if (inMemory != null && (onDisk == null || inMemory.id() < onDisk)) {
      return inMemory;
    }
    return onDisk == null ? null : disk.next(lastFedId);
  }

  private void ended(SpoolEntry entry, Settlement settlement) {
    inFlight.ended(entry, settlement);
    onNews.run();
  }

  void settle() {
    List<Long> done = new ArrayList<>();
    for (InFlight.End end = inFlight.firstNews(); end != null; end = inFlight.firstNews()) {
      settle(end, done);
      inFlight.isHeeded();
    }
    if (!done.isEmpty()) {
      disk.delete(done);
    }
  }

  private void settle(InFlight.End end, List<Long> done) {
    long id = end.entry().id();
    switch (end.settlement().reason()) {
      case ProfileExporter.LEVEL_CHANGED -> encodeAnew(end.entry());
      case ProfileExporter.RECEIVER_REFUSES -> keep(id, REFUSED_PAUSE_MILLIS);
      case ProfileExporter.CLOSED -> keep(id, 0);
      default -> {
        book.settled(end.entry().request().samples(), end.settlement());
        noteResult(end.settlement());
        forget(id, done);
      }
    }
  }

  private void forget(long id, List<Long> onDisk) {
    inFlight.remove(id);
    Unwritten.Item item = unwritten.remove(id);
    if (item != null) {
      item.intake().oneIsSafe();
    } else {
      onDisk.add(id);
    }
  }

  private void noteResult(Settlement settlement) {
    if (settlement.exported().total() > 0) {
      lastSuccessMillis = parts.clock().millis();
    } else {
      faults.note(settlement.reason());
    }
  }

  /** It stays and is handed over again, in its order. */
  private void keep(long id, long pauseMillis) {
    inFlight.remove(id);
    lastFedId = Math.min(lastFedId, id - 1);
    notBeforeMillis = parts.clock().millis() + pauseMillis;
    if (pauseMillis > 0) {
      faults.note(ProfileExporter.RECEIVER_REFUSES);
    }
  }

  private void encodeAnew(SpoolEntry entry) {
    try {
      ByteArrayOutputStream body = new ByteArrayOutputStream(entry.request().length());
      entry.request().writeTo(body);
      ProfileWindow window = parts.decoder().decode(body.toByteArray(), entry.level());
      parts.exporter().export(window, settlement -> ended(entry, settlement));
    } catch (IOException e) {
      logger.log(Level.WARNING, "a request of the queue cannot be read back", e);
      book.dropped(ProfileExporter.LEVEL_CHANGED, entry.request().samples());
      List<Long> onDisk = new ArrayList<>();
      forget(entry.id(), onDisk);
      disk.delete(onDisk);
    }
  }
}
