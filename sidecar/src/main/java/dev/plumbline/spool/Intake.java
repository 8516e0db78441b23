package dev.plumbline.spool;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What waits to become safe: a window, or a request that came encoded. The one who brought it can
 * wait until the disk or the receiver has it. Thread-safe, but for what the spool's thread does.
 */
final class Intake {
  private final @Nullable ProfileWindow window;
  private final @Nullable ExportRequest request;
  private final OtlpLevel level;
  private final long bytes;
  private final CountDownLatch settled = new CountDownLatch(1);
  private final boolean isAwaited;
  private int unsafeRequests;
  private volatile boolean isSafe;

  private Intake(
      @Nullable ProfileWindow window,
      @Nullable ExportRequest request,
      OtlpLevel level,
      long bytes,
      boolean isAwaited) {
    this.window = window;
    this.request = request;
    this.level = level;
    this.bytes = bytes;
    this.isAwaited = isAwaited;
  }

  /** A window that nobody waits for. */
  static Intake of(ProfileWindow window, long estimatedBytes) {
    return new Intake(window, null, OtlpLevel.V1_10, estimatedBytes, false);
  }

  /** A window whose bringer waits, and tries again if it is not safe. */
  static Intake awaited(ProfileWindow window, long estimatedBytes) {
    return new Intake(window, null, OtlpLevel.V1_10, estimatedBytes, true);
  }

  /** Likewise an encoded request. */
  static Intake awaited(ExportRequest request, OtlpLevel level) {
    return new Intake(null, request, level, request.keptLength(), true);
  }

  boolean isAwaited() {
    return isAwaited;
  }

  @Nullable ProfileWindow window() {
    return window;
  }

  @Nullable ExportRequest request() {
    return request;
  }

  /** Of the request. */
  OtlpLevel level() {
    return level;
  }

  long bytes() {
    return bytes;
  }

  SampleCounts samples() {
    if (request != null) {
      return request.samples();
    }
    return window == null ? SampleCounts.EMPTY : window.samples();
  }

  /** The spool's thread: it has become so many requests; with none there is nothing to wait for. */
  void becomes(int requests) {
    unsafeRequests = requests;
    if (requests == 0) {
      settle();
    }
  }

  /** The spool's thread: one of its requests is on disk, or settled. */
  void oneIsSafe() {
    if (--unsafeRequests == 0) {
      settle();
    }
  }

  private void settle() {
    isSafe = true;
    settled.countDown();
  }

  /** One of its requests will not be safe. */
  void isNotSafe() {
    settled.countDown();
  }

  /** False if it is not safe, or not yet. */
  boolean untilSafe(long nanos) throws InterruptedException {
    return settled.await(nanos, TimeUnit.NANOSECONDS) && isSafe;
  }
}
