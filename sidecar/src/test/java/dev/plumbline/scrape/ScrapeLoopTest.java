package dev.plumbline.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScrapeLoopTest {
  private static final ScrapeSchedule SCHEDULE =
      new ScrapeSchedule(Duration.ofSeconds(10), Duration.ofSeconds(1));

  private final FakeTime time = new FakeTime();
  private final List<Long> turns = new ArrayList<>();

  /** Passes only where somebody waits or works; ends at a given second. */
  private static final class FakeTime implements LoopTime {
    private long now;
    private long endSeconds = 60;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public boolean awaitEnd(long nanos) {
      now += Math.max(0, nanos);
      return now >= TimeUnit.SECONDS.toNanos(endSeconds);
    }

    @Override
    public void end() {
      endSeconds = 0;
    }
  }

  private ScrapeStatus run(Scraper scraper) {
    ScrapeStatus status = new ScrapeStatus("pprof/remote", "http://a", Clock.systemUTC());
    ScrapeLoop.of(new Pull("http://a", SCHEDULE, scraper), status, time, () -> 0.5).run();
    return status;
  }

  private long turn() {
    turns.add(TimeUnit.NANOSECONDS.toSeconds(time.now));
    return 3;
  }

  @Test
  void turns_beginAfterTheDelay_andStayInStep() {
    ScrapeStatus status = run(this::turn);
    assertThat(turns).containsExactly(1L, 11L, 21L, 31L, 41L, 51L);
    assertThat(status.tries()).containsOnly(Map.entry(ScrapeResult.SUCCESS, 6L));
    assertThat(status.samples()).isEqualTo(18);
  }

  @Test
  void answerWithoutMemory_isTooLarge_andTheLoopGoesOn() {
    ScrapeStatus status =
        run(
            () -> {
              if (turn() > 0 && turns.size() == 1) {
                throw new OutOfMemoryError("as if");
              }
              return 3;
            });
    assertThat(turns).hasSize(6);
    assertThat(status.tries())
        .containsOnly(Map.entry(ScrapeResult.TOO_LARGE, 1L), Map.entry(ScrapeResult.SUCCESS, 5L));
  }

  @Test
  void slowTarget_missesTurns_andNoneIsCaughtUp() {
    run(
        () -> {
          turn();
          time.now += TimeUnit.SECONDS.toNanos(14);
          return 0;
        });
    assertThat(turns).containsExactly(1L, 21L, 41L);
  }

  @Test
  void busyTarget_isTriedOnceMore_beforeTheNextTurn() {
    ScrapeStatus status =
        run(
            () -> {
              turn();
              throw new ScrapeException(ScrapeResult.TARGET_BUSY, "busy");
            });
    assertThat(turns).startsWith(1L, 3L, 11L, 13L);
    assertThat(status.last().message()).isEqualTo("busy");
  }

  @Test
  void failures_areCountedByResult_andAFaultOfOursDoesNotEndTheLoop() {
    ScrapeStatus status =
        run(
            () -> {
              turn();
              if (turns.size() == 1) {
                throw new IllegalStateException("fault");
              }
              throw new ScrapeException(ScrapeResult.HTTP_4XX, "status 404");
            });
    assertThat(status.tries())
        .containsEntry(ScrapeResult.FAULT, 1L)
        .containsEntry(ScrapeResult.HTTP_4XX, 5L);
    assertThat(status.last().successUnixMillis()).isZero();
  }
}
