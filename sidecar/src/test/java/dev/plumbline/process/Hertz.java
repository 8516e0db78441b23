package dev.plumbline.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A frequency that this kernel takes now: it lowers its bound when interrupts take long. */
public final class Hertz {
  private Hertz() {}

  public static int upTo(int wanted) throws IOException {
    Path most = Path.of("/proc/sys/kernel/perf_event_max_sample_rate");
    // in one read: the kernel ends a number's file behind what the first read took of it
    return Math.min(wanted, Integer.parseInt(Files.readAllLines(most).get(0).strip()));
  }
}
