package dev.plumbline.export;

import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import org.jspecify.annotations.Nullable;

/**
 * What the queue holds: a window that is not encoded yet, or a request. The attempts are confined
 * to the exporter's thread, the rest is immutable.
 */
final class QueueItem {
  private final @Nullable ProfileWindow window;
  private final @Nullable ExportRequest request;
  private final @Nullable OtlpLevel level;
  private final SampleCounts samples;
  private final long bytes;
  private final long acceptedNanos;
  private final long sequence;
  private int attempts;

  private QueueItem(
      @Nullable ProfileWindow window,
      @Nullable ExportRequest request,
      @Nullable OtlpLevel level,
      SampleCounts samples,
      long bytes,
      long acceptedNanos,
      long sequence) {
    this.window = window;
    this.request = request;
    this.level = level;
    this.samples = samples;
    this.bytes = bytes;
    this.acceptedNanos = acceptedNanos;
    this.sequence = sequence;
  }

  static QueueItem ofWindow(ProfileWindow window, long bytes, long acceptedNanos, long sequence) {
    return new QueueItem(window, null, null, window.samples(), bytes, acceptedNanos, sequence);
  }

  /** A request that this window became; it keeps the window's age and place. */
  QueueItem encodedAs(ExportRequest encoded, OtlpLevel encodedLevel) {
    return new QueueItem(
        null, encoded, encodedLevel, encoded.samples(), encoded.length(), acceptedNanos, sequence);
  }

  /** Null once it is encoded. */
  @Nullable ProfileWindow window() {
    return window;
  }

  /** Null until it is encoded. */
  @Nullable ExportRequest request() {
    return request;
  }

  /** The level of the request; null until it is encoded. */
  @Nullable OtlpLevel level() {
    return level;
  }

  SampleCounts samples() {
    return samples;
  }

  /** Length of the request, or the estimate for the window. */
  long bytes() {
    return bytes;
  }

  /** When the window was handed over, on the exporter's ticker. */
  long acceptedNanos() {
    return acceptedNanos;
  }

  /** Order of the windows, from 1. */
  long sequence() {
    return sequence;
  }

  int attempts() {
    return attempts;
  }

  void countAttempt() {
    attempts++;
  }
}
