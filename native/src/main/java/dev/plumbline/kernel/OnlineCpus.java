package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** CPU lists of the kernel, such as {@code 0-3,8}. Thread-safe; each call reads anew (hotplug). */
public final class OnlineCpus {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
  private static final Path POSSIBLE = Path.of("/sys/devices/system/cpu/possible");

  private OnlineCpus() {}

  /** Numbers of the CPUs that run now, ascending. */
  public static int[] read() throws IOException {
    return parse(Files.readString(ONLINE));
  }

  /** Number of slots in a per-CPU value. */
  static int possibleCount() throws IOException {
    int[] possible = parse(Files.readString(POSSIBLE));
    return possible[possible.length - 1] + 1;
  }

  static int[] parse(String list) {
    IntStream.Builder cpus = IntStream.builder();
    for (String range : list.strip().split(",", -1)) {
      String[] ends = range.split("-", 2);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus.build().toArray();
  }
}
