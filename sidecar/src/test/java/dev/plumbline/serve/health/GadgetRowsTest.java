package dev.plumbline.serve.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.serve.source.RunningGadget.Loss;
import dev.plumbline.serve.source.RunningGadget.State;
import dev.plumbline.serve.source.RunningGadget.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GadgetRowsTest {
  private static final long NOW = 1_764_400_000_000L;

  private static Row row(State state, String fault, Loss loss) {
    return row(state, fault, loss, "");
  }

  private static Row row(State state, String fault, Loss loss, String remarks) {
    Status status = new Status(state, fault, NOW - 1, 100, 2, Map.of(), loss, remarks);
    return GadgetRows.of("profile_cpu", status, NOW, json -> {});
  }

  @Test
  void loss_isATroubleForFiveMinutes() {
    long shown = GadgetRows.LOSS_SHOWN.toMillis();
    Row fresh = row(State.RUNNING, "", new Loss(1234, NOW - shown));
    assertThat(fresh.condition()).isEqualTo(Condition.WARNING);
    assertThat(fresh.troubleUnixMillis()).isEqualTo(NOW - shown);
    assertThat(fresh.text()).isEqualTo("lost 1,234 samples in one window");
    assertThat(fresh.advice()).startsWith("gadget profile_cpu: lost 1,234").contains("frequency");
    Row old = row(State.RUNNING, "", new Loss(1234, NOW - shown - 1));
    assertThat(old.condition()).isEqualTo(Condition.OK);
    assertThat(old.text()).isEqualTo("running");
  }

  @Test
  void remarks_areTheirFirstLine() {
    Row row = row(State.RUNNING, "", new Loss(0, 0), "9 samples\njava (7): 5 samples");
    assertThat(row.text()).isEqualTo("9 samples");
  }

  @Test
  void firstWindow_isCountedDownTo() {
    assertThat(row(State.STARTING, "", new Loss(0, 0)).text())
        .isEqualTo("started, its first window closes in 10 s");
    assertThat(startedBefore(7_400).text()).isEqualTo("started, its first window closes in 3 s");
    assertThat(startedBefore(10_001).text()).isEqualTo("started, its first window is being read");
  }

  private static Row startedBefore(long millis) {
    Loss none = new Loss(0, 0);
    Status status = new Status(State.STARTING, "", NOW - millis, 0, 0, Map.of(), none, "");
    return GadgetRows.of("profile_cpu", status, NOW, json -> {});
  }

  @Test
  void gadgetThatFailed_isWorseThanOneThatWasLeftOut() {
    Loss none = new Loss(0, 0);
    Row failed = row(State.FAILED, "the verifier says no\n0: (b7) r1 = 0", none);
    assertThat(failed.condition()).isEqualTo(Condition.ERROR);
    assertThat(failed.advice()).isEqualTo("gadget profile_cpu: the verifier says no");
    Row stalled = row(State.STALLED, "no window for 75 s\n  at f", none);
    assertThat(stalled.condition()).isEqualTo(Condition.ERROR);
    assertThat(stalled.text()).isEqualTo("no window for 75 s");
    assertThat(row(State.LEFT_OUT, "no rights", none).condition()).isEqualTo(Condition.WARNING);
    assertThat(row(State.STARTING, "", none).condition()).isEqualTo(Condition.OK);
  }
}
