package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes windows in and brings them to one receiver: queue, encoding, retry, account (hops 5 to 8).
 * One daemon thread {@code plumbline-export-NAME} does all that can block; {@link #export} only
 * enqueues. Thread-safe.
 *
 * <p>What is logged, once a minute at most for each kind of trouble: that sending fails and how
 * much waits, that it works again, that a receiver refuses, that it rejected profiles, that a
 * window could not be encoded, and at the end the account. {@link #account} has the counters.
 */
public final class ProfileExporter implements AutoCloseable {
  /** How long {@link #close()} may take in all. */
  public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(2);

  /** Why a request was dropped that should be encoded again. */
  public static final String LEVEL_CHANGED = ExportDrops.LEVEL_CHANGED;

  /** Why a request was dropped that was not sent for want of time. */
  public static final String CLOSED = ExportDrops.CLOSED;

  /** Why requests are dropped while a receiver refuses all. */
  public static final String RECEIVER_REFUSES = ExportDrops.RECEIVER_REFUSES;

  /** Of a close, what is kept back for ending the thread after the last send. */
  private static final long THREAD_END_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Logger logger = Logger.getLogger(ProfileExporter.class.getName());

  private final ExporterSettings settings;
  private final RequestSender sender;
  private final @Nullable LevelSource levelSource;
  private final LongSupplier ticker;
  private final ExportQueue queue;
  private final ExportLoop loop;
  private final Object lifecycle = new Object();
  private @Nullable Thread thread;
  private boolean isClosed;
  private volatile boolean stopping;
  private volatile boolean hurried;
  private volatile long closeDeadlineNanos;
  private volatile boolean closing;

  ProfileExporter(ExporterParts parts) {
    this.settings = parts.settings();
    this.sender = parts.sender();
    this.levelSource = parts.levelSource();
    this.ticker = parts.ticker();
    this.queue = new ExportQueue(settings.queue());
    this.loop = new ExportLoop(parts, queue);
  }

  /**
   * For whoever brings a sender; {@code ExporterFactory} chooses one by the settings.
   *
   * @param levelSource asked if the settings leave the level open; null means 1.10 then
   */
  public static ProfileExporter create(
      ExporterSettings settings, RequestSender sender, @Nullable LevelSource levelSource) {
    WindowEncoder encoder = new OtlpWindowEncoder(settings.maxRequestBytes());
    return new ProfileExporter(
        new ExporterParts(settings, sender, encoder).levelSource(levelSource));
  }

  /**
   * Starts the thread; a second call does nothing. No connection is made before the first window.
   */
  public void start() {
    synchronized (lifecycle) {
      if (thread != null || isClosed) {
        return;
      }
      thread = new Thread(this::run, "plumbline-export-" + settings.name());
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Takes the window over; any thread, never blocks for I/O. An empty window is ignored. What does
   * not fit into the queue, or comes after the end, is dropped and counted.
   */
  public void export(ProfileWindow window) {
    if (!window.isEmpty()) {
      export(withConfiguredResource(window), SettlementListener.NONE);
    }
  }

  /** Memory that a window takes, about. */
  public static long estimateBytes(ProfileWindow window) {
    return WindowSize.estimateBytes(window);
  }

  /** As {@link #export(ProfileWindow)}, as it stands, with news of its end. */
  public void export(ProfileWindow window, SettlementListener listener) {
    queue.offer(window, WindowSize.estimateBytes(window), ticker.getAsLong(), listener);
  }

  /**
   * Takes over what was encoded elsewhere; otherwise as for a window. It is dropped with reason
   * {@value #LEVEL_CHANGED} if the receiver turns out to speak another level.
   */
  public void export(ExportRequest request, OtlpLevel level, SettlementListener listener) {
    queue.offer(request, level, ticker.getAsLong(), listener);
  }

  /**
   * Waits until all windows handed over before have left the queue, one way or the other. Our own
   * back-off is cut short once, a receiver's wish is not.
   *
   * @return false if the time was over first; what is held stays held
   */
  public boolean flush(Duration timeout) {
    long sequence = queue.lastSequence();
    hurried = true;
    queue.wake();
    try {
      return queue.awaitGone(sequence, timeout.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** As {@link #close(Duration)} with {@link #DEFAULT_CLOSE_TIMEOUT}. */
  @Override
  public void close() {
    close(DEFAULT_CLOSE_TIMEOUT);
  }

  /**
   * Flushes, ends the thread and the connection, and says what was abandoned, all within {@code
   * timeout} and a few milliseconds. Idempotent.
   */
  public void close(Duration timeout) {
    if (end(timeout)) {
      Level severity = queue.account().isWithoutLoss() ? Level.INFO : Level.WARNING;
      logger.log(severity, this::accountLine);
    }
  }

  /** As {@link #close(Duration)}, for a caller that keeps the account: nothing is logged. */
  public void closeQuietly(Duration timeout) {
    end(timeout);
  }

  /** False if it had ended before. */
  private boolean end(Duration timeout) {
    Thread running;
    synchronized (lifecycle) {
      if (isClosed) {
        return false;
      }
      isClosed = true;
      running = thread;
    }
    long nanos = timeout.toNanos();
    long flushNanos = Math.max(nanos - THREAD_END_NANOS, nanos / 2);
    closeDeadlineNanos = ticker.getAsLong() + flushNanos;
    closing = true;
    queue.refuseNew();
    if (running != null && !flush(Duration.ofNanos(flushNanos))) {
      loop.giveUpWaiting();
    }
    stopping = true;
    queue.wake();
    if (levelSource != null) {
      levelSource.close();
    }
    sender.close();
    join(running, nanos - flushNanos);
    queue.dropAll(ExportDrops.CLOSED);
    return true;
  }

  /** The counters, consistent among themselves. */
  public ExportAccount account() {
    return queue.account();
  }

  /** Which OTLP level requests are written for; null until the receiver was asked. */
  public @Nullable OtlpLevel level() {
    return loop.level();
  }

  /** Null if the last request arrived, or none was sent yet. */
  public @Nullable SendTrouble trouble() {
    return loop.trouble();
  }

  public ExporterSettings settings() {
    return settings;
  }

  /**
   * Why the last request did not arrive: a short reason, with an explanation unless the log has
   * given it; empty if the request arrived.
   */
  public String lastFailure() {
    return loop.lastFailure().toString();
  }

  /** Where it sends, for people. */
  public String target() {
    return sender.target();
  }

  private void run() {
    try {
      while (!stopping) {
        long seen = queue.lastSequence();
        long wait = step();
        if (wait > 0) {
          queue.await(seen, wait);
        }
      }
    } catch (InterruptedException | SenderClosedException ignored) {
      // The end, by close.
    } finally {
      if (!stopping) {
        // An error of the virtual machine: nobody would empty the queue any more.
        queue.refuseNew();
        queue.dropAll(ExportDrops.EXPORTER_ENDED);
      }
    }
  }

  private long step() {
    try {
      if (hurried) {
        hurried = false;
        loop.hurry();
      }
      return loop.step(sendTimeoutNanos());
    } catch (SenderClosedException e) {
      throw e;
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) { // later there may be room
      return loop.failedUnexpectedly(e);
    }
  }

  private long sendTimeoutNanos() {
    return closing
        ? Math.max(1, closeDeadlineNanos - ticker.getAsLong())
        : settings.timeout().toNanos();
  }

  private static void join(@Nullable Thread running, long nanos) {
    if (running == null || running == Thread.currentThread()) {
      return;
    }
    try {
      running.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
      if (running.isAlive()) {
        running.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * One line for people: exporter, target, account, and where something was lost the last failure.
   * After the end it says how many samples were abandoned; {@link #close} logs it.
   */
  public String accountLine() {
    ExportAccount account = queue.account();
    long abandoned = account.abandonedSamples();
    String failure = account.isWithoutLoss() ? "" : lastFailure();
    return "exporter "
        + settings.name()
        + " to "
        + target()
        + (closing ? " closed" : "")
        + (abandoned > 0 ? ", " + abandoned + " samples abandoned" : "")
        + ": "
        + account
        + (failure.isEmpty() ? "" : "; last failure: " + failure);
  }

  /** The window with the resource attributes of the settings laid over its own. */
  public ProfileWindow withConfiguredResource(ProfileWindow window) {
    Attributes configured = settings.resourceAttributes();
    if (configured.isEmpty()) {
      return window;
    }
    List<Profile> profiles = new ArrayList<>(window.profiles().size());
    for (Profile profile : window.profiles()) {
      profiles.add(profile.withResource(profile.resource().with(configured)));
    }
    return ProfileWindow.of(profiles);
  }
}
