package dev.plumbline.agent;

import dev.plumbline.agent.recording.ProfilerMetrics;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.jfr.JfrReason;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What is missing from a window's recording or is not what it should be, as attributes of its
 * profiles, each only where it is above 0. Confined to the thread {@code plumbline-agent}.
 */
final class WindowLosses {
  /** Samples that a window of an exporter had no room for. */
  static final String DROPPED = "plumbline.samples.dropped";

  /** Between two warnings that chunks are lost. */
  static final long WARNING_NANOS = 60_000_000_000L;

  private final Consumer<String> warnings;
  private final LongSupplier nanoTime;
  private final Map<JfrReason, Long> counts = new EnumMap<>(JfrReason.class);
  private final Map<String, Long> before = new HashMap<>();
  private long warnedChunks;
  private long warnedNanos;

  /**
   * @param warnings gets one line a minute, at most, where chunks are lost
   * @param nanoTime a clock that never jumps
   */
  WindowLosses(Consumer<String> warnings, LongSupplier nanoTime) {
    this.warnings = warnings;
    this.nanoTime = nanoTime;
  }

  /**
   * @param chunk what a chunk says of its samples
   */
  void add(ToLongFunction<JfrReason> chunk) {
    for (JfrReason reason : JfrReason.values()) {
      counts.merge(reason, chunk.applyAsLong(reason), Long::sum);
    }
  }

  /** To be called for each window, also for one of which no chunk could be read. */
  void warnOfSkippedChunks(long skippedChunks) {
    long now = nanoTime.getAsLong();
    if (skippedChunks > warnedChunks && (warnedChunks == 0 || now - warnedNanos >= WARNING_NANOS)) {
      warnings.accept(
          "the heap has no room to read the recording: "
              + skippedChunks
              + " chunks are lost so far, with all samples in them; a shorter interval makes them"
              + " smaller");
      warnedChunks = skippedChunks;
      warnedNanos = now;
    }
  }

  /** Since the call before. */
  Attributes take(ProfilerSession session) {
    List<Attribute> losses = new ArrayList<>();
    if (session.isRunning()) {
      ProfilerMetrics metrics = session.metrics();
      add(losses, "plumbline.samples.lost", metrics.skippedSamples());
      add(losses, "plumbline.stacks.lost", metrics.overflows());
    }
    add(losses, "plumbline.lock.waits.lost", session.cutLockWaits());
    add(losses, "plumbline.chunks.lost", session.skippedChunks());
    add(losses, "plumbline.samples.invalid", count(JfrReason.INVALID_VALUE));
    add(losses, "plumbline.stacks.missing", count(JfrReason.MISSING_STACK));
    add(losses, "plumbline.stacks.truncated", count(JfrReason.TRUNCATED_STACK));
    add(losses, "plumbline.methods.unloaded", count(JfrReason.UNLOADED_METHOD));
    return Attributes.of(losses);
  }

  /** The profiler's own counts begin anew with each recording. */
  private void add(List<Attribute> losses, String name, long total) {
    Long last = before.put(name, total);
    long fresh = last == null || total < last ? total : total - last;
    if (fresh > 0) {
      losses.add(Attribute.of(name, fresh));
    }
  }

  private long count(JfrReason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  /** Of all samples since the start, by reason. */
  @Override
  public String toString() {
    return counts.toString();
  }
}
