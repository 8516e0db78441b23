package dev.plumbline.container;

import dev.plumbline.kernel.LivingThread;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the small files of {@code /proc/PID}. Each method answers with an empty value for a process
 * that has ended or whose file we may not read. Confined to one thread.
 */
public final class ProcessFiles {
  /** Ticks a second in {@code /proc}, fixed on the architectures that we run on. */
  private static final long TICK_NANOS = 10_000_000L;

  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_COMMAND_BYTES = 16 * 1024;

  private final HostPaths host;
  private long bootUnixSeconds;

  /** Reads below the host's {@code /proc}. */
  public ProcessFiles(HostPaths host) {
    this.host = host;
  }

  /**
   * Fields of {@code /proc/PID/stat}.
   *
   * @param comm name of the leading thread
   * @param parentPid 0 for none
   * @param startTicks start in ticks of 10 ms since boot
   */
  public record Stat(String comm, int parentPid, long startTicks) {}

  /**
   * Effective ids, from {@code /proc/PID/status}.
   *
   * @param uid user
   * @param gid group
   */
  public record Owner(int uid, int gid) {}

  /** Null for a process that has ended. */
  public @Nullable Stat stat(int pid) {
    String text = BoundedFile.text(host.process(pid, "stat"), MAX_BYTES);
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    if (open < 0 || close < open) {
      return null;
    }
    String[] fields = text.substring(close + 1).trim().split(" ", -1);
    if (fields.length < 20) {
      return null;
    }
    try {
      return new Stat(
          text.substring(open + 1, close), Integer.parseInt(fields[1]), Long.parseLong(fields[19]));
    } catch (NumberFormatException ignored) {
      return null;
    }
  }

  /** Null for a process that has ended. */
  public @Nullable Owner owner(int pid) {
    Integer uid = null;
    Integer gid = null;
    String text = BoundedFile.text(host.process(pid, "status"), MAX_BYTES);
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("Uid:")) {
        uid = effective(line);
      } else if (line.startsWith("Gid:")) {
        gid = effective(line);
      }
    }
    return uid == null || gid == null ? null : new Owner(uid, gid);
  }

  private static @Nullable Integer effective(String line) {
    String[] fields = line.split("\\s+", -1);
    try {
      return fields.length < 3 ? null : Integer.valueOf(Integer.parseUnsignedInt(fields[2]));
    } catch (NumberFormatException ignored) {
      return null;
    }
  }

  /** Path of the executable in the process's own root; empty for kernel threads. */
  public String executable(int pid) {
    String path = link(pid, "exe");
    return path.endsWith(" (deleted)")
        ? path.substring(0, path.length() - " (deleted)".length())
        : path;
  }

  /** The working directory in the process's own root; empty where it may not be read. */
  public String workingDirectory(int pid) {
    return link(pid, "cwd");
  }

  /** Inode of the mount namespace; 0 where it may not be read. */
  public long mountNamespace(int pid) {
    String link = link(pid, "ns/mnt");
    if (!link.startsWith("mnt:[") || !link.endsWith("]")) {
      return 0;
    }
    try {
      return Long.parseLong(link.substring(5, link.length() - 1));
    } catch (NumberFormatException ignored) {
      return 0;
    }
  }

  /** A link of the process; where its leading thread has none any more, that of one that lives. */
  private String link(int pid, String name) {
    String link = BoundedFile.link(host.process(pid, name));
    boolean isLeft =
        link.isEmpty()
            && LivingThread.hasEnded(BoundedFile.text(host.process(pid, "stat"), MAX_BYTES));
    return isLeft ? BoundedFile.link(host.process(LivingThread.of(host.proc(), pid), name)) : link;
  }

  /** Lines of {@code /proc/PID/cgroup}. */
  public List<String> cgroups(int pid) {
    String text = BoundedFile.text(host.process(pid, "cgroup"), MAX_BYTES);
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  /** Arguments with the program's name, cut after 16 KiB; may wait for the process's memory. */
  public List<String> commandLine(int pid) {
    Path file = host.process(pid, "cmdline");
    byte[] bytes = BoundedFile.firstBytes(file, MAX_COMMAND_BYTES);
    List<String> arguments = new ArrayList<>();
    int start = 0;
    for (int i = 0; bytes != null && i < bytes.length; i++) {
      if (bytes[i] == 0) {
        arguments.add(new String(bytes, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    return arguments;
  }

  /** When the process started, by the kernel's boot time in seconds; 0 if it has ended. */
  public long startUnixNanos(int pid) {
    Stat stat = stat(pid);
    if (stat == null) {
      return 0;
    }
    if (bootUnixSeconds == 0) {
      bootUnixSeconds = readBootTime();
    }
    return bootUnixSeconds == 0
        ? 0
        : bootUnixSeconds * 1_000_000_000L + stat.startTicks() * TICK_NANOS;
  }

  private long readBootTime() {
    byte[] bytes = BoundedFile.firstBytes(host.proc().resolve("stat"), 4 << 20);
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("btime ")) {
        try {
          return Long.parseLong(line.substring("btime ".length()).trim());
        } catch (NumberFormatException ignored) {
          return 0;
        }
      }
    }
    return 0;
  }
}
