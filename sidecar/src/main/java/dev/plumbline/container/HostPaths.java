package dev.plumbline.container;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where the host's files are seen: in a container with the host's pid namespace, {@code
 * /proc/1/root} or a mount. Immutable.
 *
 * @param root root directory of the host
 * @param proc its process file system
 */
public record HostPaths(Path root, Path proc) {
  /** We run on the host itself. */
  public static final HostPaths HOST = new HostPaths(Path.of("/"), Path.of("/proc"));

  /** A path that is absolute on the host, as we can open it. */
  public Path resolve(String absolute) {
    int start = 0;
    while (start < absolute.length() && absolute.charAt(start) == '/') {
      start++;
    }
    String relative = absolute.substring(start);
    try {
      return root.resolve(relative);
    } catch (InvalidPathException e) { // no name in our locale: so there is no such file for us
      return root.resolve(relative.replaceAll("[^ -~]", "?"));
    }
  }

  /** A file of a process. */
  public Path process(int pid, String name) {
    return proc.resolve(Integer.toString(pid)).resolve(name);
  }
}
