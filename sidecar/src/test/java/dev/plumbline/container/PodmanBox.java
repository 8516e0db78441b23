package dev.plumbline.container;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A container of podman and runc over a root file system that holds a static busybox alone, in a
 * storage of its own. Limits are given since a machine may refuse to raise podman's own.
 */
final class PodmanBox implements AutoCloseable {
  private static final Path BUSYBOX = Path.of("/bin/busybox");
  private static final long TIMEOUT_SECONDS = 60;

  private final List<String> podman;
  private final String name;
  private final String id;

  private PodmanBox(List<String> podman, String name, String id) {
    this.podman = podman;
    this.name = name;
    this.id = id;
  }

  /** Why none can run here; empty if one can be tried. */
  static String missing() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return "not root";
    }
    for (String program : List.of("podman", "runc", "conmon")) {
      if (!isOnPath(program)) {
        return program + " is not installed (Debian: podman runc busybox-static)";
      }
    }
    return Files.isExecutable(BUSYBOX) ? "" : "no static busybox at " + BUSYBOX;
  }

  private static boolean isOnPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/bin";
    return Arrays.stream(path.split(":"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** Starts a container that runs a shell's script. */
  static PodmanBox start(Path directory, String name, String script) throws IOException {
    Path rootfs = directory.resolve("rootfs-" + name);
    Files.createDirectories(rootfs.resolve("bin"));
    Files.copy(BUSYBOX, rootfs.resolve("bin/busybox"));
    Files.createSymbolicLink(rootfs.resolve("bin/sh"), Path.of("busybox"));
    Files.createSymbolicLink(rootfs.resolve("bin/sleep"), Path.of("busybox"));
    List<String> podman =
        List.of(
            "podman",
            "--runtime",
            "runc",
            "--root",
            directory.resolve("store").toString(),
            "--runroot",
            directory.resolve("run").toString(),
            "--cgroup-manager",
            "cgroupfs",
            "--events-backend",
            "file");
    List<String> run = new ArrayList<>(podman);
    run.addAll(
        List.of(
            "run",
            "-d",
            "--name",
            name,
            "--ulimit",
            "nofile=1024:1024",
            "--ulimit",
            "nproc=1024:1024",
            "--network=none",
            "--rootfs",
            rootfs.toString(),
            "/bin/sh",
            "-c",
            script));
    return new PodmanBox(podman, name, output(run).strip());
  }

  String id() {
    return id;
  }

  int pid() throws IOException {
    List<String> inspect = new ArrayList<>(podman);
    inspect.addAll(List.of("inspect", "-f", "{{.State.Pid}}", name));
    return Integer.parseInt(output(inspect).strip());
  }

  private static String output(List<String> command) throws IOException {
    Path errors = Files.createTempFile("podman", ".err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    try {
      process.getOutputStream().close();
      // The monitor inherits the pipe, so its end is not waited for: one line is the answer.
      byte[] line = new byte[256];
      int length = process.getInputStream().read(line);
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(command + ": " + Files.readString(errors));
      }
      return new String(line, 0, Math.max(0, length), StandardCharsets.UTF_8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(command.toString());
    } finally {
      process.destroyForcibly();
      Files.delete(errors);
    }
  }

  @Override
  public void close() throws IOException {
    List<String> remove = new ArrayList<>(podman);
    remove.addAll(List.of("rm", "-f", "-t", "0", name));
    output(remove);
    awaitMonitorEnd();
    unmount(podman.get(podman.indexOf("--root") + 1) + "/overlay");
  }

  /**
   * Waits for the container's monitor and the clean-up that it starts: that clean-up mounts the
   * store again, so an earlier unmount would not last.
   */
  private void awaitMonitorEnd() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (isMonitored() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private boolean isMonitored() {
    return ProcessHandle.allProcesses().anyMatch(process -> commandLine(process).contains(id));
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // It ended in between.
    }
  }

  /** Podman leaves its store mounted over itself, and no mount point can be deleted. */
  private static void unmount(String place) throws IOException {
    Process process = new ProcessBuilder("umount", "-q", place).inheritIO().start();
    try {
      process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
