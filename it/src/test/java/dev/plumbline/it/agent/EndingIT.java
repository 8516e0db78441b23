package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.junit.SideBySide;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a JVM ends, its last window arrives, and it ends as it would have without us. */
class EndingIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void return_from_main_sends_the_last_window(Jdk jdk) {
    assertLastWindow(jdk, "return", 0);
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void system_exit_sends_the_last_window_and_keeps_the_code(Jdk jdk) {
    assertLastWindow(jdk, "exit", 3);
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void sigterm_sends_the_last_window(Jdk jdk) {
    assertLastWindow(jdk, "wait", 143);
  }

  /** All of it lies in the first and only window, which is longer than the application lives. */
  private static void assertLastWindow(Jdk jdk, String how, int exitCode) {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            Received.sendAllTo(
                    collector, ChildJvm.of(jdk, "dev.plumbline.it.app.EndingApp", how, "2000", "0"))
                .agent("threads", "true")
                .start()) {
      if (how.equals("wait")) {
        jvm.awaitStdout("worked", PATIENCE);
        jvm.terminate();
      }
      assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isEqualTo(exitCode);
      assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
      Received.assertWorkArrived(collector, jvm, 2_000);
      // By then the JVM calls that thread DestroyJavaVM where main has returned.
      assertThat(
              Received.storedBy(collector)
                  .samples("samples/count")
                  .filter(sample -> sample.passes("EndingApp.lastWords"))
                  .map(sample -> sample.attributes().get("thread.name")))
          .containsOnly("main");
    }
  }
}
