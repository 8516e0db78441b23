package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.export.settings.RetrySettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExportLoopTest {
  private final SimulatedExporter sim = new SimulatedExporter(SimulatedExporter.settings().build());

  @Test
  void window_isEncodedSentAndCounted() {
    sim.offer(3);
    sim.run();
    assertThat(sim.sent).hasSize(1);
    assertThat(sim.queue.account().samples().exported()).isEqualTo(3);
    assertThat(sim.queue.account().requests().exported()).isEqualTo(1);
    assertThat(sim.queue.account().heldBytes()).isZero();
  }

  @Test
  void item55_backOff_doublesWithJitterUpToItsBound() {
    sim.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    sim.offer(1);
    sim.settle();
    for (int i = 0; i < 7; i++) {
      sim.now += sim.settle();
      sim.settle();
    }
    List<Long> gaps = gaps(sim.sentNanos);
    // Half and, with the random at a half, half of the other half of 1, 2, 4, 8, 10, 10 s.
    assertThat(gaps.stream().map(nanos -> nanos / 1_000_000).collect(Collectors.toList()))
        .startsWith(750L, 1500L, 3000L, 6000L, 7500L, 7500L);
  }

  @Test
  void lastFailure_standsUntilARequestIsAccepted() {
    sim.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    sim.offer(1);
    long wait = sim.settle();
    assertThat(sim.loop.lastFailure()).hasToString("unavailable");
    sim.now += wait / 3;
    assertThat(sim.loop.trouble())
        .satisfies(
            trouble -> {
              assertThat(trouble.text()).isEqualTo("unavailable: down");
              assertThat(trouble.ageNanos()).isEqualTo(wait / 3);
              assertThat(trouble.nextTryNanos()).isEqualTo(wait - wait / 3);
            });
    assertThat(sim.queue.account().isWithoutLoss()).as("it is still held").isTrue();

    sim.standingResult = ExportResult.accepted();
    sim.now += wait;
    sim.run();
    assertThat(sim.loop.lastFailure().isNone()).isTrue();
    assertThat(sim.loop.trouble()).isNull();
  }

  @Test
  void lastFailure_isExplainedOnlyIfTheLogHasNotTold() {
    sim.results.add(ExportResult.retryAfter("unavailable", "down", 0));
    sim.results.add(ExportResult.retryAfter("unavailable", "down", 0));
    sim.results.add(ExportResult.retryAfter("unavailable", "no such host", 0));
    sim.offer(1);
    sim.now += sim.settle();
    assertThat(sim.loop.lastFailure()).as("told").hasToString("unavailable");
    sim.now += sim.settle();
    assertThat(sim.loop.lastFailure()).as("left out, told before").hasToString("unavailable");
    sim.settle();
    assertThat(sim.loop.lastFailure())
        .as("left out within the minute")
        .hasToString("unavailable: no such host");
  }

  @Test
  void receiverThatDoesNotAnswer_isAFailureOnlyWhileItIsWaitedFor() {
    sim.loop.giveUpWaiting();
    assertThat(sim.loop.lastFailure().isNone()).isTrue();
    sim.whileSending =
        () -> {
          sim.advance(Duration.ofMillis(300));
          sim.loop.giveUpWaiting();
          throw new SenderClosedException("nowhere");
        };
    sim.offer(1);
    assertThatThrownBy(sim::settle).isInstanceOf(SenderClosedException.class);
    assertThat(sim.loop.lastFailure())
        .hasToString("no_answer: the receiver had not answered after 300 ms");
  }

  @Test
  void account_isWithoutLossOnlyWhileNothingButZerosIsDropped() {
    sim.encoderDrops = Map.of("zero_value", 1);
    sim.offer(3);
    sim.run();
    assertThat(sim.queue.account().isWithoutLoss()).isTrue();

    sim.encoderDrops = Map.of("oversized", 1);
    sim.offer(3);
    sim.run();
    assertThat(sim.queue.account().isWithoutLoss()).isFalse();
  }

  @Test
  void item55_attempts_areBounded() {
    SimulatedExporter few =
        new SimulatedExporter(
            SimulatedExporter.settings()
                .retry(RetrySettings.builder().maxAttempts(3).build())
                .build());
    few.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    few.offer(2);
    few.run();
    assertThat(few.sent).hasSize(3);
    assertThat(few.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.RETRIES_EXHAUSTED, 2L));
  }

  @Test
  void item55_age_isBoundedAlsoWhileNothingIsSent() {
    sim.standingResult = ExportResult.retryAfter("unavailable", "down", 3_000_000_000_000L);
    sim.offer(2);
    sim.run();
    assertThat(sim.sent).hasSize(1);
    assertThat(sim.now).isLessThan(Duration.ofMinutes(16).toNanos());
    assertThat(sim.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.EXPIRED, 2L));
  }

  @Test
  void item54_receiversDelay_isAMinimum() {
    sim.results.add(ExportResult.retryAfter("unavailable", "slow down", 42_000_000_000L));
    sim.offer(1);
    sim.run();
    assertThat(gaps(sim.sentNanos).get(0)).isBetween(42_000_000_000L, 46_200_000_000L);
    assertThat(sim.queue.account().samples().exported()).isEqualTo(1);
  }

  @Test
  void flush_cutsOurBackOffButNotTheReceiversDelay() {
    sim.results.add(ExportResult.retryAfter("unavailable", "down", 0));
    sim.offer(1);
    sim.settle();
    sim.loop.hurry();
    sim.settle();
    assertThat(sim.sent).hasSize(2);
    sim.results.add(ExportResult.retryAfter("unavailable", "slow down", 42_000_000_000L));
    sim.offer(1);
    sim.settle();
    sim.loop.hurry();
    sim.settle();
    assertThat(sim.sent).hasSize(3);
  }

  @Test
  void item53_refusedRequest_isNeverSentAgain() {
    sim.results.add(ExportResult.refused(ExportResult.Refusal.REQUEST, "invalid_argument", "no"));
    sim.offer(1);
    sim.offer(2);
    sim.run();
    assertThat(sim.sent).hasSize(2);
    assertThat(sim.queue.account().samples().rejectedByReason())
        .isEqualTo(Map.of("invalid_argument", 1L));
    assertThat(sim.queue.account().samples().exported()).isEqualTo(2);
  }

  @Test
  void refusingReceiver_isTriedWithOneRequestEveryTenMinutes() {
    sim.standingResult =
        ExportResult.refused(ExportResult.Refusal.RECEIVER, "unimplemented", "no service");
    for (int i = 0; i < 200; i++) {
      sim.offer(1);
      sim.settle();
      sim.advance(Duration.ofSeconds(10));
    }
    // 2,000 s: at 0, 600, 1,200 and 1,800.
    assertThat(sim.sent).hasSize(4);
    assertThat(sim.queue.account().samples().rejectedByReason())
        .isEqualTo(Map.of("unimplemented", 4L));
    assertThat(sim.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.RECEIVER_REFUSES, 196L));
    sim.standingResult = ExportResult.accepted();
    sim.advance(Duration.ofMinutes(10));
    sim.offer(5);
    sim.run();
    assertThat(sim.queue.account().samples().exported()).isEqualTo(5);
  }

  @Test
  void item56_partialSuccess_isCountedAndNeverSentAgain() {
    sim.results.add(ExportResult.partlyRejected(1, "one was too old"));
    sim.offer(9);
    sim.run();
    assertThat(sim.sent).hasSize(1);
    ExportAccount account = sim.queue.account();
    assertThat(account.rejectedProfiles()).isEqualTo(1);
    // One of the request's two profiles: half of the samples, rounded towards rejected.
    assertThat(account.samples().rejectedByReason()).isEqualTo(Map.of("partial_success", 5L));
    assertThat(account.samples().exported()).isEqualTo(4);
    assertThat(account.dividedSamples()).as("which of the nine went is not known").isEqualTo(9);
  }

  @Test
  void fullQueue_dropsTheOldestAndCounts() {
    SimulatedExporter small = small(QueuePolicy.DROP_OLDEST);
    small.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    for (int samples = 1; samples <= 5; samples++) {
      small.offer(samples, 400);
    }
    assertThat(small.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.QUEUE_FULL, 1L + 2 + 3));
    assertThat(small.queue.account().heldBytes()).isEqualTo(800);
  }

  @Test
  void fullQueue_dropsTheNewestIfToldSo() {
    SimulatedExporter small = small(QueuePolicy.DROP_NEWEST);
    for (int samples = 1; samples <= 5; samples++) {
      small.offer(samples, 400);
    }
    assertThat(small.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.QUEUE_FULL, 3L + 4 + 5));
  }

  @Test
  void windowLargerThanTheQueue_isSentInPieces() {
    SimulatedExporter wide =
        new SimulatedExporter(
            SimulatedExporter.settings()
                .queue(QueueSettings.of(100_000, 100, QueuePolicy.DROP_OLDEST))
                .build());
    List<Settlement> ends = new ArrayList<>();
    ProfileWindow window = SimulatedExporter.window(200);
    assertThat(WindowSize.estimateBytes(window)).isLessThan(100_000);
    wide.queue.offer(window, 100_001, wide.now, ends::add);
    assertThat(wide.queue.account().samples().held()).isEqualTo(200);
    wide.run();
    assertThat(wide.sent).hasSizeGreaterThan(3);
    assertThat(wide.queue.account().samples().exported()).isEqualTo(200);
    assertThat(ends).hasSize(1);
    assertThat(ends.get(0).exported().total()).isEqualTo(200);
  }

  @Test
  void windowOfManyQueues_keepsWhatTheQueueHolds() {
    SimulatedExporter small = small(QueuePolicy.DROP_NEWEST);
    small.offer(8, WindowSize.estimateBytes(SimulatedExporter.window(8)));
    ExportAccount.Tally samples = small.queue.account().samples();
    assertThat(samples.held()).isPositive();
    assertThat(samples.droppedByReason())
        .isEqualTo(Map.of(ExportDrops.QUEUE_FULL, 8 - samples.held()));
  }

  @Test
  void sampleLargerThanTheQueue_isDroppedAndLeavesTheRest() {
    SimulatedExporter small = small(QueuePolicy.DROP_OLDEST);
    small.offer(1, 400);
    Sample large = Sample.of(StackTrace.of(Frame.named("f".repeat(1000), FrameType.JVM)), 1);
    Profile profile = SimulatedExporter.profile(SimulatedExporter.CPU, 1);
    small.offer(ProfileWindow.of(List.of(profile.withSamples(List.of(large)))), 2500);
    assertThat(small.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.LARGER_THAN_QUEUE, 1L));
    assertThat(small.queue.account().samples().held()).isEqualTo(1);
  }

  @Test
  void encoderThatFails_costsOneWindow() {
    sim.encoderFails = true;
    sim.offer(1);
    sim.settle();
    sim.encoderFails = false;
    sim.offer(2);
    sim.run();
    assertThat(sim.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.ENCODING_FAILED, 1L));
    assertThat(sim.queue.account().samples().exported()).isEqualTo(2);
  }

  @Test
  void unexpectedFault_costsOneRequestAndABackOff() {
    sim.senderFails = true;
    sim.offer(1);
    sim.offer(2);
    assertThatThrownBy(() -> sim.loop.step(1)).hasMessage("as scripted");
    assertThat(sim.loop.failedUnexpectedly(new IllegalStateException())).isPositive();
    sim.senderFails = false;
    sim.run();
    assertThat(sim.now).isPositive();
    assertThat(sim.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.SENDER_FAILED, 1L));
    assertThat(sim.queue.account().samples().exported()).isEqualTo(2);
  }

  @Test
  void auto_windowsWaitUntilTheLevelIsKnown() {
    SimulatedExporter auto = auto();
    auto.standingAnswer = LevelAnswer.unknown("refused");
    auto.offer(1);
    auto.offer(2);
    auto.now += auto.settle();
    auto.now += auto.settle();
    assertThat(auto.sent).isEmpty();
    assertThat(auto.encodedLevels).isEmpty();
    assertThat(auto.queue.account().samples().held()).isEqualTo(3);
    auto.standingAnswer = LevelAnswer.known(OtlpLevel.V1_9, "Pyroscope 1.18.0");
    auto.run();
    assertThat(auto.encodedLevels).containsExactly(OtlpLevel.V1_9, OtlpLevel.V1_9);
    assertThat(auto.queue.account().samples().exported()).isEqualTo(3);
  }

  @Test
  void auto_levelIsAskedOnceAConnection() {
    SimulatedExporter auto = auto();
    auto.offer(1);
    auto.offer(1);
    auto.run();
    assertThat(auto.asked).isEqualTo(1);
    auto.isConnected = false;
    auto.standingAnswer = LevelAnswer.known(OtlpLevel.V1_8, "Pyroscope 1.16.0");
    auto.offer(1);
    auto.run();
    assertThat(auto.asked).isEqualTo(2);
    assertThat(auto.encodedLevels)
        .containsExactly(OtlpLevel.V1_10, OtlpLevel.V1_10, OtlpLevel.V1_8);
  }

  @Test
  void auto_requestOfAnotherLevel_isEncodedAnewAfterAReconnect() {
    SimulatedExporter auto = auto();
    auto.encoderDrops = Map.of("invalid", 1);
    auto.results.add(ExportResult.retryAfter("unavailable", "going away", 0));
    auto.offer(4);
    auto.settle();
    assertThat(auto.queue.account().samples().dropped()).isZero();
    auto.isConnected = false;
    auto.standingAnswer = LevelAnswer.known(OtlpLevel.V1_9, "Pyroscope 1.19.0");
    auto.offer(5);
    auto.run();
    assertThat(auto.encodedLevels).containsExactly(OtlpLevel.V1_10, OtlpLevel.V1_9, OtlpLevel.V1_9);
    ExportAccount account = auto.queue.account();
    assertThat(account.samples().exported()).isEqualTo(3 + 4);
    assertThat(account.samples().droppedByReason()).isEqualTo(Map.of("invalid", 2L));
    assertThat(account.requests().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.LEVEL_CHANGED, 1L));
  }

  @Test
  void auto_connectionThatGoesUnseen_getsNoRequestOfItsLevel() {
    SimulatedExporter auto = auto();
    auto.offer(1);
    auto.run();
    auto.losesConnection = true;
    auto.standingAnswer = LevelAnswer.known(OtlpLevel.V1_8, "Pyroscope 1.16.0");
    auto.offer(2);
    assertThat(auto.settle()).isEqualTo(ExportLoop.IDLE);
    assertThat(auto.asked).isEqualTo(2);
    assertThat(auto.sent).hasSize(2);
    assertThat(auto.encodedLevels).endsWith(OtlpLevel.V1_10, OtlpLevel.V1_8);
    assertThat(auto.queue.account().samples().exported()).isEqualTo(3);
    assertThat(auto.queue.account().samples().dropped()).isZero();
  }

  @Test
  void auto_windowOfWhichARequestHasLeft_losesTheRestWhenTheLevelChanges() {
    SimulatedExporter auto = auto();
    auto.requestsPerWindow = 3;
    auto.results.add(ExportResult.accepted());
    auto.results.add(ExportResult.retryAfter("unavailable", "going away", 0));
    auto.offer(9);
    auto.settle();
    auto.isConnected = false;
    auto.standingAnswer = LevelAnswer.known(OtlpLevel.V1_9, "Pyroscope 1.19.0");
    auto.run();
    assertThat(auto.queue.account().samples().exported()).isEqualTo(3);
    assertThat(auto.queue.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.LEVEL_CHANGED, 6L));
  }

  @Test
  void auto_windowThatIsKept_countsAgainstTheBound() {
    SimulatedExporter auto = auto();
    auto.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    auto.requestsPerWindow = 2;
    auto.offer(4, 900);
    auto.settle();
    assertThat(auto.queue.account().heldBytes()).isEqualTo(900);
    assertThat(auto.queue.account().requests().held()).isEqualTo(2);
    auto.standingResult = ExportResult.accepted();
    auto.run();
    assertThat(auto.queue.account().heldBytes()).isZero();
  }

  @Test
  void fixedLevel_isNeverAsked() {
    sim.isConnected = false;
    sim.offer(1);
    sim.run();
    assertThat(sim.asked).isZero();
    assertThat(sim.encodedLevels).containsExactly(OtlpLevel.V1_10);
  }

  @Test
  void whileBackingOff_windowsBecomeRequests() {
    sim.standingResult = ExportResult.retryAfter("unavailable", "down", 0);
    sim.offer(1, 5000);
    sim.offer(1, 5000);
    sim.settle();
    assertThat(sim.queue.account().heldBytes()).isEqualTo(2 * SimulatedExporter.REQUEST_BYTES);
  }

  private static SimulatedExporter auto() {
    return new SimulatedExporter(SimulatedExporter.settings().level(LevelChoice.AUTO).build());
  }

  private static SimulatedExporter small(QueuePolicy policy) {
    return new SimulatedExporter(
        SimulatedExporter.settings().queue(QueueSettings.of(1000, 10, policy)).build());
  }

  private static List<Long> gaps(List<Long> times) {
    List<Long> gaps = new java.util.ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      gaps.add(times.get(i) - times.get(i - 1));
    }
    return gaps;
  }
}
