package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.child.app.Busy;
import dev.plumbline.junit.SideBySide;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Start, stop and start again in a JVM that runs already. */
class AttachIT {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir Path directory;

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void agent_starts_stops_and_starts_again(TestJdk jdk) throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        Child.builder(
                List.of(
                    jdk.tool("java").toString(),
                    "-XX:+EnableDynamicAgentLoading",
                    "-cp",
                    Child.classPath(),
                    Busy.class.getName(),
                    "60000"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      attach(jdk, process, "interval=1s,otel-profiles-exporter=none,export.file=target/chunks");
      awaitCount(err, "engine ctimer", 1);
      attach(jdk, process, "interval=1s");
      awaitCount(err, "already running", 1);
      attach(jdk, process, "stop");
      awaitCount(err, "stopped", 1);
      attach(jdk, process, "interval=1s,otel-profiles-exporter=none,export.file=target/chunks");
      awaitCount(err, "engine ctimer", 2);

      assertThat(process.isAlive()).isTrue();
      assertThat(Files.readString(out)).isEmpty();
    } finally {
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @SideBySide
  @Test
  void stop_within_the_first_window_sends_what_there_is() throws Exception {
    Path err = directory.resolve("err");
    Path copies = directory.resolve("copies");
    Process process =
        Child.builder(
                List.of(
                    TestJdk.BUILD.tool("java").toString(),
                    "-cp",
                    Child.classPath(),
                    Busy.class.getName(),
                    "60000"))
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
    try {
      attach(
          TestJdk.BUILD,
          process,
          "interval=1h,exit.timeout=30s,otel-profiles-exporter=none,export.file=" + copies);
      awaitCount(err, "engine ctimer", 1);
      attach(TestJdk.BUILD, process, "stop");
      awaitCount(err, "stopped", 1);

      assertThat(Files.readString(err)).doesNotContain("[plumbline] WARN").contains("export.file");
      try (Stream<Path> files = Files.list(copies)) {
        assertThat(files).anyMatch(file -> file.toString().endsWith(".otlp"));
      }
    } finally {
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static void attach(TestJdk jdk, Process process, String arguments) throws Exception {
    Child jcmd =
        Child.run(
            Child.builder(
                List.of(
                    jdk.tool("jcmd").toString(),
                    Long.toString(process.pid()),
                    "JVMTI.agent_load",
                    Child.agentJar().toString(),
                    "\"" + arguments + "\"")));
    assertThat(jcmd.exitCode).as("%s", jcmd).isZero();
  }

  private static void awaitCount(Path file, String text, int count) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (Files.readString(file).split(text, -1).length - 1 < count) {
      assertThat(System.nanoTime() - end)
          .as("%s times \"%s\" in:%n%s", count, text, Files.readString(file))
          .isNegative();
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
