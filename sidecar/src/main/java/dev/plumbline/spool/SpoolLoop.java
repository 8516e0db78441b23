package dev.plumbline.spool;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.SendTrouble;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.otlp.DropReason;
import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.ProfileIds;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The spool's thread: encodes what came, hands the oldest over, writes what the receiver does not
 * take at once, deletes what is settled. Confined to that thread but for {@link #closeWithin} and
 * {@link #status}.
 */
final class SpoolLoop {
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Logger logger = Logger.getLogger(SpoolLoop.class.getName());

  private final Parts parts;
  private final SpoolDisk disk;
  private final IntakeQueue intake;
  private final SpoolBook book;
  private final SpoolFaults faults;
  private final Unwritten unwritten = new Unwritten();
  private final HandOver handOver;
  private final OtlpEncoder encoder;
  private final OtlpLevel level;
  private final LongSupplier ticker = System::nanoTime;
  private long lastId;
  private volatile long closeNanos = TimeUnit.SECONDS.toNanos(5);
  private volatile long oldestMillis;

  /** What the loop works with. Immutable. */
  record Parts(
      ExporterSettings settings, ProfileExporter exporter, WindowDecoder decoder, Clock clock) {}

  SpoolLoop(Parts parts, SpoolDisk disk, IntakeQueue intake, SpoolBook book) {
    this.parts = parts;
    this.disk = disk;
    this.intake = intake;
    this.book = book;
    this.faults = new SpoolFaults(parts.settings.name(), parts.clock);
    this.handOver = new HandOver(parts, disk, unwritten, book, faults, intake::wake);
    this.level = SpoolPolicy.level(parts.settings);
    this.encoder =
        OtlpEncoder.builder(level)
            .maxRequestBytes(parts.settings.maxRequestBytes())
            .profileIds(ProfileIds.unique())
            .build();
    // Larger than any number of an earlier process, also while its file cannot be opened.
    this.lastId = parts.clock.millis() * 1000;
  }

  void closeWithin(Duration timeout) {
    closeNanos = timeout.toNanos();
  }

  /** The exporter tries for ever, so its present trouble is no settlement yet. */
  SpoolStatus status() {
    long now = parts.clock.millis();
    String fault = faults.last();
    long faultMillis = faults.lastUnixMillis();
    boolean isOfDisk = faults.isOfDisk();
    long nextTryMillis = handOver.notBeforeUnixMillis();
    SendTrouble trouble = parts.exporter.trouble();
    if (trouble != null) {
      long troubleMillis = now - TimeUnit.NANOSECONDS.toMillis(trouble.ageNanos());
      boolean isNewer = troubleMillis >= faultMillis;
      fault = isNewer ? trouble.text() : fault;
      isOfDisk &= !isNewer;
      faultMillis = Math.max(troubleMillis, faultMillis);
      nextTryMillis =
          Math.max(nextTryMillis, now + TimeUnit.NANOSECONDS.toMillis(trouble.nextTryNanos()));
    }
    boolean waits = oldestMillis > 0 && nextTryMillis > now;
    return new SpoolStatus(
        disk.bounds().maxBytes(),
        oldestMillis,
        handOver.lastSuccessUnixMillis(),
        fault,
        faultMillis,
        isOfDisk,
        disk.writtenRequests(),
        waits ? nextTryMillis : 0,
        disk.corruptFiles());
  }

  void run() {
    try {
      openDisk();
      while (!intake.isClosed()) {
        step();
        intake.await(
            Math.min(IDLE_NANOS, unwritten.nanosUntilDue(ticker.getAsLong(), !disk.isEmpty())));
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
      lastId = Math.max(lastId, disk.lastId());
    } catch (SQLException e) {
      faults.ofDisk("cannot be opened", e);
    }
  }

  /** All that can be done now. */
  void step() {
    try {
      handOver.settle();
      take(intake.takeAll());
      handOver.feed();
      if (unwritten.nanosUntilDue(ticker.getAsLong(), !disk.isEmpty()) == 0) {
        write();
      }
      disk.shrink(handOver.inFlight());
      dropExpired();
      handOver.feed();
      disk.flushDeletes();
    } catch (SQLException e) {
      faults.ofDisk("fails", e);
    } catch (RuntimeException | OutOfMemoryError e) { // else nothing would be sent any more
      logger.log(Level.WARNING, "spool of " + parts.settings.name() + " failed on something", e);
    }
    long onDisk = disk.oldestUnixMillis();
    oldestMillis = onDisk > 0 ? onDisk : unwritten.oldestUnixMillis();
  }

  private void take(List<Intake> batch) {
    long lost = 0;
    for (Intake item : batch) {
      try {
        take(item);
      } catch (OutOfMemoryError e) { // the next one may be smaller
        item.isNotSafe();
        book.dropped(SpoolDrops.MEMORY, item.samples());
        lost += item.samples().total();
      }
    }
    if (lost > 0) {
      faults.ofMemory(lost);
    }
  }

  private void take(Intake item) {
    ExportRequest request = item.request();
    if (request != null) {
      take(item, List.of(request), item.level());
    } else if (item.window() != null) {
      take(item, encode(item.window()), level);
    }
  }

  private void take(Intake item, List<ExportRequest> requests, OtlpLevel encodedLevel) {
    item.becomes(requests.size());
    long nowMillis = parts.clock.millis();
    for (ExportRequest request : requests) {
      SpoolEntry entry = new SpoolEntry(++lastId, nowMillis, encodedLevel, request);
      unwritten.add(entry, item, ticker.getAsLong());
    }
  }

  private List<ExportRequest> encode(ProfileWindow window) {
    try {
      EncodedWindow encoded = encoder.encode(window);
      for (Map.Entry<DropReason, SampleCounts> drop : encoded.dropped().entrySet()) {
        book.dropped(drop.getKey().text(), drop.getValue());
      }
      return encoded.requests().stream()
          .map(request -> SpoolPolicy.asSent(request, parts.settings))
          .toList();
    } catch (RuntimeException e) {
      book.dropped("encoding_failed", window.samples());
      logger.log(Level.WARNING, "a window could not be encoded", e);
      return List.of();
    }
  }

  /** All that is not on disk, in one group. */
  private void write() {
    List<Unwritten.Item> items = withRoom(unwritten.all());
    List<SpoolEntry> entries = new ArrayList<>();
    items.forEach(item -> entries.add(item.entry()));
    try {
      disk.write(entries);
      for (Unwritten.Item item : items) {
        unwritten.remove(item.entry().id());
        item.intake().oneIsSafe();
      }
    } catch (SQLException e) {
      faults.ofDisk("takes nothing", e);
      unwritten.postpone(ticker.getAsLong());
      items.forEach(this::withoutDisk);
    }
  }

  /**
   * Refuses what does not fit, where a full queue gives up the newest. What the exporter has cannot
   * be taken back, and is written all the same.
   */
  private List<Unwritten.Item> withRoom(List<Unwritten.Item> items) {
    SpoolBounds bounds = disk.bounds();
    if (!bounds.refusesTheNewest()) {
      return items;
    }
    List<Unwritten.Item> fitting = new ArrayList<>();
    long bytes = disk.bytes();
    for (Unwritten.Item item : items) {
      int length = item.entry().request().keptLength();
      if (handOver.inFlight().holds(item.entry().id())
          || bounds.holds(disk.rows() + fitting.size(), bytes, length)) {
        fitting.add(item);
        bytes += length;
      } else {
        refuse(item, SpoolDrops.QUEUE_FULL);
      }
    }
    return fitting;
  }

  private void refuse(Unwritten.Item item, String reason) {
    unwritten.remove(item.entry().id());
    item.intake().isNotSafe();
    book.dropped(reason, item.entry().request().samples());
  }

  /**
   * What nobody will bring again is sent from memory rather than lost, as far as that goes. The
   * bringer of anything else is told that it is not safe; but what the exporter has cannot be taken
   * back, and its bringer waits for that.
   */
  private void withoutDisk(Unwritten.Item item) {
    boolean isHandedOver = handOver.inFlight().holds(item.entry().id());
    if (!isHandedOver && (item.intake().isAwaited() || unwritten.isTooLarge())) {
      refuse(item, SpoolDrops.DISK);
    }
  }

  private void dropExpired() {
    long oldest = parts.clock.millis() - SpoolPolicy.maxAge(parts.settings).toMillis();
    disk.drop(disk.olderThan(oldest, handOver.inFlight()), "expired");
  }

  /** Sends until the time is over; what is left stays on disk. */
  private void drain() throws InterruptedException {
    long deadline = ticker.getAsLong() + closeNanos;
    writeRest();
    handOver.hurry();
    while (!(disk.isEmpty() && unwritten.isEmpty()) && ticker.getAsLong() < deadline) {
      step();
      parts.exporter.flush(Duration.ofNanos(Math.max(1, deadline - ticker.getAsLong())));
    }
    settleLast();
  }

  private void writeRest() {
    if (!unwritten.isEmpty()) {
      write();
    }
  }

  private void end() {
    parts.exporter.closeQuietly(Duration.ofMillis(200));
    settleLast();
    writeRest();
    unwritten.all().forEach(left -> refuse(left, SpoolDrops.DISK));
    try {
      disk.close();
    } catch (SQLException e) {
      faults.ofDisk("cannot be closed", e);
    }
    sayEnd();
  }

  /** Of the disk: what the exporter behind it gives up at the end is not lost. */
  private void sayEnd() {
    ExportAccount account = book.account();
    boolean isComplete = account.isWithoutLoss() && account.samples().held() == 0;
    String failure = isComplete ? "" : parts.exporter.lastFailure();
    logger.log(
        account.isWithoutLoss() ? Level.INFO : Level.WARNING,
        () ->
            "exporter "
                + parts.settings.name()
                + " to "
                + parts.exporter.target()
                + " closed, what is held stays on disk: "
                + account
                + (failure.isEmpty() ? "" : "; last failure: " + failure));
  }

  private void settleLast() {
    try {
      handOver.settle();
      disk.flushDeletes();
    } catch (SQLException e) {
      faults.ofDisk("fails", e);
    }
  }
}
