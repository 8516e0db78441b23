package dev.plumbline.cli;

import static java.util.stream.Collectors.joining;

import dev.plumbline.kernel.Capability;
import dev.plumbline.probe.Gadget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the program must be allowed to do, told before anything is tried (§11.4). Stateless. */
final class Privileges {
  private static final List<Capability> NEEDED =
      List.of(Capability.BPF, Capability.PERFMON, Capability.SYS_PTRACE);

  private static final Map<Capability, String> WITHOUT = new LinkedHashMap<>();

  static {
    WITHOUT.put(Capability.DAC_READ_SEARCH, "files that only their owner may read have no symbols");
    WITHOUT.put(Capability.SYSLOG, "kernel functions have no names");
    WITHOUT.put(Capability.CHECKPOINT_RESTORE, "deleted files have no tables and no symbols");
  }

  /** Name of the first pid namespace, which the kernel has fixed (PROC_PID_INIT_INO). */
  private static final String HOST_PIDS = "pid:[4026531836]";

  private Privileges() {}

  /** Empty where it cannot be told. */
  private static String pidNamespace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException | UnsupportedOperationException ignored) {
      return ""; // no /proc, or no right to look: the run will tell
    }
  }

  /** The kernel speaks of processes by their ids in the first namespace; elsewhere they differ. */
  static void requireHostProcesses(String namespace) {
    if (!namespace.isEmpty() && !namespace.equals(HOST_PIDS)) {
      throw new Failure(
          "this process is in a pid namespace of its own ("
              + namespace
              + "), where the kernel's process ids mean nothing; run it in the host's"
              + " (--pid=host, hostPID: true)");
    }
  }

  /**
   * @throws Failure that names exactly the missing capabilities
   */
  static void require(Gadget gadget, Console console) throws IOException {
    requireHostProcesses(pidNamespace());
    Set<Capability> held = Capability.effective();
    List<Capability> missing = new ArrayList<>(NEEDED);
    if (held.contains(Capability.SYS_ADMIN)) {
      missing.remove(Capability.BPF);
      missing.remove(Capability.PERFMON);
    }
    missing.removeAll(held);
    if (!missing.isEmpty()) {
      throw new Failure(
          "gadget "
              + gadget.name()
              + " needs "
              + missing.stream().map(Capability::kernelName).collect(joining(", "))
              + ", which this process does not have; run it as root (sudo plumbline run "
              + gadget.name()
              + ") or give these capabilities");
    }
    WITHOUT.forEach(
        (capability, effect) -> {
          if (!held.contains(capability)) {
            console.warn("without " + capability.kernelName() + " " + effect);
          }
        });
  }
}
