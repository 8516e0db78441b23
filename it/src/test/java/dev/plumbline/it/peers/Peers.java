package dev.plumbline.it.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.it.jvm.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program of {@code it/peers}: a real Collector, a sink, the Collector's own decoder. Built
 * once by Go; without Go the tests that need it are skipped.
 */
public final class Peers {
  private static final Duration BUILD_PATIENCE = Duration.ofMinutes(10);
  private static final Duration START_PATIENCE = Duration.ofSeconds(30);

  private final Path program;

  private Peers(Path program) {
    this.program = program;
  }

  /** Builds the program, or skips the calling test where there is no Go. */
  public static Peers build() {
    assumeTrue(hasGo(), "the Collector of it/peers is built by Go, which is not on this machine");
    return new Peers(build("", "peers"));
  }

  private static Path build(String source, String name) {
    final Path program = Checkout.root().resolve("it/target").resolve(name);
    final Output output =
        run(
            BUILD_PATIENCE,
            Checkout.root().resolve("it/peers").resolve(source),
            List.of("go", "build", "-o", program.toString(), "."));
    if (output.exitCode() != 0) {
      throw new AssertionError("go build failed:\n" + output.text());
    }
    return program;
  }

  /**
   * Random requests, as the messages of one of the Collector's releases write them.
   *
   * @param source of the program below {@code it/peers}; empty for this one
   */
  List<DescribedRequest> described(String source, int count, long seed) throws IOException {
    final List<String> command = new ArrayList<>();
    if (source.isEmpty()) {
      command.addAll(List.of(program.toString(), "requests"));
    } else {
      command.add(build(source, Path.of(source).getFileName().toString()).toString());
    }
    command.addAll(List.of("-n", Integer.toString(count), "-seed", Long.toString(seed)));
    final Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (InputStream out = process.getInputStream()) {
      return DescribedRequest.readAll(out);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The built program. */
  public Path program() {
    return program;
  }

  /** Starts one of its long-running commands and waits until its port answers. */
  public PeerProcess start(int port, Path log, String... arguments) {
    final List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    try {
      final Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      final PeerProcess peer = new PeerProcess(process);
      awaitPort(process, port, log);
      return peer;
    } catch (IOException unstartable) {
      throw new UncheckedIOException(unstartable);
    }
  }

  /**
   * Starts its Collector, which takes OTLP there and pprof at a port of its own.
   *
   * @param export host and port that it sends to
   */
  public PeerProcess collector(int port, Path log, String export, String... further) {
    final List<String> arguments = new ArrayList<>(List.of("collector"));
    arguments.addAll(List.of("-otlp", "127.0.0.1:" + port));
    arguments.addAll(List.of("-pprof", "127.0.0.1:" + freePort()));
    arguments.addAll(List.of("-export", export));
    arguments.addAll(List.of(further));
    return start(port, log, arguments.toArray(String[]::new));
  }

  /** The requests that its sink kept, oldest first. */
  static List<Path> requestsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("request."))
          .sorted()
          .toList();
    }
  }

  /** Runs one of its short commands; fails with its output unless it ends with 0. */
  public String call(List<String> arguments) {
    final List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    final Output output = run(START_PATIENCE, Checkout.root(), command);
    if (output.exitCode() != 0) {
      throw new AssertionError(String.join(" ", command) + " failed:\n" + output.text());
    }
    return output.text();
  }

  /** A port of this host that was free a moment ago. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException exhausted) {
      throw new UncheckedIOException(exhausted);
    }
  }

  private static boolean hasGo() {
    for (String directory : System.getenv("PATH").split(":")) {
      if (Files.isExecutable(Path.of(directory, "go"))) {
        return true;
      }
    }
    return false;
  }

  private static void awaitPort(Process process, int port, Path log) throws IOException {
    final long end = System.nanoTime() + START_PATIENCE.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        return;
      } catch (IOException notYet) {
        pause();
      }
    }
    process.destroyForcibly();
    throw new AssertionError("peer does not listen on " + port + ":\n" + Files.readString(log));
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a peer");
    }
  }

  private static Output run(Duration patience, Path directory, List<String> command) {
    try {
      final Path log = Files.createTempFile("plumbline-it", ".log");
      final Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " still runs after " + patience);
      }
      final String text = Files.readString(log);
      Files.delete(log);
      return new Output(process.exitValue(), text);
    } catch (IOException unstartable) {
      throw new UncheckedIOException(unstartable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + command);
    }
  }

  private record Output(int exitCode, String text) {}

  /** A peer that runs until it is closed. */
  public record PeerProcess(Process process) implements AutoCloseable {
    @Override
    public void close() {
      process.destroy();
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
