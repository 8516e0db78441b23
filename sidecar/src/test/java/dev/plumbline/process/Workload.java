package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A busy program that is ended by its process id. */
final class Workload implements AutoCloseable {
  static final Path SOURCES = Path.of("src/test/workloads").toAbsolutePath();

  private static final int BUSY_TICKS = 3;

  private final Process process;

  private Workload(Process process) {
    this.process = process;
  }

  /** Compiles into a directory; the tool must be there, else the test is skipped and says so. */
  static Path compile(Path directory, String... command) throws IOException, InterruptedException {
    assumeThat(isInstalled(command[0])).as(command[0] + " is installed").isTrue();
    Process compiler =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(new File("target/workload-compiler.log"))
            .start();
    try {
      assertThat(compiler.waitFor(180, TimeUnit.SECONDS)).isTrue();
    } finally {
      compiler.destroyForcibly();
    }
    assertThat(compiler.exitValue()).as(List.of(command).toString()).isZero();
    return directory;
  }

  static Path gcc(Path directory, String source, String program, String... options)
      throws IOException, InterruptedException {
    String compiler = source.endsWith(".cpp") ? "g++" : "gcc";
    String[] command = new String[options.length + 5];
    command[0] = compiler;
    command[1] = "-O2";
    System.arraycopy(options, 0, command, 2, options.length);
    command[options.length + 2] = "-o";
    command[options.length + 3] = program;
    command[options.length + 4] = SOURCES.resolve(source).toString();
    compile(directory, command);
    return directory.resolve(program);
  }

  static boolean isInstalled(String tool) {
    if (tool.startsWith("/")) {
      return Files.isExecutable(Path.of(tool));
    }
    for (String directory : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(directory, tool))) {
        return true;
      }
    }
    return false;
  }

  static Workload start(String... command) throws IOException {
    return new Workload(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  static Workload startIn(Path directory, String... command) throws IOException {
    return new Workload(
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Waits until the program has run for some time: what it does first lies behind it. */
  Workload busy() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (ticksOfCpu() < BUSY_TICKS) {
      assertThat(isAlive() && System.nanoTime() < deadline).as("is running").isTrue();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return this;
  }

  private long ticksOfCpu() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  int pid() {
    return (int) process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.2f %%", whole == 0 ? 0 : 100.0 * part / whole);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
