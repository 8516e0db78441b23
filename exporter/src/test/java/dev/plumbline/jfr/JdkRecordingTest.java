package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrChunks;
import dev.plumbline.profile.StackTrace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recordings of the JDK's own recorder, against the JDK's own parser (cases CV-03, CV-04, CV-12).
 */
class JdkRecordingTest {
  private static final String EMOJI = "\ud83d\ude00";
  private static final String TRUNCATED = "[truncated]";

  @TempDir Path directory;
  static volatile long sink;
  static volatile Object kept;

  @Test
  void decode_agreesWithTheJdksParser() throws Exception {
    Path file = directory.resolve("jdk.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.enable("jdk.ObjectAllocationInNewTLAB");
      recording.enable(ShortEvent.class);
      recording.start();
      for (String name : List.of("é", "π-worker", EMOJI, "x".repeat(300))) {
        Thread thread = new Thread(() -> recurse(100), name);
        thread.start();
        thread.join();
      }
      recording.stop();
      recording.dump(file);
    }
    List<JfrRecords> records = decode(file);
    Map<String, Long> expectedCpu = new HashMap<>();
    Map<String, Long> expectedBytes = new HashMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
        expectedCpu.merge(
            key(event, event.getThread("sampledThread").getJavaName()), 1L, Long::sum);
      } else if (event.getEventType().getName().equals("jdk.ObjectAllocationInNewTLAB")) {
        expectedBytes.merge(
            key(event, event.getThread().getJavaName()), event.getLong("tlabSize"), Long::sum);
      }
    }
    assertThat(expectedCpu).isNotEmpty();
    assertThat(expectedBytes).isNotEmpty();
    assertThat(expectedCpu.keySet()).anyMatch(key -> key.endsWith(TRUNCATED));
    Map<String, Long> cpu = sums(records, JvmGadget.CPU, "samples", "samples");
    assertThat(cpu.keySet()).anyMatch(key -> key.startsWith(EMOJI));
    assertThat(withoutEmoji(cpu)).isEqualTo(withoutEmoji(expectedCpu));
    assertThat(withoutEmoji(sums(records, JvmGadget.ALLOC, "bytes", "bytes")))
        .isEqualTo(withoutEmoji(expectedBytes));
  }

  /** The JDK's own parser takes half a surrogate pair for broken UTF-8. */
  private static Map<String, Long> withoutEmoji(Map<String, Long> sums) {
    Map<String, Long> others = new HashMap<>(sums);
    others.keySet().removeIf(key -> key.startsWith(EMOJI) || key.startsWith("\ufffd"));
    return others;
  }

  private static String key(RecordedEvent event, String thread) {
    StringBuilder key = new StringBuilder(thread);
    if (event.getStackTrace() == null) {
      return key + "|[no stack]";
    }
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      key.append('|')
          .append(frame.getMethod().getType().getName())
          .append('.')
          .append(frame.getMethod().getName());
    }
    return event.getStackTrace().isTruncated() ? key + "|" + TRUNCATED : key.toString();
  }

  private static Map<String, Long> sums(
      List<JfrRecords> records, JvmGadget gadget, String source, String value) {
    Map<String, Long> sums = new HashMap<>();
    for (JfrRecords chunk : records) {
      for (RecordBatch batch : chunk.batches(gadget)) {
        if (batch.dataSource().name().equals(source)) {
          for (int i = 0; i < batch.size(); i++) {
            StringBuilder key =
                new StringBuilder(batch.text(i, batch.dataSource().indexOf("thread.name")));
            StackTrace stack = batch.stackTrace(i, 0);
            stack.frames().forEach(frame -> key.append('|').append(frame.functionName()));
            sums.merge(
                key.toString(), batch.integer(i, batch.dataSource().indexOf(value)), Long::sum);
          }
        }
      }
    }
    return sums;
  }

  private static List<JfrRecords> decode(Path file) throws Exception {
    List<JfrRecords> records = new ArrayList<>();
    JfrDecoder decoder =
        JfrDecoder.of(JfrSettings.builder().names(JfrSettings.Names.VERBATIM).build());
    try (FileChannel channel = FileChannel.open(file)) {
      JfrChunks chunks = JfrChunks.of(channel);
      for (JfrChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        records.add(decoder.decode(chunk));
      }
    }
    return records;
  }

  private static int recurse(int depth) {
    if (depth > 0) {
      return recurse(depth - 1) + 1;
    }
    long x = sink;
    // By the thread's own time, as on a busy machine 300 ms may pass without one sample of it; and
    // in long Java loops, as the recorder does not count a thread that is in native code.
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long end = clock.getCurrentThreadCpuTime() + 500_000_000;
    while (clock.getCurrentThreadCpuTime() < end) {
      for (int i = 0; i < 200_000; i++) {
        x = x * 31 + (x >>> 7);
        kept = new byte[200];
      }
    }
    sink = x;
    ShortEvent event = new ShortEvent();
    event.number = 7;
    event.commit();
    return 0;
  }

  /** With a field of a kind that a reader may not know. */
  static final class ShortEvent extends Event {
    short number;
  }
}
