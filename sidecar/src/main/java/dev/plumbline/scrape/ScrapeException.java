package dev.plumbline.scrape;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A try that failed, wholly or in part; the message is one line without secrets. */
public final class ScrapeException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ScrapeResult result;
  private final long samples;

  public ScrapeException(ScrapeResult result, String message) {
    this(result, message, 0, null);
  }

  public ScrapeException(ScrapeResult result, String message, Throwable cause) {
    this(result, message, 0, cause);
  }

  /**
   * Of a try that brought something nevertheless.
   *
   * @param samples that were handed over before
   */
  public ScrapeException(ScrapeResult result, String message, long samples) {
    this(result, message, samples, null);
  }

  private ScrapeException(
      ScrapeResult result, String message, long samples, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.result = requireNonNull(result, "result");
    this.samples = samples;
  }

  public ScrapeResult result() {
    return result;
  }

  long samples() {
    return samples;
  }
}
