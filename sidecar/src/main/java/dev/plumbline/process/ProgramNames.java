package dev.plumbline.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names processes by what they run. A program that was started as the loader's argument is the one
 * that the loader has mapped, not the loader. Stateless.
 */
final class ProgramNames {
  private ProgramNames() {}

  /** Name and executable of a process. */
  static ProgramName of(ProcessFiles files, int pid, String leaderName, List<MemoryMap> maps) {
    String executable = files.executable(pid);
    if (executable == null || !isLoader(fileName(executable))) {
      return new ProgramName(leaderName, executable);
    }
    String program = startedByLoader(files.arguments(pid), maps);
    return program == null
        ? new ProgramName(leaderName, executable)
        : new ProgramName(fileName(program), program);
  }

  static boolean isLoader(String name) {
    return (name.startsWith("ld-") && name.contains(".so")) || name.startsWith("ld.so");
  }

  /** The first argument behind the loader whose file name is that of a mapped file. */
  private static @Nullable String startedByLoader(List<String> arguments, List<MemoryMap> maps) {
    for (int i = 1; i < arguments.size(); i++) {
      String name = fileName(arguments.get(i));
      if (arguments.get(i).startsWith("--") || name.isEmpty()) {
        continue;
      }
      for (MemoryMap map : maps) {
        if (map.hasFile() && fileName(map.path()).equals(name)) {
          return map.path();
        }
      }
    }
    return null;
  }

  static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1); // no Path: not every name is one here
  }
}
