package dev.plumbline.agent.recording;

/** What async-profiler tells of itself. Immutable. */
public final class ProfilerMetrics {
  static final ProfilerMetrics NONE = new ProfilerMetrics(0, 0, 0, 0);

  private final long storageKilobytes;
  private final long samples;
  private final long skippedSamples;
  private final long overflows;

  private ProfilerMetrics(
      long storageKilobytes, long samples, long skippedSamples, long overflows) {
    this.storageKilobytes = storageKilobytes;
    this.samples = samples;
    this.skippedSamples = skippedSamples;
    this.overflows = overflows;
  }

  /** Reads the answer to {@code metrics}: a name, a blank and a number per line. */
  static ProfilerMetrics parse(String answer) {
    return new ProfilerMetrics(
        value(answer, "mem_calltracestorage_kb"),
        value(answer, "samples_total"),
        value(answer, "samples_skipped_total"),
        value(answer, "calltracestorage_overflows_total"));
  }

  /** 0 if the line is missing or holds no number. */
  private static long value(String answer, String name) {
    int start = answer.startsWith(name + " ") ? 0 : answer.indexOf("\n" + name + " ");
    if (start < 0) {
      return 0;
    }
    long value = 0;
    int i = answer.indexOf(' ', start) + 1;
    while (i < answer.length() && Character.isDigit(answer.charAt(i))) {
      value = value * 10 + (answer.charAt(i) - '0');
      i++;
    }
    return value;
  }

  /** Memory of the stacks; it only grows until the recording is started anew. */
  public long storageKilobytes() {
    return storageKilobytes;
  }

  /** Since the start of the recording. */
  public long samples() {
    return samples;
  }

  /** Lost while a dump held the locks, since the start of the recording. */
  public long skippedSamples() {
    return skippedSamples;
  }

  /** Samples without their own stack because the storage was full. */
  public long overflows() {
    return overflows;
  }
}
