package dev.plumbline.jfr;

import dev.plumbline.jfr.chunk.ActiveSettings;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says of the session that made it: async-profiler in nanoseconds and bytes, into
 * its first chunk only; the JDK in words such as {@code 20 ms}, into each. Immutable.
 */
public final class RecordedSettings {
  private static final String EXECUTION_SAMPLE = "jdk.ExecutionSample";

  /** Of async-profiler, where it does not say it. */
  private static final long DEFAULT_DEPTH = 2048;

  private final ActiveSettings said;

  private RecordedSettings(ActiveSettings said) {
    this.said = said;
  }

  /**
   * Those of a recording's first chunk.
   *
   * @throws JfrException if the chunk is broken
   */
  public static RecordedSettings of(JfrChunk chunk) throws JfrException {
    return new RecordedSettings(ActiveSettings.of(chunk));
  }

  /** Puts what is said into those settings; what was recorded passed the session's thresholds. */
  public JfrSettings.Builder applyTo(JfrSettings.Builder settings) {
    Long cpu = number(EXECUTION_SAMPLE, "interval");
    Long period = cpu == null ? nanos(said.value(EXECUTION_SAMPLE, "period")) : cpu;
    if (period != null) {
      settings.cpuIntervalNanos(period);
    }
    Long wall = number(EXECUTION_SAMPLE, "wall");
    if (wall != null) {
      settings.wallIntervalNanos(wall);
    }
    Long alloc = number("jdk.ObjectAllocationInNewTLAB", "alloc");
    if (alloc != null) {
      settings.allocIntervalBytes(alloc);
    }
    Long malloc = number("profiler.Malloc", "nativemem");
    if (malloc != null) {
      settings.nativememIntervalBytes(malloc);
    }
    Long depth = number("jdk.ActiveRecording", "jstackdepth");
    return settings
        .maxStackDepth((int) Math.min(Integer.MAX_VALUE, depth == null ? DEFAULT_DEPTH : depth))
        .locks(LockRules.ofThreshold(0));
  }

  /** Null if it is not said, or no number above zero that an interval can be. */
  private @Nullable Long number(String event, String name) {
    String text = said.value(event, name);
    if (!text.matches("[0-9]{1,12}")) {
      return null;
    }
    long number = Long.parseLong(text);
    return number > 0 && number <= Integer.MAX_VALUE * 1000L ? number : null;
  }

  /** Of the JDK's words for a period; null if it is no time. */
  private static @Nullable Long nanos(String text) {
    if (!text.matches("[0-9]{1,9} ?(ns|us|ms|s)")) {
      return null;
    }
    long number = Long.parseLong(text.replaceAll("[^0-9]", ""));
    switch (text.replaceAll("[0-9 ]", "")) {
      case "ns":
        return number;
      case "us":
        return number * 1_000;
      case "ms":
        return number * 1_000_000;
      default:
        return Duration.ofSeconds(number).toNanos();
    }
  }
}
