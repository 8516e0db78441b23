package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.FakeReply;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.junit.SideBySide;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Receivers that are dead, slow, refusing, throttling, partially rejecting or lying. */
class ReceiverTroubleIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How the application ends is its own affair, whatever the receiver does. */
  private static void assertApplicationUnharmed(ChildJvm jvm) {
    assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isZero();
    assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
  }

  /**
   * What the last window may cost is two seconds, though the call would last for ten minutes; the
   * rest is what a JVM needs to end on a busy machine. What is lost with it is named.
   */
  private static void assertEndsInTime(FakeCollector collector) {
    try (ChildJvm jvm =
        app(collector, 1_500)
            .agent("exit.timeout", "2s")
            .env("OTEL_EXPORTER_OTLP_TIMEOUT", "600000")
            .start()) {
      jvm.awaitStdout("worked", PATIENCE);
      final long start = System.nanoTime();
      assertApplicationUnharmed(jvm);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
      assertThat(jvm.stderr().lines())
          .as(jvm.stderr())
          .anyMatch(
              line ->
                  line.matches(
                          ".*, [1-9][0-9]* samples abandoned: .*samples/count.*; last failure: \\w.*")
                      || line.matches(".*: [1-9][0-9]* samples are read and not sent.*"));
    }
  }

  private static ChildJvm start(FakeCollector collector, long millis) {
    return app(collector, millis).start();
  }

  private static ChildJvmBuilder app(FakeCollector collector, long millis) {
    return Received.sendAllTo(
            collector,
            ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", Long.toString(millis), "0"))
        .agent("interval", "1s");
  }

  @SideBySide
  @Test
  void receiver_that_is_down_costs_one_warning_and_no_sample_once_it_is_back() {
    try (FakeCollector collector = FakeCollector.start()) {
      collector.goDown();
      try (ChildJvm jvm = start(collector, 4_000)) {
        jvm.awaitStderr("refused", PATIENCE);
        collector.comeUp();
        assertApplicationUnharmed(jvm);

        // Windows that waited in the queue are there too.
        Received.assertWorkArrived(collector, jvm, 4_000);
        assertThat(warnings(jvm)).as(jvm.stderr()).isLessThanOrEqualTo(3);
      }
    }
  }

  @SideBySide
  @Test
  void receiver_that_never_comes_up_does_not_delay_the_end_beyond_two_seconds() {
    try (FakeCollector collector = FakeCollector.start()) {
      collector.goDown();
      assertEndsInTime(collector);
    }
  }

  @SideBySide
  @Test
  void receiver_that_hangs_does_not_delay_the_end_beyond_two_seconds() {
    try (FakeCollector collector = FakeCollector.start().always(FakeReply.HANG)) {
      assertEndsInTime(collector);
    }
  }

  @SideBySide
  @Test
  void receiver_that_is_slow_gets_every_window_once() {
    try (FakeCollector collector =
            FakeCollector.start().always(FakeReply.ACCEPT.delayed(Duration.ofMillis(700)));
        ChildJvm jvm = start(collector, 2_000)) {
      assertApplicationUnharmed(jvm);

      Received.assertWorkArrived(collector, jvm, 2_000);
      assertThat(
              Received.storedBy(collector).ofType("samples/count").stream()
                  .map(p -> p.startUnixNanos()))
          .doesNotHaveDuplicates();
    }
  }

  @SideBySide
  @Test
  void receiver_that_refuses_all_is_asked_once_and_then_left_alone() {
    try (FakeCollector collector =
            FakeCollector.start()
                .always(FakeReply.status(Status.Code.UNIMPLEMENTED, "unknown service"));
        ChildJvm jvm = start(collector, 3_000)) {
      assertApplicationUnharmed(jvm);

      assertThat(collector.received()).hasSize(1);
      assertThat(jvm.stderr().lines().filter(line -> line.contains("profiles pipeline")))
          .as(jvm.stderr())
          .hasSize(1);
      assertThat(jvm.stderr()).contains("; last failure: unimplemented\n");
    }
  }

  @SideBySide
  @Test
  void receiver_that_throttles_is_obeyed_and_then_gets_all() {
    try (FakeCollector collector =
            FakeCollector.start()
                .then(
                    FakeReply.retryInfo(Status.Code.RESOURCE_EXHAUSTED, Duration.ofMillis(2_500)));
        ChildJvm jvm = start(collector, 3_000)) {
      assertApplicationUnharmed(jvm);

      final long pause =
          collector.received().get(1).receivedNanos() - collector.received().get(0).receivedNanos();
      assertThat(Duration.ofNanos(pause)).isGreaterThanOrEqualTo(Duration.ofMillis(2_500));
      Received.assertWorkArrived(collector, jvm, 3_000);
    }
  }

  @SideBySide
  @Test
  void receiver_that_rejects_a_part_is_not_sent_the_request_again() {
    try (FakeCollector collector =
            FakeCollector.start().always(FakeReply.partialSuccess(1, "profile is too old"));
        ChildJvm jvm = start(collector, 2_000)) {
      assertApplicationUnharmed(jvm);

      final ReceivedProfiles received = Received.storedBy(collector);
      assertThat(received.ofType("samples/count").stream().map(p -> p.startUnixNanos()))
          .doesNotHaveDuplicates();
      assertThat(jvm.stderr()).contains("profile is too old");
    }
  }

  @SideBySide
  @Test
  void receiver_that_lies_is_believed() {
    try (FakeCollector collector = FakeCollector.start().always(FakeReply.LIE);
        ChildJvm jvm = start(collector, 2_000)) {
      assertApplicationUnharmed(jvm);

      assertThat(collector.received()).hasSizeGreaterThanOrEqualTo(2);
      assertThat(warnings(jvm)).as(jvm.stderr()).isZero();
    }
  }

  @SideBySide
  @Test
  void receiver_that_cuts_the_connection_gets_the_request_again() {
    try (FakeCollector collector = FakeCollector.start().then(FakeReply.DROP_CONNECTION);
        ChildJvm jvm = start(collector, 2_000)) {
      assertApplicationUnharmed(jvm);

      Received.assertWorkArrived(collector, jvm, 2_000);
    }
  }

  /** But for a busy machine's, where the receiver is not asked for its level in time. */
  private static long warnings(ChildJvm jvm) {
    return jvm.stderr()
        .lines()
        .filter(line -> line.contains("WARN") && !line.contains("no connection in time"))
        .count();
  }
}
