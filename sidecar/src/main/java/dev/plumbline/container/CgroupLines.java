package dev.plumbline.container;

import java.util.List;

/** Reads the lines {@code hierarchy:controllers:path} of {@code /proc/PID/cgroup}. */
final class CgroupLines {
  private CgroupLines() {}

  /**
   * The first line that names a container wins, the unified hierarchy before the others: some
   * runtimes make cgroups in the hierarchies of version 1 alone. Else the unit of systemd's own
   * hierarchy.
   */
  static CgroupIdentity identity(List<String> lines) {
    CgroupIdentity best = CgroupIdentity.NONE;
    for (String line : lines) {
      int controllers = line.indexOf(':');
      int path = line.indexOf(':', controllers + 1);
      if (controllers < 0 || path < 0) {
        continue;
      }
      CgroupIdentity identity = CgroupIdentity.of(line.substring(path + 1));
      boolean unified = line.startsWith("0::");
      if (identity.isContainer()) {
        if (unified || !best.isContainer()) {
          best = identity;
        }
      } else if (!best.isContainer() && isOfSystemd(line, unified, best)) {
        best = identity;
      }
    }
    return best;
  }

  private static boolean isOfSystemd(String line, boolean unified, CgroupIdentity best) {
    return line.contains(":name=systemd:") || (unified && best.systemdUnit().isEmpty());
  }
}
