package dev.plumbline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FetchPlanTest {
  @Test
  void intervals_areDurationsOrZero() {
    assertThat(FetchPlan.parse("1000ms", "0", "samples"))
        .isEqualTo(new FetchPlan(1_000_000_000L, 0));
    assertThat(FetchPlan.parse("2m", "3", "samples")).isEqualTo(new FetchPlan(120_000_000_000L, 3));
    assertThat(FetchPlan.parse("0", "1", "samples")).isEqualTo(new FetchPlan(0, 1));
    assertThat(FetchPlan.parse("allocs:5s,samples:2s", "samples:7", "samples"))
        .isEqualTo(new FetchPlan(2_000_000_000L, 7));
    assertThat(FetchPlan.parse("allocs:5s", "", "samples"))
        .isEqualTo(new FetchPlan(1_000_000_000L, 0));
  }

  @Test
  void faults_areSaid() {
    assertThatThrownBy(() -> FetchPlan.parse("0", "2", "samples"))
        .hasMessageContaining("map-fetch-count is 2 and map-fetch-interval is 0");
    assertThatThrownBy(() -> FetchPlan.parse("5", "0", "samples"))
        .hasMessageContaining("expected a duration");
    assertThatThrownBy(() -> FetchPlan.parse("1ms", "0", "samples"))
        .hasMessageContaining("at least 10ms");
    assertThatThrownBy(() -> FetchPlan.parse("1s", "-1", "samples"))
        .hasMessageContaining("map-fetch-count");
  }

  @Test
  void fetches_endWhereThePlanSays() {
    assertThat(new FetchPlan(1, 0).hasMore(1_000)).isTrue();
    assertThat(new FetchPlan(1, 2).hasMore(1)).isTrue();
    assertThat(new FetchPlan(1, 2).hasMore(2)).isFalse();
    assertThat(new FetchPlan(0, 1).hasMore(0)).isTrue();
    assertThat(new FetchPlan(0, 1).hasMore(1)).isFalse();
    assertThat(new FetchPlan(0, 0).hasMore(0)).isFalse();
  }
}
