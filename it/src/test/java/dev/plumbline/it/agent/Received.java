package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** From a fake collector's requests to questions about profiles. */
final class Received {
  /** A chunk ends where the next begins; what lies between is their clock's reading. */
  private static final Duration JITTER = Duration.ofMillis(50);

  /** Of the exporter's last line. */
  private static final Pattern WITHOUT_LOSS =
      Pattern.compile(
          "closed: samples (\\d+) accepted, \\1 exported, dropped \\{}, rejected \\{}, 0 held");

  private static final OtlpChecklist CHECKLIST =
      OtlpChecklist.byDefault().with(OtlpChecklist.Option.KNOWN_TYPES_ONLY);

  private Received() {}

  /** What an honest receiver would have kept, each request conforming to every item. */
  static ReceivedProfiles storedBy(FakeCollector collector) {
    return storedBy(collector, CHECKLIST);
  }

  /** The same with names as the JVM makes them up, which item 46 forbids by default. */
  static ReceivedProfiles withVerbatimNames(FakeCollector collector) {
    return storedBy(collector, CHECKLIST.without(46));
  }

  private static ReceivedProfiles storedBy(FakeCollector collector, OtlpChecklist checklist) {
    final List<byte[]> bodies = collector.stored().stream().map(ReceivedRequest::body).toList();
    final List<DecodedRequest> requests = bodies.stream().map(LevelClasses.V1_11::decode).toList();
    for (DecodedRequest request : requests) {
      assertThat(checklist.check(request)).isEmpty();
      assertThat(OtlpChecklist.checkTime(request, System.currentTimeMillis() * 1_000_000))
          .isEmpty();
    }
    return ReceivedProfiles.of(bodies);
  }

  /**
   * Whether the samples of {@code EndingApp}'s work are there, where all of it was profiled: all
   * that the agent read, and none twice. One for each 10 ms of CPU is the most. On a machine that
   * others keep busy the timers of a thread expire late, and those that are due together count
   * once; so half of them must do.
   */
  static void assertWorkArrived(FakeCollector collector, ChildJvm jvm, long cpuMillis) {
    final long expected = cpuMillis / 10;
    assertThat(storedBy(collector).total("samples/count", "EndingApp.lastWords"))
        .as(jvm.output())
        .isBetween(expected / 2, expected * 11 / 10);
    assertThat(jvm.stderr()).containsPattern(WITHOUT_LOSS);
  }

  /** Whether the windows of each type follow each other without overlap and without a gap. */
  static List<OtlpChecklist.Violation> gaps(FakeCollector collector) {
    return OtlpChecklist.checkWindows(
        collector.stored().stream()
            .map(ReceivedRequest::body)
            .map(LevelClasses.V1_11::decode)
            .toList(),
        JITTER);
  }

  /**
   * Lets the agent export to that collector by the implicit exporter, and gives its last window the
   * time that a busy machine may need: the default is the affair of tests of its own.
   */
  static ChildJvmBuilder sendTo(FakeCollector collector, ChildJvmBuilder jvm) {
    return jvm.withAgent()
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget())
        .agent("exit.timeout", "30s");
  }

  /** As {@link #sendTo}, and {@code main} waits for the profiler, so that no work goes unseen. */
  static ChildJvmBuilder sendAllTo(FakeCollector collector, ChildJvmBuilder jvm) {
    return sendTo(collector, jvm).agent("start", "sync");
  }
}
