package dev.plumbline.scrape;

import dev.plumbline.fault.FaultText;
import dev.plumbline.listen.LargerThanHeapException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Takes the turns of one target: after the initial delay at once, then in step with the interval.
 * Turns that a slow target makes us miss are left out; a busy one is tried once more before the
 * next. Thread-safe.
 */
public final class ScrapeLoop implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(ScrapeLoop.class.getName());
  private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  /** Failures in a row between two lines of the log. */
  private static final int LOGGED_EVERY = 10;

  private final Pull pull;
  private final ScrapeStatus status;
  private final LoopTime time;
  private final DoubleSupplier random;
  private final Thread thread;
  private int failuresInRow;

  private ScrapeLoop(Pull pull, ScrapeStatus status, LoopTime time, DoubleSupplier random) {
    this.pull = pull;
    this.status = status;
    this.time = time;
    this.random = random;
    this.thread = new Thread(this::run, "plumbline-scrape-" + status.receiver());
    thread.setDaemon(true);
  }

  /** Of the system's time; not started. */
  public static ScrapeLoop of(Pull pull, String receiver) {
    return new ScrapeLoop(
        pull,
        new ScrapeStatus(receiver, pull.target(), Clock.systemUTC()),
        LoopTime.system(),
        Math::random);
  }

  /**
   * Of another time.
   *
   * @param random from 0 to 1, of the time at which a busy target is tried again
   */
  static ScrapeLoop of(Pull pull, ScrapeStatus status, LoopTime time, DoubleSupplier random) {
    return new ScrapeLoop(pull, status, time, random);
  }

  public void start() {
    thread.start();
  }

  /** How it goes. */
  public ScrapeStatus status() {
    return status;
  }

  /** The loop's thread; a test calls it on its own. */
  void run() {
    try {
      if (time.awaitEnd(pull.schedule().initialDelay().toNanos())) {
        return;
      }
      long turn = time.nanoTime();
      do {
        turn(turn);
        turn = pull.schedule().nextNanos(turn, time.nanoTime());
      } while (!time.awaitEnd(turn - time.nanoTime()));
    } catch (InterruptedException ignored) {
      // The end was wished for amid a turn.
    }
  }

  private void turn(long turnNanos) throws InterruptedException {
    if (once() != ScrapeResult.TARGET_BUSY) {
      return;
    }
    long left = pull.schedule().nextNanos(turnNanos, time.nanoTime()) - time.nanoTime();
    if (!time.awaitEnd((long) (left / 2.0 * random.getAsDouble()))) {
      once();
    }
  }

  private ScrapeResult once() throws InterruptedException {
    long start = time.nanoTime();
    ScrapeResult result = ScrapeResult.SUCCESS;
    String message = "";
    long samples = 0;
    try {
      samples = pull.scraper().scrape();
    } catch (ScrapeException e) {
      result = e.result();
      samples = e.samples();
      message = String.valueOf(e.getMessage());
    } catch (LargerThanHeapException e) {
      result = ScrapeResult.TOO_LARGE;
      message = e.text();
    } catch (OutOfMemoryError e) { // the loop goes on: the next answer may be smaller
      result = ScrapeResult.TOO_LARGE;
      message = "no memory for the answer and what is in it";
    } catch (RuntimeException | Error e) { // else this target would be given up, unseen
      result = ScrapeResult.FAULT;
      message = FaultText.of(e);
      logger.log(Level.WARNING, "scrape of " + status.receiver() + " failed", e);
    }
    status.ended(result, message, samples, time.nanoTime() - start);
    log(result, message);
    return result;
  }

  private void log(ScrapeResult result, String message) {
    if (result == ScrapeResult.SUCCESS) {
      if (failuresInRow > 0) {
        logger.info(() -> status.receiver() + ": scrape of " + pull.target() + " recovered");
      }
      failuresInRow = 0;
      return;
    }
    if (failuresInRow++ % LOGGED_EVERY == 0) {
      logger.warning(
          () ->
              status.receiver()
                  + ": scrape of "
                  + pull.target()
                  + " failed ("
                  + result.word()
                  + (failuresInRow > 1 ? ", " + failuresInRow + " times in a row" : "")
                  + "): "
                  + message);
    }
  }

  /** Gives a turn up that is under way. Idempotent. */
  @Override
  public void close() {
    time.end();
    thread.interrupt();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pull.scraper().close();
  }
}
