package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts {@code packaging/bin/plumbline} and compilers; ends what it started. */
public final class Launcher {
  /** The kernel's fixed number of the first pid namespace. */
  private static final String HOST_PIDS = "pid:[4026531836]";

  private static final long CAP_PERFMON_AND_BPF = 3L << 38;

  public static final Path ROOT =
      Path.of(System.getProperty("plumbline.root", "..")).toAbsolutePath().normalize();

  /** Those of {@link #withSharedCaches}. */
  public static final Path SHARED_CACHES = ROOT.resolve("it/target/cache");

  /** A test run in the background ignores signals, and programs that it starts would too. */
  private static final List<String> WITH_SIGNALS = List.of("env", "--default-signal=HUP,INT");

  private final Path directory;
  private final Path cache;
  private final Map<String, String> environment = new HashMap<>();
  private final List<Process> started = new ArrayList<>();

  /** Every program that it starts begins with nothing, but for what one before it left. */
  public Launcher(Path directory) {
    this(directory, directory.resolve("cache"));
  }

  private Launcher(Path directory, Path cache) {
    this.directory = directory;
    this.cache = cache;
  }

  /**
   * Likewise, with the caches of the programs of all tests: the first one to end writes the archive
   * of classes, which takes seconds, and all later ones start from it, as on a user's machine.
   */
  public static Launcher withSharedCaches(Path directory) {
    return new Launcher(directory, SHARED_CACHES);
  }

  /** Skips the test, with the reason, where the kernel would not let it run. */
  public static void assumeRights() throws IOException {
    long effective = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("CapEff:")) {
        effective = Long.parseUnsignedLong(line.substring(7).strip(), 16);
      }
    }
    assumeTrue(
        (effective & CAP_PERFMON_AND_BPF) == CAP_PERFMON_AND_BPF,
        "needs CAP_BPF and CAP_PERFMON: run as root");
    assumeTrue(
        Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().equals(HOST_PIDS),
        "needs the host's pid namespace");
  }

  /** Skips the test, with the reason, where this program cannot start another one here. */
  public static void assumeWorks(List<String> before) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(before);
    command.add("true");
    boolean works;
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      works = process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
      process.destroyForcibly();
    } catch (IOException missing) {
      works = false;
    }
    assumeTrue(works, String.join(" ", before) + " does not work here");
  }

  /** The gadget that is a descriptor and C, compiled. */
  public Path gadget(String name) throws IOException, InterruptedException {
    Path source = ROOT.resolve("it/src/gadgets").resolve(name);
    Path gadget = Files.createDirectories(directory.resolve(name));
    Files.copy(source.resolve("gadget.yaml"), gadget.resolve("gadget.yaml"));
    run(
        "clang",
        "--target=bpfel",
        "-mcpu=v2",
        "-O2",
        "-g",
        "-Wall",
        "-Werror",
        "-I" + ROOT.resolve("gadget-descriptors/src/main/resources/gadgets"),
        "-c",
        source.resolve("program.bpf.c").toString(),
        "-o",
        gadget.resolve("program.bpf.o").toString());
    return gadget;
  }

  /** A program of {@code it/src/workloads}, started. */
  public Process workload(String name, List<String> flags, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(compiled(name, flags).toString()));
    command.addAll(List.of(arguments));
    return started(command.toArray(String[]::new));
  }

  /** A program of {@code it/src/workloads}, compiled. */
  public Path compiled(String name, List<String> flags) throws IOException, InterruptedException {
    Path program = directory.resolve(name);
    List<String> compiler = new ArrayList<>(List.of("gcc", "-O1", "-g0"));
    compiler.addAll(flags);
    compiler.add("-fno-optimize-sibling-calls");
    compiler.add(ROOT.resolve("it/src/workloads/" + name + ".c").toString());
    compiler.add("-o");
    compiler.add(program.toString());
    run(compiler.toArray(String[]::new));
    return program;
  }

  /** That program, started and kept to be ended. */
  public Process started(String... command) throws IOException {
    return keep(new ProcessBuilder(command).start());
  }

  /** Likewise, in a directory and with the standard streams of the test. */
  public Process startedIn(Path place, String... command) throws IOException {
    return keep(new ProcessBuilder(command).directory(place.toFile()).inheritIO().start());
  }

  public void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("compiler.txt").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as(Files.readString(directory.resolve("compiler.txt")))
        .isZero();
  }

  /** The product; standard output and error go to files. */
  public Process plumbline(String... arguments) throws IOException {
    return plumblineBehind(List.of(), arguments);
  }

  /** The product, started by another program that has its own arguments before it. */
  public Process plumblineBehind(List<String> before, String... arguments) throws IOException {
    return start(before, ROOT.resolve("packaging/bin/plumbline"), cache, arguments);
  }

  /** Sets a variable for the product. */
  public void environment(String name, String value) {
    environment.put(name, value);
  }

  /** A copy of the product that every user of the machine can start. */
  public Path installation() throws IOException, InterruptedException {
    Path copy = Files.createDirectories(directory.resolve("plumbline"));
    Path packaging = ROOT.resolve("packaging");
    if (!Files.isDirectory(copy.resolve("lib"))) {
      run("cp", "-r", packaging.resolve("bin").toString(), copy.toString());
      run("cp", "-r", packaging.resolve("target/lib").toString(), copy.resolve("lib").toString());
      Files.createDirectories(directory.resolve("cache"));
      run("chmod", "-R", "a+rX", copy.toString());
      run("chmod", "777", directory.resolve("cache").toString());
      run("chmod", "755", directory.toString());
    }
    return copy;
  }

  /**
   * That of an installation, started by another program that has its own arguments before it. Its
   * jars are others, so its caches are.
   */
  public Process start(List<String> before, Path launcher, String... arguments) throws IOException {
    return start(before, launcher, directory.resolve("cache"), arguments);
  }

  private Process start(List<String> before, Path launcher, Path caches, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(WITH_SIGNALS);
    command.addAll(before);
    command.add(launcher.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.environment().put("CACHE_DIRECTORY", caches.toString());
    builder.redirectOutput(directory.resolve("out.txt").toFile());
    builder.redirectError(directory.resolve("err.txt").toFile());
    return keep(builder.start());
  }

  private Process keep(Process process) {
    started.add(process);
    return process;
  }

  /** Waits until the product samples: a thread of it has the name that says so. */
  public void awaitSampling(Process process) throws IOException, InterruptedException {
    Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    for (int i = 0; i < 600 && process.isAlive() && !hasThread(tasks, "plumbline-drain"); i++) {
      Thread.sleep(100);
    }
    assertThat(process.isAlive()).as(err()).isTrue();
    assertThat(hasThread(tasks, "plumbline-drain")).as(err()).isTrue();
  }

  private static boolean hasThread(Path tasks, String name) {
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : all.toList()) {
        if (Files.readString(task.resolve("comm")).strip().equals(name)) {
          return true;
        }
      }
      return false;
    } catch (IOException | UncheckedIOException ended) {
      return false; // a thread, or the process
    }
  }

  /** Ends well within that time, with 0. */
  public void awaitSuccess(Process process, int seconds) throws IOException, InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(err()).isZero();
  }

  /** Ends within that time with 1, and says why in one line. */
  public String awaitFailure(Process process, int seconds)
      throws IOException, InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(err()).isOne();
    List<String> errors = err().lines().filter(line -> line.startsWith("Error: ")).toList();
    assertThat(errors).as(err()).hasSize(1);
    assertThat(err()).doesNotContain("\tat ");
    return errors.get(0);
  }

  public String out() throws IOException {
    return Files.readString(directory.resolve("out.txt"));
  }

  public String err() throws IOException {
    return Files.readString(directory.resolve("err.txt"));
  }

  public void close() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }
}
