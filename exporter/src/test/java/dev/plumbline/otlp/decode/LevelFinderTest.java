package dev.plumbline.otlp.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class LevelFinderTest {
  private static final int REQUESTS = 1_000;
  private static final Map<LevelClasses, ReceivedLevel> LEVELS =
      Map.of(
          LevelClasses.V1_7, ReceivedLevel.V1_7,
          LevelClasses.V1_8, ReceivedLevel.V1_8,
          LevelClasses.V1_9, ReceivedLevel.V1_9,
          LevelClasses.V1_10, ReceivedLevel.V1_10,
          LevelClasses.V1_11, ReceivedLevel.V1_10);

  private final TestClock clock = new TestClock();
  private final LevelFinder finder = LevelFinder.of(OtlpLimits.DEFAULT, clock);

  @Test
  void thousandMixedRequestsOfEveryLevel_areAllReadAsTheyWereMeant() throws Exception {
    LevelRequests requests = new LevelRequests(42);
    Random random = new Random(7);
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      LevelClasses level = LevelClasses.values()[random.nextInt(LevelClasses.values().length)];
      byte[] bytes = requests.next(level);
      OtlpRequest read;
      try {
        read = finder.decode(bytes, "sender of " + level);
      } catch (InputException e) {
        wrong.add(i + " of " + level + ": " + e.getMessage());
        continue;
      }
      boolean levelIsRight = equal(read.level(), LEVELS.get(level), requests.hasIdOrComments());
      if (total(read) != requests.total() || !levelIsRight) {
        wrong.add(i + " of " + level + " read as " + read.level() + ": " + total(read));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void requestsOfSendersThatAreNotKnown_areReadWithTheirTotals() throws Exception {
    LevelRequests requests = new LevelRequests(43);
    int ofOtherLevel = 0;
    for (int i = 0; i < REQUESTS; i++) {
      LevelClasses level = LevelClasses.values()[i % LevelClasses.values().length];
      OtlpRequest read = finder.decode(requests.next(level), "sender " + i);
      assertThat(total(read)).as("request %s of %s", i, level).isEqualTo(requests.total());
      assertThat(linkedTotal(read))
          .as("request %s of %s", i, level)
          .isEqualTo(requests.linkedTotal());
      ofOtherLevel += equal(read.level(), LEVELS.get(level), false) ? 0 : 1;
    }
    // Timestamps alone, without attributes and links, are the same bytes from 1.8 on.
    assertThat(ofOtherLevel).isLessThan(REQUESTS / 10);
  }

  @Test
  void realRequests_areOfTheirLevels() throws Exception {
    assertThat(level("ig-1.9-a.otlp", "a")).isEqualTo(ReceivedLevel.V1_9);
    assertThat(level("ig-1.9-b.otlp", "b")).isEqualTo(ReceivedLevel.V1_9);
    assertThat(level("ebpf-profiler-1.10.otlp", "a")).isEqualTo(ReceivedLevel.V1_10);
    assertThat(level("collector-pprof-1.10.otlp", "b")).isEqualTo(ReceivedLevel.V1_10);
    assertThat(finder.senders()).containsOnlyKeys("a", "b");
  }

  @Test
  void requestOfSeveralLevels_isOfTheRememberedOneElseOfTheNewest() throws Exception {
    byte[] ambiguous = new byte[0];

    assertThat(finder.decode(ambiguous, "new").level()).isEqualTo(ReceivedLevel.V1_10);
    level("ig-1.9-a.otlp", "ig");
    assertThat(finder.decode(ambiguous, "ig").level()).isEqualTo(ReceivedLevel.V1_9);
  }

  @Test
  void senderThatIsSilentForAnHour_isForgotten() throws Exception {
    level("ig-1.9-a.otlp", "ig");
    clock.now = clock.now.plus(Duration.ofMinutes(59));
    assertThat(finder.levelOf("ig")).isEqualTo(ReceivedLevel.V1_9);
    clock.now = clock.now.plus(Duration.ofMinutes(1));
    assertThat(finder.levelOf("ig")).isNull();
    assertThat(finder.senders()).isEmpty();
  }

  @Test
  void bytesOfNoLevel_areRefusedWithTheNewestsReason() {
    assertThatThrownBy(() -> finder.decode(new byte[] {10, 5, 1}, "x"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("field 1 of ExportProfilesServiceRequest is 5 bytes, 1 are left");
    assertThat(finder.levelOf("x")).isNull();
  }

  private ReceivedLevel level(String name, String sender) throws InputException {
    return finder.decode(RealRequests.bytes(name), sender).level();
  }

  /** 1.8 and 1.9 count as one unless something is in the request that they write differently. */
  private static boolean equal(ReceivedLevel read, ReceivedLevel sent, boolean told) {
    boolean middle =
        (sent == ReceivedLevel.V1_8 || sent == ReceivedLevel.V1_9)
            && (read == ReceivedLevel.V1_8 || read == ReceivedLevel.V1_9);
    return read == sent || (middle && !told);
  }

  private static long total(OtlpRequest request) {
    return total(request, link -> true);
  }

  private static long linkedTotal(OtlpRequest request) {
    return total(request, link -> link != 0);
  }

  /**
   * @param links whether samples with that link count
   */
  private static long total(OtlpRequest request, IntPredicate links) {
    long total = 0;
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : scope.profiles()) {
          for (int i = 0; i < profile.samples().count(); i++) {
            boolean counts =
                profile.samples().isConsistent(i) && links.test(profile.samples().link(i));
            total += counts ? profile.samples().amount(i) : 0;
          }
        }
      }
    }
    return total;
  }

  private static final class TestClock extends Clock {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
