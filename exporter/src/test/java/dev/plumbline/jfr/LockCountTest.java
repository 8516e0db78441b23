package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrChunks;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many waits for locks are kept, counted against the JDK's own parser. */
class LockCountTest {
  private static final int MONITOR_WAITS = 23;
  private static final int PARKS = 12;
  private static final int EVERY = 5;

  @TempDir Path directory;
  private List<RecordedEvent> events;
  private Path file;

  @BeforeEach
  void record() throws Exception {
    file = directory.resolve("locks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO).withStackTrace();
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      for (int i = 0; i < MONITOR_WAITS; i++) {
        waitForAMonitor();
      }
      for (int i = 0; i < PARKS; i++) {
        LockSupport.parkNanos(new Object(), 1_000L << i);
      }
      recording.stop();
      recording.dump(file);
    }
    events = RecordingFile.readAllEvents(file);
  }

  private static void waitForAMonitor() throws InterruptedException {
    Object monitor = new Object();
    CountDownLatch begun = new CountDownLatch(1);
    Thread waiting =
        new Thread(
            () -> {
              begun.countDown();
              synchronized (monitor) {
                begun.countDown();
              }
            });
    synchronized (monitor) {
      waiting.start();
      begun.await();
      while (waiting.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
    waiting.join();
  }

  private long sum(String source, String field, JfrSettings settings) throws Exception {
    return sum(source, field, JfrDecoder.of(settings));
  }

  private long sum(String source, String field, JfrDecoder decoder) throws Exception {
    long sum = 0;
    try (FileChannel channel = FileChannel.open(file)) {
      JfrChunks chunks = JfrChunks.of(channel);
      for (JfrChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        for (RecordBatch batch : decoder.decode(chunk).batches(JvmGadget.LOCK)) {
          if (batch.dataSource().name().equals(source)) {
            for (int row = 0; row < batch.size(); row++) {
              sum += batch.integer(row, batch.dataSource().indexOf(field));
            }
          }
        }
      }
    }
    return sum;
  }

  private static JfrSettings settings(LockRules rules) {
    return JfrSettings.builder().excludedThreadPrefixes(List.of()).locks(rules).build();
  }

  private long monitorWaits() {
    return events.stream().filter(LockCountTest::isMonitorWait).count();
  }

  private static boolean isMonitorWait(RecordedEvent event) {
    return event.getEventType().getName().equals("jdk.JavaMonitorEnter");
  }

  @Test
  void everyNthMonitorWait_isKept_withItsValueTimesN() throws Exception {
    LockRules monitors = LockRules.ofThreshold(0).withPark(LockRules.NEVER);
    long all = monitorWaits();
    assertThat(all).isGreaterThanOrEqualTo(MONITOR_WAITS);
    assertThat(sum("mutex_contentions", "contentions", settings(monitors))).isEqualTo(all);
    JfrSettings some = settings(monitors.withMonitor(0, EVERY));
    assertThat(sum("mutex_contentions", "contentions", some)).isEqualTo(all / EVERY * EVERY);
    // As the decoder rounds each wait, not the sum of them.
    assertThat(sum("mutex_delay", "delay", some))
        .isCloseTo(EVERY * delayOfEveryNth(), Offset.offset(all * EVERY));
    JfrSettings none = settings(monitors.withMonitor(LockRules.NEVER, 1));
    assertThat(sum("mutex_contentions", "contentions", none)).isZero();
  }

  /** In the order of the file, as the decoder meets them. */
  private long delayOfEveryNth() {
    long nanos = 0;
    long number = 0;
    for (RecordedEvent event : events) {
      if (isMonitorWait(event) && ++number % EVERY == 0) {
        nanos += event.getDuration().toNanos();
      }
    }
    return nanos;
  }

  @Test
  void choiceOfMonitorWaits_goesOnThroughChunksAndChangedSettings() throws Exception {
    JfrSettings some = settings(LockRules.ofThreshold(0).withMonitor(0, EVERY));
    long all = monitorWaits();
    long kept = sum("mutex_contentions", "contentions", JfrDecoder.of(some));
    JfrDecoder decoder = JfrDecoder.of(some);
    long keptTwice =
        sum("mutex_contentions", "contentions", decoder)
            + sum("mutex_contentions", "contentions", decoder.with(some));
    assertThat(kept).isEqualTo(all / EVERY * EVERY);
    assertThat(keptTwice).isEqualTo(2 * all / EVERY * EVERY);
  }

  @Test
  void parks_ofAtLeastTheThreshold_areKept_andOffKeepsNone() throws Exception {
    LockRules all = LockRules.ofThreshold(0);
    for (long threshold : new long[] {1, amongParks()}) {
      long expected = events.stream().filter(event -> isPark(event, threshold)).count();
      JfrSettings parks = settings(all.withPark(threshold));
      assertThat(sum("block_contentions", "contentions", parks)).isEqualTo(expected);
    }
    assertThat(events.stream().filter(event -> isPark(event, 1)).count())
        .isGreaterThanOrEqualTo(PARKS);
    JfrSettings none = settings(all.withPark(LockRules.NEVER));
    assertThat(sum("block_contentions", "contentions", none)).isZero();
    assertThat(sum("mutex_contentions", "contentions", none)).isEqualTo(monitorWaits());
  }

  /** In the middle of the widest gap between two parks, where no rounding can tell otherwise. */
  private long amongParks() {
    long[] nanos =
        events.stream()
            .filter(event -> isPark(event, 1))
            .mapToLong(event -> event.getDuration().toNanos())
            .sorted()
            .toArray();
    int widest = 1;
    for (int i = 2; i < nanos.length; i++) {
      if (nanos[i] - nanos[i - 1] > nanos[widest] - nanos[widest - 1]) {
        widest = i;
      }
    }
    return (nanos[widest] + nanos[widest - 1]) / 2;
  }

  /** A park that is no wait for a lock or a signal. */
  private static boolean isPark(RecordedEvent event, long thresholdNanos) {
    if (!event.getEventType().getName().equals("jdk.ThreadPark")
        || event.getDuration().toNanos() < thresholdNanos) {
      return false;
    }
    RecordedClass parked = event.getClass("parkedClass");
    String name = parked == null ? "" : parked.getName();
    return !name.endsWith("$ConditionObject")
        && !name.startsWith("java.util.concurrent.locks.Reentrant")
        && !name.startsWith("java.util.concurrent.locks.StampedLock");
  }
}
