package dev.plumbline.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocIntervalTest {
  private static final long WINDOW_NANOS = 10_000_000_000L;

  @Test
  void too_many_samples_widen_it_at_once_until_they_are_few() {
    AllocInterval interval = new AllocInterval(4 << 20, true);

    assertThat(interval.observe(7_900, WINDOW_NANOS, () -> true)).isTrue();
    assertThat(interval.bytes()).as("790 a second need four times the bytes").isEqualTo(16 << 20);
  }

  @Test
  void few_samples_halve_it_after_a_minute_and_never_below_the_least() {
    AllocInterval interval = new AllocInterval(1 << 20, true);
    for (int i = 0; i < AllocInterval.QUIET_WINDOWS - 1; i++) {
      assertThat(interval.observe(10, WINDOW_NANOS, () -> true)).isFalse();
    }

    assertThat(interval.observe(10, WINDOW_NANOS, () -> true)).isTrue();
    assertThat(interval.bytes()).isEqualTo(AllocInterval.MIN_BYTES);
    for (int i = 0; i < 3 * AllocInterval.QUIET_WINDOWS; i++) {
      assertThat(interval.observe(0, WINDOW_NANOS, () -> true)).isFalse();
    }
  }

  @Test
  void one_busy_window_starts_the_minute_anew() {
    AllocInterval interval = new AllocInterval(4 << 20, true);
    for (int i = 0; i < AllocInterval.QUIET_WINDOWS - 1; i++) {
      interval.observe(0, WINDOW_NANOS, () -> true);
    }
    interval.observe(1_000, WINDOW_NANOS, () -> true);

    assertThat(interval.observe(0, WINDOW_NANOS, () -> true)).isFalse();
    assertThat(interval.bytes()).isEqualTo(4 << 20);
  }

  @Test
  void switched_off_or_not_adaptive_it_stays() {
    assertThat(new AllocInterval(4 << 20, false).observe(100_000, WINDOW_NANOS, () -> true))
        .isFalse();
    assertThat(new AllocInterval(0, true).observe(100_000, WINDOW_NANOS, () -> true)).isFalse();
  }
}
