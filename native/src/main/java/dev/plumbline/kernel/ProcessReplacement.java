package dev.plumbline.kernel;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;

/** Replaces the running program by another in the same process (execve). */
public final class ProcessReplacement {
  private ProcessReplacement() {}

  /**
   * Runs {@code arguments.get(0)}, a path, with the environment given. Returns only on failure,
   * with the reason. Descriptors that Java opened are closed by the kernel; nothing is flushed and
   * no hook runs.
   */
  public static SystemCallException execute(
      List<String> arguments, Map<String, String> environment) {
    StringArray argv = new StringArray(arguments.toArray(new String[0]), "UTF-8");
    StringArray envp =
        new StringArray(
            environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new),
            "UTF-8");
    try {
      int result = Libc.execute(arguments.get(0), address(argv), address(envp));
      return new SystemCallException("execve " + arguments.get(0), -result);
    } finally {
      Reference.reachabilityFence(argv);
      Reference.reachabilityFence(envp);
    }
  }

  private static long address(Memory strings) {
    return Pointer.nativeValue(strings);
  }
}
