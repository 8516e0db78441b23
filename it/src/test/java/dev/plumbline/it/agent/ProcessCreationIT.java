package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Case AG-01: a profiler's signals and threads that create processes. */
class ProcessCreationIT {
  private static final int THREADS = 8;

  @ParameterizedTest
  @ValueSource(strings = {"POSIX_SPAWN", "VFORK", "FORK"})
  void children_all_end_and_inherit_nothing(String mechanism) {
    try (FakeCollector collector = FakeCollector.start()) {
      assertAllEnded(50, run(Received.sendTo(collector, app(mechanism, 50)).agent("cpu", "1ms")));
    }
  }

  /** Long enough for the time that it takes to say something. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"POSIX_SPAWN", "VFORK", "FORK"})
  void four_thousand_children_end_about_as_fast_as_without_us(String mechanism) {
    try (FakeCollector collector = FakeCollector.start()) {
      final Map<String, Double> without = run(app(mechanism, 500));
      final List<Map<String, Double>> runs =
          List.of(
              run(Received.sendTo(collector, app(mechanism, 500))),
              run(Received.sendTo(collector, app(mechanism, 500)).agent("cpu", "1ms")));

      assertAllEnded(500, without);
      for (Map<String, Double> with : runs) {
        assertAllEnded(500, with);
        assertThat(with.get("elapsed.nanos") / without.get("elapsed.nanos"))
            .isLessThanOrEqualTo(1.5);
      }
      assertThat(collector.stored()).isNotEmpty();
    }
  }

  private static void assertAllEnded(int childrenEach, Map<String, Double> truth) {
    assertThat(truth)
        .containsEntry("children.ended", (double) THREADS * childrenEach)
        .containsEntry("threads.creating", 0.0);
  }

  private static ChildJvmBuilder app(String mechanism, int childrenEach) {
    return ChildJvm.of(
            "dev.plumbline.it.app.SpawnApp",
            Integer.toString(THREADS),
            Integer.toString(childrenEach))
        .jvm("-Djdk.lang.Process.launchMechanism=" + mechanism);
  }

  private static Map<String, Double> run(ChildJvmBuilder builder) {
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofMinutes(3))).as(jvm.output()).isZero();
      // Standard streams and the directory that ls itself reads.
      assertThat(jvm.stdout().lines().filter(line -> line.startsWith("descriptor ")))
          .as(jvm.stdout())
          .hasSize(4)
          .allMatch(line -> line.matches("descriptor [0-2] -> .*|descriptor 3 -> /proc/\\d+/fd"));
      return jvm.truth();
    }
  }
}
