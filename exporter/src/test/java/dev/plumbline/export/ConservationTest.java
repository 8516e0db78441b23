package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.export.settings.RetrySettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * accepted = exported + dropped + rejected + held, for each profile type, whatever receiver,
 * encoder and clock do.
 */
class ConservationTest {
  private static final long MAX_BYTES = 3000;
  private static final int MAX_ITEMS = 6;
  private static final List<ProfileType> TYPES =
      List.of(
          SimulatedExporter.CPU,
          SimulatedExporter.LOCKS,
          ProfileType.builder("delay", "nanoseconds").periodType("contentions", "count").build());

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
    SampleCounts.Builder offers = SampleCounts.builder();
    for (int action : script) {
      int detail = action / 10;
      offers.add(perform(sim, action % 10, detail));
      check(sim, offers.build());
    }
    assertThat(sim.settled).isLessThanOrEqualTo(sim.offered);
    sim.queue.refuseNew();
    sim.queue.dropAll(ExportDrops.CLOSED);
    assertThat(sim.queue.account().samples().held()).isZero();
    assertThat(sim.queue.account().heldBytes()).isZero();
    assertThat(sim.settled).isEqualTo(sim.offered);
    check(sim, offers.build());
  }

  private static SampleCounts perform(SimulatedExporter sim, int action, int detail) {
    switch (action) {
      case 0:
      case 1:
      case 2:
        ProfileWindow window = window(detail);
        sim.offer(window, 50 + detail * 4L);
        return window.samples();
      case 3:
        sim.advance(Duration.ofMillis(detail * 20L));
        return SampleCounts.EMPTY;
      case 4:
        sim.results.add(result(detail));
        return SampleCounts.EMPTY;
      case 5:
        sim.isConnected = sim.isConnected && detail % 8 == 5;
        sim.losesConnection = detail % 8 == 5;
        sim.standingAnswer =
            detail % 4 == 3
                ? LevelAnswer.unknown("down")
                : LevelAnswer.known(OtlpLevel.values()[detail % 3], "up");
        return SampleCounts.EMPTY;
      case 6:
        sim.requestsPerWindow = detail % 4;
        sim.encoderDrops =
            detail % 4 == 0 ? Map.of() : Map.of("too_large", detail % 2, "invalid", detail % 3);
        sim.encoderFails = detail % 11 == 0;
        return SampleCounts.EMPTY;
      case 7:
        sim.loop.hurry();
        return SampleCounts.EMPTY;
      default:
        sim.loop.step(Long.MAX_VALUE);
        return SampleCounts.EMPTY;
    }
  }

  /** One to three profiles of a type each, at periods that differ. */
  private static ProfileWindow window(int detail) {
    List<Profile> profiles = new ArrayList<>();
    for (int i = 0; i <= detail % 3; i++) {
      ProfileType type = TYPES.get((detail / 3 + i) % TYPES.size());
      ProfileType atPeriod =
          ProfileType.builder(type.type(), type.unit())
              .periodType(type.periodType(), type.periodUnit())
              .period(1 + detail % 2)
              .build();
      profiles.add(SimulatedExporter.profile(atPeriod, 1 + (detail + 5 * i) % 11));
    }
    return ProfileWindow.of(profiles);
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

  private static void check(SimulatedExporter sim, SampleCounts offered) {
    ExportAccount account = sim.queue.account();
    ExportAccount.Tally samples = account.samples();
    assertThat(samples.accepted()).isEqualTo(offered.total());
    balance(samples);
    assertThat(account.samplesByType().keySet()).isEqualTo(offered.types());
    account
        .samplesByType()
        .forEach(
            (type, tally) -> {
              assertThat(tally.accepted()).isEqualTo(offered.of(type));
              balance(tally);
            });
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
