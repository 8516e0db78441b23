package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.OtlpLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** accepted = exported + dropped + rejected + held, whatever receiver, encoder and clock do. */
class ConservationTest {
  private static final long MAX_BYTES = 3000;
  private static final int MAX_ITEMS = 6;

  @Property(tries = 500)
  void accountIsTrueAtEveryMoment(
      @ForAll @Size(max = 120) List<@IntRange(min = 0, max = 9999) Integer> script,
      @ForAll QueuePolicy policy,
      @ForAll LevelChoice level) {
    SimulatedExporter sim =
        new SimulatedExporter(
            SimulatedExporter.settings()
                .level(level)
                .retry(RetrySettings.builder().maxAttempts(4).build())
                .queue(QueueSettings.of(MAX_BYTES, MAX_ITEMS, policy))
                .build());
    long offered = 0;
    for (int action : script) {
      int detail = action / 10;
      offered += perform(sim, action % 10, detail);
      check(sim, offered);
    }
    sim.queue.refuseNew();
    sim.queue.dropAll(ExportDrops.CLOSED);
    assertThat(sim.queue.account().samples().held()).isZero();
    assertThat(sim.queue.account().heldBytes()).isZero();
    check(sim, offered);
  }

  private static int perform(SimulatedExporter sim, int action, int detail) {
    switch (action) {
      case 0:
      case 1:
      case 2:
        int samples = 3 + detail % 20;
        sim.offer(samples, 50 + detail * 4L);
        return samples;
      case 3:
        sim.advance(Duration.ofMillis(detail * 20L));
        return 0;
      case 4:
        sim.results.add(result(detail));
        return 0;
      case 5:
        sim.isConnected = false;
        sim.standingAnswer =
            detail % 4 == 3
                ? LevelAnswer.unknown("down")
                : LevelAnswer.known(OtlpLevel.values()[detail % 3], "up");
        return 0;
      case 6:
        sim.requestsPerWindow = detail % 4;
        sim.encoderDrops =
            detail % 4 == 0 ? Map.of() : Map.of("too_large", detail % 2, "invalid", detail % 3);
        sim.encoderFails = detail % 11 == 0;
        return 0;
      case 7:
        sim.loop.hurry();
        return 0;
      default:
        sim.loop.step(Long.MAX_VALUE);
        return 0;
    }
  }

  private static ExportResult result(int detail) {
    switch (detail % 6) {
      case 0:
        return ExportResult.retryAfter("unavailable", "down", detail * 1_000_000L);
      case 1:
        return ExportResult.partlyRejected(detail % 5, "some");
      case 2:
        return ExportResult.refused(ExportResult.Refusal.REQUEST, "invalid_argument", "no");
      case 3:
        return ExportResult.refused(ExportResult.Refusal.RECEIVER, "unimplemented", "no");
      case 4:
        return ExportResult.acceptedWithWarning("well");
      default:
        return ExportResult.accepted();
    }
  }

  private static void check(SimulatedExporter sim, long offered) {
    ExportAccount account = sim.queue.account();
    ExportAccount.Tally samples = account.samples();
    assertThat(samples.accepted()).isEqualTo(offered);
    balance(samples);
    balance(account.requests());
    assertThat(account.heldBytes()).isBetween(0L, MAX_BYTES);
    // A request leaves by one door only, and the sender has seen whatever left by two of them.
    assertThat(account.requests().exported() + account.requests().rejected())
        .isLessThanOrEqualTo(sim.sent.size());
  }

  private static void balance(ExportAccount.Tally tally) {
    assertThat(tally.exported() + tally.dropped() + tally.rejected() + tally.held())
        .as("%s", tally)
        .isEqualTo(tally.accepted());
  }
}
