package dev.plumbline.spool;

import dev.plumbline.export.ExportRequest;
import dev.plumbline.export.ExporterSettings;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.otlp.DropReason;
import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The spool's thread: writes what came, hands the oldest over, deletes what is settled. Confined to
 * that thread but for {@link #closeWithin} and {@link #status}.
 */
final class SpoolLoop {
  /** Handed over at a time: one is sent while the next one is ready. */
  private static final int MAX_IN_FLIGHT = 2;

  private static final long IDLE_MILLIS = 1_000;
  private static final long REFUSED_PAUSE_MILLIS = 30_000;
  private static final long LOG_PAUSE_MILLIS = 60_000;

  private static final Logger logger = Logger.getLogger(SpoolLoop.class.getName());

  private final Parts parts;
  private final SpoolDisk disk;
  private final IntakeQueue intake;
  private final SpoolBook book;
  private final InFlight inFlight = new InFlight();
  private final OtlpEncoder encoder;
  private final OtlpLevel level;
  private long lastFedId;
  private long notBeforeMillis;
  private long lastLogMillis;
  private volatile long closeNanos = TimeUnit.SECONDS.toNanos(5);
  private volatile long lastSuccessMillis;
  private volatile String lastFault = "";
  private volatile long lastFaultMillis;
  private volatile long oldestMillis;

  /** What the loop works with. Immutable. */
  record Parts(
      ExporterSettings settings, ProfileExporter exporter, WindowDecoder decoder, Clock clock) {}

  SpoolLoop(Parts parts, SpoolDisk disk, IntakeQueue intake, SpoolBook book) {
    this.parts = parts;
    this.disk = disk;
    this.intake = intake;
    this.book = book;
    this.level = SpoolPolicy.level(parts.settings);
    this.encoder =
        OtlpEncoder.builder(level).maxRequestBytes(parts.settings.maxRequestBytes()).build();
  }

  void closeWithin(Duration timeout) {
    closeNanos = timeout.toNanos();
  }

  SpoolStatus status() {
    return new SpoolStatus(
        disk.maxBytes(),
        oldestMillis,
        lastSuccessMillis,
        lastFault,
        lastFaultMillis,
        disk.corruptFiles());
  }

  void run() {
    try {
      openDisk();
      while (!intake.isClosed()) {
        step();
        intake.await(IDLE_MILLIS);
      }
      step();
      drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  private void openDisk() {
    try {
      disk.open();
    } catch (SQLException e) {
      fault("cannot be opened", e);
    }
  }

  /** All that can be done now. */
  void step() {
    try {
      settle();
      write(intake.takeAll());
      disk.shrink(inFlight);
      dropExpired();
      feed();
      disk.flushDeletes();
    } catch (SQLException e) {
      fault("fails", e);
    } catch (RuntimeException e) {
      logger.log(Level.WARNING, "spool of " + parts.settings.name() + " failed on something", e);
    }
    oldestMillis = disk.oldestUnixMillis();
  }

  private void write(List<Intake> batch) {
    if (batch.isEmpty()) {
      return;
    }
    List<SpoolDisk.Encoded> requests = new ArrayList<>();
    for (Intake item : batch) {
      ExportRequest request = item.request();
      if (request != null) {
        requests.add(new SpoolDisk.Encoded(item.level(), request, item.isAwaited()));
      } else {
        encode(item, requests);
      }
    }
    try {
      disk.write(requests, parts.clock.millis());
      batch.forEach(Intake::written);
    } catch (SQLException e) {
      fault("takes nothing", e);
      batch.forEach(Intake::notWritten);
      requests.forEach(this::withoutDisk);
    }
  }

  private void encode(Intake item, List<SpoolDisk.Encoded> requests) {
    ProfileWindow window = item.window();
    if (window == null) {
      return;
    }
    try {
      EncodedWindow encoded = encoder.encode(window);
      for (Map.Entry<DropReason, SampleCounts> drop : encoded.dropped().entrySet()) {
        book.dropped(drop.getKey().text(), drop.getValue());
      }
      encoded
          .requests()
          .forEach(
              request -> requests.add(new SpoolDisk.Encoded(level, request, item.isAwaited())));
    } catch (RuntimeException e) {
      book.dropped("encoding_failed", window.samples());
      logger.log(Level.WARNING, "a window could not be encoded", e);
    }
  }

  /**
   * What nobody will bring again is sent from memory rather than lost. The bringer of anything else
   * knows that it is not safe.
   */
  private void withoutDisk(SpoolDisk.Encoded encoded) {
    if (encoded.isAwaited() || inFlight.count() >= MAX_IN_FLIGHT) {
      book.dropped(SpoolDrops.DISK, encoded.samples());
      return;
    }
    parts.exporter.export(
        encoded.request(),
        encoded.level(),
        settlement -> book.settled(encoded.samples(), settlement));
  }

  private void feed() throws SQLException {
    if (parts.clock.millis() < notBeforeMillis) {
      return;
    }
    while (inFlight.count() < MAX_IN_FLIGHT) {
      SpoolEntry entry = disk.next(lastFedId);
      if (entry == null) {
        return;
      }
      lastFedId = entry.id();
      if (!inFlight.holds(entry.id())) {
        inFlight.add(entry);
        parts.exporter.export(
            entry.request(), entry.level(), settlement -> ended(entry, settlement));
      }
    }
  }

  private void ended(SpoolEntry entry, Settlement settlement) {
    inFlight.ended(entry, settlement);
    intake.wake();
  }

  private void settle() {
    List<Long> done = new ArrayList<>();
    for (InFlight.End end : inFlight.takeNews()) {
      long id = end.entry().id();
      switch (end.settlement().reason()) {
        case ProfileExporter.LEVEL_CHANGED -> encodeAnew(end.entry());
        case ProfileExporter.RECEIVER_REFUSES -> keep(id, REFUSED_PAUSE_MILLIS);
        case ProfileExporter.CLOSED -> keep(id, 0);
        default -> {
          inFlight.remove(id);
          book.settled(end.entry().request().samples(), end.settlement());
          noteResult(end.settlement());
          done.add(id);
        }
      }
    }
    if (!done.isEmpty()) {
      disk.delete(done);
    }
  }

  private void noteResult(Settlement settlement) {
    if (settlement.exported().total() > 0) {
      lastSuccessMillis = parts.clock.millis();
    } else {
      lastFault = settlement.reason();
      lastFaultMillis = parts.clock.millis();
    }
  }

  /** It stays on disk and is handed over again, in its order. */
  private void keep(long id, long pauseMillis) {
    inFlight.remove(id);
    lastFedId = Math.min(lastFedId, id - 1);
    notBeforeMillis = parts.clock.millis() + pauseMillis;
    if (pauseMillis > 0) {
      lastFault = ProfileExporter.RECEIVER_REFUSES;
      lastFaultMillis = parts.clock.millis();
    }
  }

  private void encodeAnew(SpoolEntry entry) {
    try {
      ByteArrayOutputStream body = new ByteArrayOutputStream(entry.request().length());
      entry.request().writeTo(body);
      ProfileWindow window = parts.decoder.decode(body.toByteArray(), entry.level());
      parts.exporter.export(window, settlement -> ended(entry, settlement));
    } catch (IOException e) {
      inFlight.remove(entry.id());
      logger.log(Level.WARNING, "a request on disk cannot be read back", e);
      disk.drop(List.of(entry.id()), ProfileExporter.LEVEL_CHANGED);
    }
  }

  private void dropExpired() {
    long oldest = parts.clock.millis() - SpoolPolicy.maxAge(parts.settings).toMillis();
    disk.drop(disk.olderThan(oldest, inFlight), "expired");
  }

  /** Sends until the time is over; what is left stays on disk. */
  private void drain() throws InterruptedException {
    long deadline = System.nanoTime() + closeNanos;
    notBeforeMillis = 0;
    while (!disk.isEmpty() && System.nanoTime() < deadline) {
      step();
      parts.exporter.flush(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    }
    settleLast();
  }

  private void end() {
    parts.exporter.close(Duration.ofMillis(200));
    settleLast();
    try {
      disk.close();
    } catch (SQLException e) {
      fault("cannot be closed", e);
    }
  }

  private void settleLast() {
    try {
      settle();
      disk.flushDeletes();
    } catch (SQLException e) {
      fault("fails", e);
    }
  }

  private void fault(String what, SQLException e) {
    long now = parts.clock.millis();
    lastFault = "queue on disk " + what + ": " + e.getMessage();
    lastFaultMillis = now;
    if (now - lastLogMillis >= LOG_PAUSE_MILLIS) {
      lastLogMillis = now;
      logger.log(Level.WARNING, () -> "exporter " + parts.settings.name() + ": " + lastFault);
    }
  }
}
