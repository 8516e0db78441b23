package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Containers of podman and runc in a storage of their own, over root file systems that the test
 * makes. Limits are given since a machine may refuse to raise podman's own.
 */
final class Podman {
  private static final Path BUSYBOX = Path.of("/bin/busybox");
  private static final int MOST_MOUNTS = 8;
  private static final long PATIENCE_SECONDS = 90;

  private final Path directory;
  private final Map<String, String> idsByName = new LinkedHashMap<>();

  Podman(Path directory) {
    this.directory = directory;
  }

  /** Skips the test, with the reason, where there is no podman to try. */
  static void assumeInstalled() {
    if (!"root".equals(System.getProperty("user.name"))) {
      abort("podman needs root here");
    }
    for (String program : List.of("podman", "runc", "conmon")) {
      String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/bin";
      if (Arrays.stream(path.split(":", -1))
          .noneMatch(place -> Files.isExecutable(Path.of(place, program)))) {
        abort(program + " is not installed (Debian: podman runc busybox-static)");
      }
    }
    if (!Files.isExecutable(BUSYBOX)) {
      abort("no static busybox at " + BUSYBOX);
    }
  }

  private List<String> podman(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "podman",
                "--runtime",
                "runc",
                "--root",
                directory.resolve("store").toString(),
                "--runroot",
                directory.resolve("runroot").toString(),
                "--cgroup-manager",
                "cgroupfs",
                "--events-backend",
                "file"));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A root file system that holds busybox alone. */
  Path busybox(String name) throws IOException {
    Path root = Files.createDirectories(directory.resolve("rootfs-" + name));
    Files.createDirectories(root.resolve("bin"));
    Files.copy(BUSYBOX, root.resolve("bin/busybox"));
    for (String program : List.of("sh", "cat", "sleep")) {
      Files.createSymbolicLink(root.resolve("bin").resolve(program), Path.of("busybox"));
    }
    return root;
  }

  /** A root file system for the host's own programs, which the caller mounts into it. */
  Path empty(String name, List<String> directories) throws IOException {
    Path root = Files.createDirectories(directory.resolve("rootfs-" + name));
    for (String each : directories) {
      Path host = Path.of("/", each);
      if (Files.isSymbolicLink(host)) {
        Files.createSymbolicLink(root.resolve(each), Files.readSymbolicLink(host));
      } else {
        Files.createDirectories(root.resolve(each));
      }
    }
    return root;
  }

  /** Starts a container; the message of podman's refusal, or an empty text. */
  String start(String name, Path root, List<String> options, List<String> command)
      throws IOException, InterruptedException {
    List<String> run =
        podman(
            "run",
            "-d",
            "--name",
            name,
            "--ulimit",
            "nofile=1024:1024",
            "--ulimit",
            "nproc=4096:4096",
            "--network=none");
    run.addAll(options);
    run.add("--rootfs");
    run.add(root.toString());
    run.addAll(command);
    Path errors = directory.resolve("podman.err");
    if (call(run, errors) != 0) {
      call(podman("rm", "-f", "-t", "0", name), directory.resolve("podman.out"));
      return Files.readString(errors);
    }
    idsByName.put(name, Files.readString(directory.resolve("podman.out")).strip());
    return "";
  }

  /** Waits until the container has ended; its exit code. */
  int await(String name) throws IOException, InterruptedException {
    assertThat(call(podman("wait", name), directory.resolve("podman.err"))).isZero();
    return Integer.parseInt(Files.readString(directory.resolve("podman.out")).strip());
  }

  /** Output goes to files: the monitor keeps what it inherits, so that a pipe would not end. */
  private int call(List<String> command, Path errors) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("podman.out").toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The id of a container that was started. */
  String id(String name) {
    return idsByName.getOrDefault(name, "");
  }

  /** The monitor's own clean-up mounts the store again, so an earlier unmount would not last. */
  private static void awaitMonitorEnd(String id) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline
        && ProcessHandle.allProcesses().anyMatch(process -> commandLine(process).contains(id))) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it ended in between
    }
  }

  /** Ends and removes every container. */
  void close() throws IOException, InterruptedException {
    for (Map.Entry<String, String> each : idsByName.entrySet()) {
      call(podman("rm", "-f", "-t", "0", each.getKey()), directory.resolve("podman.err"));
      awaitMonitorEnd(each.getValue());
    }
    // Podman leaves its store mounted over itself, and no mount point can be deleted.
    List<String> unmount = List.of("umount", "-q", directory.resolve("store/overlay").toString());
    for (int i = 0; i < MOST_MOUNTS && call(unmount, directory.resolve("podman.err")) == 0; i++) {
      // once more, since it may lie under another one
    }
  }
}
