package dev.plumbline.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory that looks like a host: files of runtimes, processes and cgroups, written by tests.
 */
public final class HostFixture {
  public static final String ID =
      "3e8abb97e13eef9d06f6887684c7ba9a97fcc8d6750bfbbfcfcf8bd9d05ee8bd";
  public static final String OTHER_ID =
      "98bd7cfc43b8ef0ff130465e3d5427c0771002c2f35a6a9b62cb2d04602bed0a";
  public static final String POD_UID = "0a2b4c6d-1111-2222-3333-444455556666";

  private final Path root;

  public HostFixture(Path root) throws IOException {
    this.root = root;
    write("/proc/stat", "cpu  1 2 3 4\nbtime 1700000000\nprocesses 9\n");
  }

  public HostPaths paths() {
    return new HostPaths(root, root.resolve("proc"));
  }

  public Path file(String absolute) {
    return root.resolve(absolute.substring(1));
  }

  public HostFixture write(String absolute, String content) throws IOException {
    Path file = file(absolute);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  /** A process with owner 1000:100 and a mount namespace. */
  public HostFixture process(int pid, String comm, int parent, long startTicks, long mountNamespace)
      throws IOException {
    String directory = "/proc/" + pid + "/";
    String middle = " 1 1 0 -1 4194560 1006 0 0 0 1 1 0 0 20 0 1 0 ";
    write(
        directory + "stat",
        pid + " (" + comm + ") S " + parent + middle + startTicks + " 2322432 332");
    write(
        directory + "status",
        "Name:\t" + comm + "\nUid:\t0\t1000\t0\t0\nGid:\t0\t100\t0\t0\nThreads:\t1\n");
    link(directory + "ns/mnt", "mnt:[" + mountNamespace + "]");
    return this;
  }

  public HostFixture link(String absolute, String target) throws IOException {
    Path link = file(absolute);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(target));
    return this;
  }

  public HostFixture cgroup(int pid, String... lines) throws IOException {
    return write("/proc/" + pid + "/cgroup", String.join("\n", lines) + "\n");
  }

  public HostFixture commandLine(int pid, List<String> arguments) throws IOException {
    Path file = file("/proc/" + pid + "/cmdline");
    byte[] bytes = (String.join("\0", arguments) + "\0").getBytes(StandardCharsets.UTF_8);
    Files.write(file, bytes);
    return this;
  }

  /** A directory of the unified hierarchy; its id is the directory's inode. */
  public long unifiedCgroup(String path, String processes) throws IOException {
    write("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    write("/sys/fs/cgroup" + path + "/cgroup.procs", processes);
    return (Long) Files.getAttribute(file("/sys/fs/cgroup" + path), "unix:ino");
  }
}
