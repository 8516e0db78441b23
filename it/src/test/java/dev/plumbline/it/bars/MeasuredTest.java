package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeasuredTest {
  @Test
  void median_and_interval_of_a_hundred_values_are_order_statistics() {
    final Measured measured =
        Measured.of("values", IntStream.rangeClosed(1, 100).asDoubleStream().toArray());

    assertThat(measured.median()).isEqualTo(50.5);
    assertThat(measured.low()).isEqualTo(41);
    assertThat(measured.high()).isEqualTo(61);
  }

  @Test
  void bar_holds_by_the_interval_where_the_median_misses_it() {
    final Measured measured = new Measured("ratio", 40, 0.97, 0.95, 0.99);

    assertThat(measured.reaches(0.985)).isTrue();
    assertThat(measured.reaches(0.995)).isFalse();
    assertThat(measured.staysBelow(0.96)).isTrue();
    assertThat(measured.staysBelow(0.94)).isFalse();
  }
}
