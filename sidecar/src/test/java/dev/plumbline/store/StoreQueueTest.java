package dev.plumbline.store;

import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.store.StoreQueue.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreQueueTest {
  /** Stacks of thirty frames that nothing else has. */
  private static ProfileWindow unlikeAnyOther(int window) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      StringBuilder stack = new StringBuilder("main");
      for (int frame = 0; frame < 30; frame++) {
        stack.append(";f").append(window).append('_').append(i).append('_').append(frame);
      }
      samples.add(sample(stack.toString(), 1));
    }
    return cpu("a", START_MILLIS, samples.toArray(new Sample[0]));
  }

  @Test
  void windowsBeyondTheBytes_areRefused_untilThereIsRoomAgain() throws Exception {
    long one = ProfileExporter.estimateBytes(unlikeAnyOther(0));
    StoreQueue queue = new StoreQueue(4 * one);
    int taken = 0;
    while (queue.offer(unlikeAnyOther(taken)) == Offer.TAKEN) {
      taken++;
      assertThat(queue.bytes()).isLessThanOrEqualTo(4 * one);
    }
    assertThat(taken).isBetween(3, 4);
    assertThat(queue.take(0)).isNotNull();
    assertThat(queue.offer(unlikeAnyOther(9))).isEqualTo(Offer.TAKEN);
  }

  @Test
  void windowLargerThanTheQueue_isTakenAlone() throws Exception {
    StoreQueue queue = new StoreQueue(1);
    assertThat(queue.offer(unlikeAnyOther(0))).isEqualTo(Offer.TAKEN);
    assertThat(queue.offer(unlikeAnyOther(1))).isEqualTo(Offer.FULL);
    assertThat(queue.take(0)).isNotNull();
    assertThat(queue.bytes()).isZero();
    assertThat(queue.offer(unlikeAnyOther(1))).isEqualTo(Offer.TAKEN);
  }

  @Test
  void queueThatIsClosed_takesNothing_andGivesWhatItHas() throws Exception {
    StoreQueue queue = new StoreQueue(StoreQueue.MAX_BYTES);
    queue.offer(unlikeAnyOther(0));
    queue.close();
    assertThat(queue.offer(unlikeAnyOther(1))).isEqualTo(Offer.CLOSED);
    assertThat(queue.isDrained()).isFalse();
    assertThat(queue.take(0)).isNotNull();
    assertThat(queue.isDrained()).isTrue();
  }
}
