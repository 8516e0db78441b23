package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.AgentJar;
import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.it.load.EmptyAgent;
import dev.plumbline.junit.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Case AG-03: the agent in JAVA_TOOL_OPTIONS meets every tool of the JDK. */
class JdkToolsIT {
  private static final Duration ALLOWED_DELAY = Duration.ofMillis(80);

  /** On a busy machine already an empty agent takes longer than that: what ours may add to it. */
  private static final Duration ALLOWED_OVER_EMPTY = Duration.ofMillis(50);

  /** Start-up times scatter upwards: the best of some runs in turns is what the tool costs. */
  private static final int MOST_RUNS = 25;

  private static final List<List<String>> TOOLS =
      List.of(
          List.of("java", "-version"),
          List.of("keytool", "-help"),
          List.of("javac", "X.java"),
          List.of("jshell", "--version"),
          List.of("jar", "--version"));

  @TempDir Path directory;

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void tools_print_the_same_and_export_nothing(Jdk jdk) throws Exception {
    writeSource();
    try (FakeCollector collector = FakeCollector.start()) {
      for (List<String> tool : TOOLS) {
        final Run without = run(jdk, tool, Map.of());
        final Run with = run(jdk, tool, environment(collector));
        assertThat(with.stdout()).as("%s of %s", tool, jdk).isEqualTo(without.stdout());
        assertThat(with.exitCode()).isEqualTo(without.exitCode());
      }
      // These list running JVMs, so only our silence can be compared.
      for (String tool : List.of("jcmd", "jps")) {
        final Run with = run(jdk, List.of(tool, "-l"), environment(collector));
        assertThat(with.exitCode()).isZero();
        assertThat(with.stdout()).doesNotContain("plumbline]", "[plumbline");
      }
      assertThat(collector.received()).isEmpty();
    }
  }

  /** What a busy machine does to a start is no fault of ours: a bar, apart from the tests. */
  @Tag("bars")
  @ParameterizedTest
  @MethodSource("jdks")
  void tools_are_hardly_slower(Jdk jdk) throws Exception {
    writeSource();
    final Path emptyAgent = AgentJar.of(EmptyAgent.class, directory);
    try (FakeCollector collector = FakeCollector.start()) {
      for (List<String> tool : TOOLS) {
        Run without = run(jdk, tool, Map.of());
        Run with = run(jdk, tool, environment(collector));
        Run floor = run(jdk, tool, tooled(emptyAgent));
        for (int i = 1; i < MOST_RUNS && isSlower(with, without, floor); i++) {
          without = faster(without, run(jdk, tool, Map.of()));
          floor = faster(floor, run(jdk, tool, tooled(emptyAgent)));
          with = faster(with, run(jdk, tool, environment(collector)));
        }
        assertThat(isSlower(with, without, floor))
            .as("%s of %s: %s against %s, empty agent %s", tool, jdk, with, without, floor)
            .isFalse();
      }
    }
  }

  private void writeSource() throws IOException {
    Files.writeString(directory.resolve("X.java"), "class X {}\n");
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void application_is_exported_as_usual(Jdk jdk) throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      final List<String> java =
          List.of(
              "java",
              "-cp",
              Checkout.applications().toString(),
              "dev.plumbline.it.app.EndingApp",
              "return",
              "2000",
              "0");
      final Map<String, String> environment = environment(collector);
      environment.put("PLUMBLINE_START", "sync");
      final Run run = run(jdk, java, environment);

      assertThat(run.exitCode()).isZero();
      assertThat(run.stdout()).isEqualTo("working\nworked true\n");
      // As Received.assertWorkArrived has it.
      assertThat(Received.storedBy(collector).total("samples/count", "EndingApp.lastWords"))
          .isBetween(100L, 220L);
    }
  }

  private static Map<String, String> tooled(Path agent) {
    return Map.of("JAVA_TOOL_OPTIONS", "-javaagent:" + agent);
  }

  private static Map<String, String> environment(FakeCollector collector) {
    final Map<String, String> environment = new TreeMap<>(tooled(Checkout.agentJar()));
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget());
    environment.put("PLUMBLINE_EXIT_TIMEOUT", "30s");
    return environment;
  }

  private static boolean isSlower(Run with, Run without, Run floor) {
    return with.nanos() - without.nanos() > ALLOWED_DELAY.toNanos()
        && with.nanos() - floor.nanos() > ALLOWED_OVER_EMPTY.toNanos();
  }

  private static Run faster(Run one, Run other) {
    return one.nanos() < other.nanos() ? one : other;
  }

  private Run run(Jdk jdk, List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    final Path out = Files.createTempFile(directory, "tool", ".out");
    final ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(jdk.tool(command.get(0)).stream(), command.stream().skip(1)).toList());
    builder.environment().putAll(environment);
    builder
        .directory(directory.toFile())
        .redirectOutput(out.toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    final long start = System.nanoTime();
    final Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(command + " did not end");
    }
    return new Run(process.exitValue(), Files.readString(out), System.nanoTime() - start);
  }

  private record Run(int exitCode, String stdout, long nanos) {}
}
