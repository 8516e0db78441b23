package dev.plumbline.agent.recording;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Says when a recording must be started anew, the only gap in the profile: what async-profiler
 * keeps for a recording only grows (agent study §3.4). Confined to its thread.
 */
final class RestartPolicy {
  /** Three quarters of the limit at which async-profiler stops to keep stacks. */
  private static final double STORAGE_SHARE = 0.75;

  static final long MAX_THREADS_STARTED = 1_000_000;
  static final long MAX_AGE_NANOS = 24L * 3_600 * 1_000_000_000;
  static final long MAX_FILE_BYTES = 64L << 20;

  private final long maxStorageKilobytes;
  private final long liveIntervalNanos;
  private long startNanos;
  private long threadsAtStart;

  RestartPolicy(Settings settings) {
    this.maxStorageKilobytes =
        (long) (settings.number(Setting.MEMORY_NATIVE) * STORAGE_SHARE) >> 10;
    this.liveIntervalNanos =
        settings.flag(Setting.LIVE) ? settings.number(Setting.LIVE_INTERVAL) : Long.MAX_VALUE;
  }

  void onStarted(long nanoTime, long threadsStarted) {
    startNanos = nanoTime;
    threadsAtStart = threadsStarted;
  }

  /**
   * Why a restart is due; null if none is.
   *
   * @param threadsStarted threads that the JVM has started so far
   * @param keptFileBytes bytes of the file that cannot be given back
   */
  @Nullable String reason(
      ProfilerMetrics metrics, long nanoTime, long threadsStarted, long keptFileBytes) {
    if (metrics.storageKilobytes() > maxStorageKilobytes) {
      return "stack storage has " + metrics.storageKilobytes() + " KiB";
    }
    if (threadsStarted - threadsAtStart > MAX_THREADS_STARTED) {
      return (threadsStarted - threadsAtStart) + " threads were started";
    }
    if (nanoTime - startNanos >= liveIntervalNanos) {
      return "only a stop tells which objects are alive";
    }
    if (nanoTime - startNanos >= MAX_AGE_NANOS) {
      return "it is a day old";
    }
    if (keptFileBytes > MAX_FILE_BYTES) {
      return "its file has " + keptFileBytes + " bytes";
    }
    return null;
  }
}
