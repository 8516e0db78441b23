package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the queue holds: a window that is not encoded yet, or one of the requests that it became.
 * The attempts are confined to the exporter's thread, the rest is immutable.
 */
final class QueueItem {
  private final @Nullable ProfileWindow window;
  private final @Nullable ExportRequest request;
  private final @Nullable EncodedItems siblings;
  private final SampleCounts samples;
  private final long bytes;
  private final Arrival arrival;
  private int attempts;

  private QueueItem(ProfileWindow window, long bytes, Arrival arrival) {
    this.window = window;
    this.request = null;
    this.siblings = null;
    this.samples = window.samples();
    this.bytes = bytes;
    this.arrival = arrival;
  }

  private QueueItem(ExportRequest request, EncodedItems siblings, long bytes, Arrival arrival) {
    this.window = null;
    this.request = request;
    this.siblings = siblings;
    this.samples = request.samples();
    this.bytes = bytes;
    this.arrival = arrival;
  }

  static QueueItem ofWindow(ProfileWindow window, long bytes, Arrival arrival) {
    return new QueueItem(window, bytes, arrival);
  }

  /** A request that came encoded. */
  static QueueItem ofRequest(ExportRequest request, OtlpLevel level, Arrival arrival) {
    EncodedItems alone = new EncodedItems(null, level, Collections.emptyMap());
    return new QueueItem(request, alone, request.length(), arrival);
  }

  /**
   * The requests that this window became, at least one; they keep its age and place.
   *
   * @param keeping whether the window stays with them, and counts, so that it can be encoded anew
   */
  List<QueueItem> encodedAs(WindowEncoder.Encoding encoding, OtlpLevel level, Keeping keeping) {
    QueueItem kept = keeping == Keeping.WINDOW ? this : null;
    EncodedItems encoded = new EncodedItems(kept, level, encoding.droppedSamples());
    long rest = keeping == Keeping.WINDOW ? bytes : 0;
    for (ExportRequest request : encoding.requests()) {
      rest -= request.length();
    }
    List<QueueItem> items = new ArrayList<>();
    for (ExportRequest request : encoding.requests()) {
      items.add(new QueueItem(request, encoded, request.length() + Math.max(0, rest), arrival));
      rest = 0;
    }
    return items;
  }

  /** What stays of a window that is encoded. */
  enum Keeping {
    REQUESTS,
    WINDOW
  }

  /** Null once it is encoded. */
  @Nullable ProfileWindow window() {
    return window;
  }

  /** Null until it is encoded. */
  @Nullable ExportRequest request() {
    return request;
  }

  /** What it has in common with all requests of the same window; null until it is encoded. */
  @Nullable EncodedItems siblings() {
    return siblings;
  }

  /** The level of the request; null until it is encoded. */
  @Nullable OtlpLevel level() {
    return siblings == null ? null : siblings.level();
  }

  SampleCounts samples() {
    return samples;
  }

  /**
   * Length of the request, or the estimate for the window. The requests of a window that is kept
   * count as much as it, or as they if that is more.
   */
  long bytes() {
    return bytes;
  }

  /** When the window was handed over, on the exporter's ticker. */
  long acceptedNanos() {
    return arrival.acceptedNanos();
  }

  /** Order of the windows, from 1. */
  long sequence() {
    return arrival.sequence();
  }

  int attempts() {
    return attempts;
  }

  void countAttempt() {
    attempts++;
  }

  /** What it shares with all that the same window became. */
  Arrival arrival() {
    return arrival;
  }
}
