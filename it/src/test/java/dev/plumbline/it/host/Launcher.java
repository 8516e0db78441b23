package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts {@code packaging/bin/plumbline} and compilers; ends what it started. */
final class Launcher {
  private static final long CAP_PERFMON_AND_BPF = 3L << 38;

  static final Path ROOT =
      Path.of(System.getProperty("plumbline.root", "..")).toAbsolutePath().normalize();

  private final Path directory;
  private final List<Process> started = new ArrayList<>();

  Launcher(Path directory) {
    this.directory = directory;
  }

  /** Skips the test, with the reason, where the kernel would not let it run. */
  static void assumeRights() throws IOException {
    long effective = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("CapEff:")) {
        effective = Long.parseUnsignedLong(line.substring(7).strip(), 16);
      }
    }
    assumeTrue(
        (effective & CAP_PERFMON_AND_BPF) == CAP_PERFMON_AND_BPF,
        "needs CAP_BPF and CAP_PERFMON: run as root");
  }

  /** The gadget that is a descriptor and C, compiled. */
  Path gadget(String name) throws IOException, InterruptedException {
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
  Process workload(String name, List<String> flags, String... arguments)
      throws IOException, InterruptedException {
    Path program = directory.resolve(name);
    List<String> compiler = new ArrayList<>(List.of("gcc", "-O1", "-g0"));
    compiler.addAll(flags);
    compiler.add("-fno-optimize-sibling-calls");
    compiler.add(ROOT.resolve("it/src/workloads/" + name + ".c").toString());
    compiler.add("-o");
    compiler.add(program.toString());
    run(compiler.toArray(String[]::new));
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return keep(new ProcessBuilder(command).start());
  }

  private void run(String... command) throws IOException, InterruptedException {
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
  Process plumbline(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("packaging/bin/plumbline").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CACHE_DIRECTORY", directory.resolve("cache").toString());
    builder.redirectOutput(directory.resolve("out.txt").toFile());
    builder.redirectError(directory.resolve("err.txt").toFile());
    return keep(builder.start());
  }

  private Process keep(Process process) {
    started.add(process);
    return process;
  }

  /** Ends well within that time, with 0. */
  void awaitSuccess(Process process, int seconds) throws IOException, InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(err()).isZero();
  }

  String out() throws IOException {
    return Files.readString(directory.resolve("out.txt"));
  }

  String err() throws IOException {
    return Files.readString(directory.resolve("err.txt"));
  }

  void close() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }
}
