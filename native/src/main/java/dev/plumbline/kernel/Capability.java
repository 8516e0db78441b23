package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Capabilities that matter to a profiler, with the kernel's numbers. */
public enum Capability {
  /**
   * Read files and list directories of everybody: unreadable binaries, tracefs, container state.
   */
  DAC_READ_SEARCH(2),
  /** Read memory and links of other processes: mappings, ELF files under {@code /proc/PID/root}. */
  SYS_PTRACE(19),
  /** Contains all of the others' rights; never needed. */
  SYS_ADMIN(21),
  /** Raise limits; kernels before 5.11 charge maps against {@code RLIMIT_MEMLOCK}. */
  SYS_RESOURCE(24),
  /** See kernel addresses in {@code /proc/kallsyms}. */
  SYSLOG(34),
  /** Events for all processes, tracing programs. */
  PERFMON(38),
  /** Load programs and create maps. */
  BPF(39),
  /** Open deleted files through {@code /proc/PID/map_files}. */
  CHECKPOINT_RESTORE(40);

  private final int number;

  Capability(int number) {
    this.number = number;
  }

  /** Name as tools print it. */
  public String kernelName() {
    return "CAP_" + name();
  }

  /** The effective capabilities of this process. */
  public static Set<Capability> effective() throws IOException {
    return parse(Files.readAllLines(Path.of("/proc/self/status")));
  }

  static Set<Capability> parse(List<String> status) throws IOException {
    for (String line : status) {
      if (line.startsWith("CapEff:")) {
        long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
        Set<Capability> held = EnumSet.noneOf(Capability.class);
        for (Capability capability : values()) {
          if ((mask >>> capability.number & 1) != 0) {
            held.add(capability);
          }
        }
        return held;
      }
    }
    throw new IOException("/proc/self/status has no line CapEff");
  }
}
