package dev.plumbline.cpu;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.nio.file.Path;

/** The kernel's bound of {@code --frequency}. Stateless. */
final class SampleRate {
  private static final Path MOST = Path.of("/proc/sys/kernel/perf_event_max_sample_rate");
  private static final int EINVAL = 22;

  private SampleRate() {}

  /** The failure to open the CPU clock at a frequency, as a user can do something about it. */
  static IOException explain(SystemCallException e, int frequencyHertz) {
    return explain(e, frequencyHertz, most());
  }

  static IOException explain(SystemCallException e, int frequencyHertz, int most) {
    if (e.errno() != EINVAL || frequencyHertz <= most) {
      return e;
    }
    return new IOException(
        "frequency is "
            + frequencyHertz
            + ", and this kernel takes at most "
            + most
            + " samples a second (sysctl kernel.perf_event_max_sample_rate)",
        e);
  }

  static int most() {
    try {
      return Integer.parseInt(Sysctl.read(MOST));
    } catch (IOException | NumberFormatException ignored) {
      return Integer.MAX_VALUE; // unknown, so it is not what we name
    }
  }
}
