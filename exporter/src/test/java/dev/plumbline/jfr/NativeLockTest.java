package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.gadget.RecordBatch;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits for mutexes of native code, counted against the JDK's own parser. */
class NativeLockTest {
  private static final String EVENT = "profiler.NativeLock";

  @TempDir Path directory;

  /** Starts threads from several at once, all of which need the one lock of the JVM for that. */
  static final class ThreadStarts {
    private static final int STARTERS = 8;
    private static final int STARTS = 1_000;

    private ThreadStarts() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread[] starters = new Thread[STARTERS];
      for (int i = 0; i < STARTERS; i++) {
        starters[i] = new Thread(ThreadStarts::startMany);
        starters[i].start();
      }
      for (Thread starter : starters) {
        starter.join();
      }
    }

    private static void startMany() {
      for (int i = 0; i < STARTS; i++) {
        new Thread(() -> {}).start();
      }
    }
  }

  private static long contentions(Recorder.Recording recording, LockRules rules) throws Exception {
    JfrSettings settings =
        JfrSettings.builder().excludedThreadPrefixes(List.of()).locks(rules).build();
    long sum = 0;
    for (JfrRecords records : recording.decode(settings)) {
      for (RecordBatch batch : records.batches(JvmGadget.LOCK)) {
        if (batch.dataSource().name().equals("block_contentions")) {
          for (int row = 0; row < batch.size(); row++) {
            sum += batch.integer(row, batch.dataSource().indexOf("contentions"));
          }
        }
      }
    }
    return sum;
  }

  @Test
  void waitsOfAtLeastTheThreshold_areKept_andOffKeepsNone() throws Exception {
    Recorder.Recording recording =
        Recorder.in(directory).record(Recorder.currentJava(), "nativelock=1", ThreadStarts.class);
    long[] nanos =
        RecordingFile.readAllEvents(recording.file()).stream()
            .filter(event -> event.getEventType().getName().equals(EVENT))
            .mapToLong(NativeLockTest::nanos)
            .sorted()
            .toArray();
    assertThat(nanos).isNotEmpty();

    LockRules all = LockRules.ofThreshold(0).withPark(LockRules.NEVER);
    assertThat(contentions(recording, all)).isEqualTo(nanos.length);
    long longest = nanos[nanos.length - 1];
    assertThat(contentions(recording, all.withNative(longest + 1_000))).isZero();
    assertThat(contentions(recording, all.withNative(longest / 2)))
        .isBetween(1L, (long) nanos.length);
    assertThat(contentions(recording, all.withNative(LockRules.NEVER))).isZero();
  }

  private static long nanos(RecordedEvent event) {
    return event.getDuration().toNanos();
  }
}
