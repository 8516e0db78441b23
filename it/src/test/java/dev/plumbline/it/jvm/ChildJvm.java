package dev.plumbline.it.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A running JVM that a test started; closing it ends it. Confined to the test's thread. */
public final class ChildJvm implements AutoCloseable {
  private static final String TRUTH = "truth ";

  private final Process process;
  private final Path stdout;
  private final Path stderr;

  ChildJvm(Process process, Path stdout, Path stderr) {
    this.process = process;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  public static ChildJvmBuilder of(Jdk jdk, String mainClass, String... arguments) {
    return new ChildJvmBuilder(jdk, mainClass, arguments);
  }

  /** On the JDK that runs the test. */
  public static ChildJvmBuilder of(String mainClass, String... arguments) {
    return of(Jdk.own(), mainClass, arguments);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /**
   * Waits for the end.
   *
   * @return the exit code
   * @throws AssertionError with all output if it does not end in time
   */
  public int awaitExit(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + patience + "\n" + output());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a JVM");
    }
    return process.exitValue();
  }

  /** Waits until the application has printed that text; fails with all output if it never does. */
  public void awaitStdout(String text, Duration patience) {
    await(() -> stdout().contains(text), "no \"" + text + "\" on standard output", patience);
  }

  public void awaitStderr(String text, Duration patience) {
    await(() -> stderr().contains(text), "no \"" + text + "\" on standard error", patience);
  }

  /** Waits for a condition as long as the JVM lives. */
  public void await(BooleanSupplier condition, String failure, Duration patience) {
    final long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end || !process.isAlive() && !condition.getAsBoolean()) {
        throw new AssertionError(failure + "\n" + output());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting for a JVM");
      }
    }
  }

  public String stdout() {
    return read(stdout);
  }

  public String stderr() {
    return read(stderr);
  }

  /** What the application measured about itself: its lines {@code truth KEY VALUE}. */
  public Map<String, Double> truth() {
    final Map<String, Double> truth = new TreeMap<>();
    for (String line : stdout().lines().toList()) {
      if (line.startsWith(TRUTH)) {
        final String[] words = line.split(" ");
        truth.put(words[1], Double.parseDouble(words[2]));
      }
    }
    return truth;
  }

  /** Both streams, for a failure's message. */
  public String output() {
    return "stdout:\n" + stdout() + "\nstderr:\n" + stderr();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
      Files.deleteIfExists(stdout);
      Files.deleteIfExists(stderr);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException unreachable) {
      throw new UncheckedIOException(unreachable);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
