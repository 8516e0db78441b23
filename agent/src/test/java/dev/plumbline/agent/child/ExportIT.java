package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.child.app.Busy;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.junit.SideBySide;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The built jar, with all that was cut from it, sends over gRPC to a receiver. */
class ExportIT {
  @TempDir Path directory;

  private String arguments(FakeCollector collector, String more) throws Exception {
    Path config = directory.resolve("ig-config.yaml");
    Files.writeString(
        config,
        "operator:\n"
            + "  otel-profiles:\n"
            + "    exporters:\n"
            + "      mine: { exporter: otlp-grpc, insecure: true, endpoint: \""
            + collector.grpcTarget()
            + "\" }\n"
            + "      other: { exporter: otlp-grpc, insecure: true, endpoint: \"localhost:1\" }\n");
    return "config=" + config + ",otel-profiles-exporter=mine,start=sync,exit.timeout=30s," + more;
  }

  private static String text(List<ReceivedRequest> requests) {
    StringBuilder text = new StringBuilder();
    for (ReceivedRequest request : requests) {
      text.append(new String(request.body(), StandardCharsets.ISO_8859_1));
    }
    return text.toString();
  }

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void windows_arrive_while_the_application_runs_and_at_its_end(TestJdk jdk) throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      Child child = Child.underAgent(jdk, arguments(collector, "interval=1s"), Busy.class, "4000");

      assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
      assertThat(child.exitCode).isEqualTo(7);
      assertThat(child.foreignLines()).as("%s", child).isEmpty();
      assertThat(collector.stored()).as("%s", child).hasSizeGreaterThanOrEqualTo(2);
      assertThat(text(collector.stored()))
          .contains("dev.plumbline.agent.child.app.Busy.main")
          .contains("service.name")
          .contains("alloc_space")
          .contains("process.runtime.version");
    }
  }

  @SideBySide
  @Test
  void last_window_arrives_from_a_jvm_that_is_younger_than_one_window() throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      Child child =
          Child.underAgent(TestJdk.BUILD, arguments(collector, "interval=1h"), Busy.class, "700");

      assertThat(collector.stored()).as("%s", child).hasSize(1);
      assertThat(text(collector.stored())).contains("Busy.main");
      assertThat(child.exitCode).isEqualTo(7);
    }
  }

  @SideBySide
  @Test
  void copies_in_a_directory_are_requests_and_recordings() throws Exception {
    Path copies = directory.resolve("copies");
    Child child =
        Child.underAgent(
            TestJdk.BUILD,
            "otel-profiles-exporter=none,interval=1s,start=sync,exit.timeout=30s,export.file="
                + copies,
            Busy.class,
            "2500");

    assertThat(child.exitCode).isEqualTo(7);
    List<Path> files;
    try (Stream<Path> all = Files.list(copies)) {
      files = all.sorted().toList();
    }
    assertThat(files)
        .as("%s", child)
        .allMatch(
            file ->
                file.getFileName()
                    .toString()
                    .matches("plumbline-\\d+-\\d{13}-\\d{6}\\.(otlp|jfr)"));
    StringBuilder requests = new StringBuilder();
    int recordings = 0;
    for (Path file : files) {
      String content = Files.readString(file, StandardCharsets.ISO_8859_1);
      if (file.toString().endsWith(".jfr")) {
        assertThat(content).startsWith("FLR\0");
        recordings++;
      } else {
        requests.append(content);
      }
    }
    assertThat(recordings).isGreaterThanOrEqualTo(2);
    assertThat(requests).contains("Busy.main", "service.name", "alloc_space");
  }

  @SideBySide
  @Test
  void last_window_arrives_after_a_sigterm() throws Exception {
    Path err = directory.resolve("err");
    try (FakeCollector collector = FakeCollector.start()) {
      Process process =
          Child.builder(
                  List.of(
                      TestJdk.BUILD.tool("java").toString(),
                      "-javaagent:" + Child.agentJar() + "=" + arguments(collector, "interval=1h"),
                      "-cp",
                      Child.classPath(),
                      Busy.class.getName(),
                      "60000"))
              .redirectError(err.toFile())
              .start();
      try {
        while (!Files.readString(err).contains("engine ctimer")) {
          assertThat(process.isAlive()).as(Files.readString(err)).isTrue();
          TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(collector.awaitReceived(1, Duration.ofSeconds(30))).isNotEmpty();
        TimeUnit.MILLISECONDS.sleep(700);
        process.destroy();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(collector.stored())
            .as("the short first window and the last one: %s", Files.readString(err))
            .hasSize(2);
        assertThat(text(collector.stored().subList(1, 2))).contains("Busy.main");
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @SideBySide
  @Test
  void dead_receiver_delays_the_exit_by_no_more_than_the_deadline() throws Exception {
    long start = System.nanoTime();
    Child child =
        Child.java(
            TestJdk.BUILD,
            List.of(
                "-Dotel.exporter.otlp.endpoint=http://127.0.0.1:1",
                "-javaagent:" + Child.agentJar() + "=start=sync"),
            Busy.class,
            "700");

    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stdout).isEqualTo("done\n");
    assertThat((System.nanoTime() - start) / 1e9)
        .as("start, 0.7 s of work, at most 2 s of waiting, on a slow machine: %s", child)
        .isLessThan(15);
  }
}
