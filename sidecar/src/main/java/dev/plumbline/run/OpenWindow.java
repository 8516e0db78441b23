package dev.plumbline.run;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.util.List;

/**
 * The window that is open for some sinks. Where records come that it has no room for, it is handed
 * over before its time and another one begins, so that a busy host makes more windows and loses
 * nothing. Confined to the run's thread.
 */
final class OpenWindow {
  /** Distinct samples of one window. */
  static final int MAX_SAMPLES = 50_000;

  /** Of the heap: one window is open while others are encoded and wait. */
  private static final int SHARE_OF_HEAP = 8;

  private final List<WindowSink> sinks;
  private final SampleAggregator aggregator;
  private long startUnixNanos;
  private long handedOver;

  /**
   * @param sinks what the window is for; not empty
   */
  OpenWindow(List<WindowSink> sinks, WindowExports.SampleOrigin origin) {
    this(sinks, origin, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  OpenWindow(List<WindowSink> sinks, WindowExports.SampleOrigin origin, long maxBytes) {
    this.sinks = List.copyOf(sinks);
    this.aggregator =
        SampleAggregator.builder(origin.resource(), origin.scope())
            .maxSamples(MAX_SAMPLES)
            .maxBytes(maxBytes)
            .build();
  }

  /** Nothing was merged into it. */
  void start(long startUnixNanos) {
    this.startUnixNanos = startUnixNanos;
  }

  void add(SampleMapping mapping, RecordBatch batch) {
    int next = aggregator.addUntilFull(mapping, batch, 0);
    while (next < batch.size()) {
      handOver(Math.max(batch.endUnixNanos(), startUnixNanos + 1));
      // The rest is of the same interval: the two windows overlap, and add up.
      startUnixNanos = Math.max(batch.startUnixNanos(), startUnixNanos);
      next = aggregator.addUntilFull(mapping, batch, next);
    }
  }

  /**
   * Hands it over and begins the next one; never waits.
   *
   * @return samples since the last close
   */
  long close(long endUnixNanos) {
    handOver(Math.max(endUnixNanos, startUnixNanos + 1));
    startUnixNanos = endUnixNanos;
    long samples = handedOver;
    handedOver = 0;
    return samples;
  }

  private void handOver(long endUnixNanos) {
    ProfileWindow window = aggregator.closeWindow(startUnixNanos, endUnixNanos);
    handedOver += window.sampleCount();
    sinks.forEach(sink -> sink.accept(window));
  }
}
