package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstIntervalTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void first_window_takes_one_to_three_seconds_and_never_more_than_the_interval() {
    assertThat(FirstInterval.firstNanos(10 * SECOND, 0)).isEqualTo(SECOND);
    assertThat(FirstInterval.firstNanos(10 * SECOND, 0.5)).isEqualTo(2 * SECOND);
    assertThat(FirstInterval.firstNanos(SECOND, 0.9)).isEqualTo(SECOND);
  }

  @Test
  void second_window_spreads_a_fleet_over_the_interval() {
    assertThat(FirstInterval.secondNanos(10 * SECOND, 0)).isEqualTo(2 * SECOND);
    assertThat(FirstInterval.secondNanos(10 * SECOND, 0.5)).isEqualTo(6 * SECOND);
  }
}
