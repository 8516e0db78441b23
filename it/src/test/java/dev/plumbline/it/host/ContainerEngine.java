package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon of a container runtime with all that it keeps in a directory of the test's own. Ends
 * what it started by process id. Confined to the test's thread.
 */
final class ContainerEngine implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 90;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path directory;
  private final List<String> client;
  private final Path log;
  private final Process daemon;

  private ContainerEngine(Path directory, List<String> client, Path log, Process daemon) {
    this.directory = directory;
    this.client = client;
    this.log = log;
    this.daemon = daemon;
  }

  /** Docker without a network of its own, over its own containerd. */
  static ContainerEngine docker(Path directory) throws IOException, InterruptedException {
    assumeInstalled("docker.io runc", "dockerd", "docker", "containerd", "runc");
    Path socket = directory.resolve("docker.sock");
    return start(
        directory,
        List.of("docker", "-H", "unix://" + socket),
        "version",
        "dockerd",
        "--data-root",
        directory.resolve("docker-data").toString(),
        "--exec-root=" + directory.resolve("docker-exec"),
        "--pidfile=" + directory.resolve("docker.pid"),
        "--host=unix://" + socket,
        "--config-file=" + Files.writeString(directory.resolve("daemon.json"), "{}"),
        "--iptables=false",
        "--bridge=none",
        "--storage-driver=vfs",
        "--oom-score-adjust=0");
  }

  /** Containerd with a state directory that is not the usual one. */
  static ContainerEngine containerd(Path directory) throws IOException, InterruptedException {
    assumeInstalled("containerd runc", "containerd", "ctr", "runc");
    Path socket = directory.resolve("containerd.sock");
    Path config = directory.resolve("containerd.toml");
    Files.writeString(
        config,
        """
        version = 2
        root = "%1$s/containerd-root"
        state = "%1$s/containerd-state"
        disabled_plugins = ["io.containerd.grpc.v1.cri", "io.containerd.internal.v1.opt"]
        [grpc]
          address = "%2$s"
        """
            .formatted(directory, socket));
    return start(
        directory,
        List.of("ctr", "-a", socket.toString(), "-n", "k8s.io"),
        "version",
        "containerd",
        "--config",
        config.toString());
  }

  private static void assumeInstalled(String packages, String... programs) {
    if (!"root".equals(System.getProperty("user.name"))) {
      abort("a container runtime needs root");
    }
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/bin";
    for (String program : programs) {
      if (Arrays.stream(path.split(":", -1))
          .noneMatch(place -> Files.isExecutable(Path.of(place, program)))) {
        abort(program + " is not installed (Debian: " + packages + ")");
      }
    }
  }

  private static ContainerEngine start(
      Path directory, List<String> client, String question, String... daemon)
      throws IOException, InterruptedException {
    Path log = directory.resolve(daemon[0] + ".log");
    Process process =
        new ProcessBuilder(daemon).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    ContainerEngine engine = new ContainerEngine(directory, client, log, process);
    try {
      engine.awaitReady(question);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      engine.close();
      throw e;
    }
    return engine;
  }

  /** A machine may refuse what the daemon needs: then the test is skipped with its last words. */
  private void awaitReady(String question) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (run(List.of(question)) != 0) {
      if (!daemon.isAlive() || System.nanoTime() > deadline) {
        List<String> lines = Files.readAllLines(log);
        abort("it does not start here: " + (lines.isEmpty() ? "" : lines.get(lines.size() - 1)));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Has the daemon do something; what it says. */
  String call(String... arguments) throws IOException, InterruptedException {
    int exitCode = run(List.of(arguments));
    String said = Files.readString(directory.resolve("client.txt"));
    assertThat(exitCode).as(said).isZero();
    return said.strip();
  }

  /** Output goes to a file: what the daemon's client leaves behind would keep a pipe open. */
  private int run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(client);
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("client.txt").toFile())
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Asks the daemon to end, which ends what it started, and makes sure of both. */
  @Override
  public void close() {
    List<ProcessHandle> family = new ArrayList<>(daemon.descendants().toList());
    ProcessHandle.allProcesses().filter(this::isOurs).forEach(family::add);
    daemon.destroy(); // SIGTERM
    daemon
        .onExit()
        .completeOnTimeout(daemon, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join()
        .destroyForcibly();
    for (ProcessHandle each : family) {
      each.destroyForcibly();
      each.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  /** Shims are nobody's children; the directory is in their arguments. */
  private boolean isOurs(ProcessHandle process) {
    try {
      return process.pid() != ProcessHandle.current().pid()
          && Files.readString(
                  Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1)
              .contains(directory + "/");
    } catch (IOException ended) {
      return false;
    }
  }
}
