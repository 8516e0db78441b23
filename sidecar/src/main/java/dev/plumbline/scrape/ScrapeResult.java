package dev.plumbline.scrape;

import java.util.Locale;

/** What became of one try. */
public enum ScrapeResult {
  SUCCESS,
  CONNECTION_ERROR,
  TIMEOUT,
  HTTP_3XX,
  HTTP_4XX,
  HTTP_5XX,
  /** Another profiler of the target is at work; Go runs one CPU profile at a time. */
  TARGET_BUSY,
  /** No profile that we know, or one without the sample types that were asked for. */
  VALIDATION_ERROR,
  TOO_LARGE,
  /** Our own credentials or files could not be read. */
  CREDENTIALS,
  /** Some of several files could not be read; the others were taken. */
  PARTIAL,
  /** It was fetched and could not be queued. */
  QUEUE,
  /** A fault of ours. */
  FAULT;

  /** For counters, logs and the health page. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
