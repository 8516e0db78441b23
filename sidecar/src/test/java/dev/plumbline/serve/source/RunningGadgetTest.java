package dev.plumbline.serve.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.serve.source.RunningGadget.State;
import dev.plumbline.serve.source.RunningGadget.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningGadgetTest {
  @Test
  void loss_isThatOfTheLastWindowThatLostAny() {
    Status status = Status.of(State.STARTING, "", 1);
    assertThat(status.lastLoss().samples()).isZero();
    status = status.after(10, Map.of("ring_full", 3L), "", 10);
    assertThat(status.lastLoss()).isEqualTo(new RunningGadget.Loss(3, 10));
    status = status.after(10, Map.of("ring_full", 5L, "interval_full", 4L), "", 20);
    assertThat(status.lastLoss()).isEqualTo(new RunningGadget.Loss(6, 20));
    status = status.after(10, Map.of("ring_full", 5L, "interval_full", 4L), "", 30);
    assertThat(status.lastLoss()).isEqualTo(new RunningGadget.Loss(6, 20));
    assertThat(status.samples()).isEqualTo(30);
    assertThat(status.windows()).isEqualTo(3);
    assertThat(status.sinceUnixMillis()).isEqualTo(10);
  }
}
