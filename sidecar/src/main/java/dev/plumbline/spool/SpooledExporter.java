package dev.plumbline.spool;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.WindowPiece;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.run.WindowSink;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An exporter whose queue is on disk. Windows and requests are taken in memory, written by the
 * spool's thread, and only what is written is sent. Thread-safe.
 */
public final class SpooledExporter implements WindowSink, AutoCloseable {
  /** Of a close, for the end of the thread after the last send. */
  private static final long THREAD_END_MILLIS = 1_500;

  /** Into which share of the queue a window is cut that finds no room as a whole. */
  private static final int PIECES = 16;

  private final ExporterSettings settings;
  private final IntakeQueue intake;
  private final SpoolBook book = new SpoolBook();
  private final ProfileExporter exporter;
  private final SpoolLoop loop;
  private final Object lifecycle = new Object();
  private @Nullable Thread thread;
  private boolean isClosed;

  /** As the next, over a queue of the usual size. */
  public SpooledExporter(
      ExporterSettings settings,
      SpoolSettings spool,
      Function<ExporterSettings, ProfileExporter> factory,
      WindowDecoder decoder,
      Clock clock) {
    this(settings, spool, factory, decoder, clock, new IntakeQueue(IntakeQueue.MAX_BYTES));
  }

  /**
   * Opens nothing before it is started.
   *
   * @param settings as configured; what they say of the memory queue counts for the disk
   * @param factory {@code ExporterFactory::create}, or a test's
   * @param decoder for a receiver that wants another level than it was written for
   */
  SpooledExporter(
      ExporterSettings settings,
      SpoolSettings spool,
      Function<ExporterSettings, ProfileExporter> factory,
      WindowDecoder decoder,
      Clock clock,
      IntakeQueue intake) {
    this.intake = intake;
    this.settings = requireNonNull(settings, "settings");
    this.exporter = factory.apply(SpoolPolicy.ofMemory(settings));
    SpoolDisk disk =
        new SpoolDisk(
            SpoolFiles.of(spool.directory(), settings.name()),
            SpoolPolicy.bounds(settings, spool),
            book);
    this.loop =
        new SpoolLoop(new SpoolLoop.Parts(settings, exporter, decoder, clock), disk, intake, book);
  }

  /** Starts the threads; a second call does nothing. */
  public void start() {
    synchronized (lifecycle) {
      if (thread != null || isClosed) {
        return;
      }
      exporter.start();
      thread = new Thread(loop::run, "plumbline-spool-" + settings.name());
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Takes the window over, in pieces where there is no room for all of it; what finds none is
   * counted. Any thread; does not wait.
   */
  @Override
  public void accept(ProfileWindow window) {
    if (window.isEmpty()) {
      return;
    }
    ProfileWindow own = exporter.withConfiguredResource(window);
    Intake whole = Intake.of(own, ProfileExporter.estimateBytes(own));
    book.accepted(whole.samples());
    if (intake.offer(whole)) {
      return;
    }
    for (WindowPiece piece : WindowPiece.cut(own, intake.maxBytes() / PIECES)) {
      Intake part = Intake.of(piece.window(), piece.bytes());
      if (!intake.offer(part)) {
        drop(part);
      }
    }
  }

  private void drop(Intake item) {
    book.dropped(intake.isClosed() ? SpoolDrops.CLOSED : SpoolDrops.TOO_FAST, item.samples());
  }

  private @Nullable Intake offer(Intake item) {
    book.accepted(item.samples());
    if (intake.offer(item)) {
      return item;
    }
    drop(item);
    return null;
  }

  /**
   * Takes the window over and waits until it is safe.
   *
   * @return false if it is not, or not in that time: the sender should try again
   */
  public boolean acceptDurably(ProfileWindow window, Duration timeout) throws InterruptedException {
    if (window.isEmpty()) {
      return true;
    }
    ProfileWindow own = exporter.withConfiguredResource(window);
    Intake item = offer(Intake.awaited(own, ProfileExporter.estimateBytes(own)));
    return item != null && item.untilSafe(timeout.toNanos());
  }

  /** In which requests are written. */
  public OtlpLevel level() {
    return SpoolPolicy.level(settings);
  }

  /** Which the receiver reads; null until it was asked. */
  public @Nullable OtlpLevel receiverLevel() {
    return exporter.level();
  }

  /** Whether requests of {@link #level} can be taken as they are, without being encoded anew. */
  public boolean takesEncoded(List<ExportRequest> requests) {
    return settings.resourceAttributes().isEmpty()
        && requests.stream().allMatch(each -> each.length() <= settings.maxRequestBytes());
  }

  /** As for a window, for requests that {@link #takesEncoded}; false if one of them is not safe. */
  public boolean acceptDurably(List<ExportRequest> requests, Duration timeout)
      throws InterruptedException {
    List<Intake> items = new ArrayList<>();
    for (ExportRequest request : requests) {
      Intake item = offer(Intake.awaited(SpoolPolicy.asSent(request, settings), level()));
      if (item == null) {
        return false;
      }
      items.add(item);
    }
    for (Intake item : items) {
      if (!item.untilSafe(timeout.toNanos())) {
        return false;
      }
    }
    return true;
  }

  /** What became of all that was accepted, on disk and after. */
  public ExportAccount account() {
    return book.account();
  }

  /** How it goes. */
  public SpoolStatus status() {
    return loop.status();
  }

  public ExporterSettings settings() {
    return settings;
  }

  /** Where it sends, for people. */
  public String target() {
    return exporter.target();
  }

  /**
   * Writes what came, sends for that long, and leaves the rest on disk for the next start.
   * Idempotent.
   */
  public void close(Duration timeout) {
    Thread running;
    synchronized (lifecycle) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      running = thread;
    }
    loop.closeWithin(timeout);
    intake.refuse();
    try {
      if (running != null) {
        running.join(timeout.toMillis() + THREAD_END_MILLIS);
      } else {
        exporter.close(Duration.ofMillis(1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(5));
  }
}
