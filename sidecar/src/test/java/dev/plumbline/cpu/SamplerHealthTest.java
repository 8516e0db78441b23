package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of lost and of missing samples, over clocks and counters that the test moves. */
class SamplerHealthTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int HERTZ = 100;

  private final class FakePrograms implements SamplerHealth.Programs {
    @Override
    public long count(Counter counter) {
      return counts.getOrDefault(counter, 0L);
    }

    @Override
    public void thin(int factor) {
      factors.add(factor);
    }

    @Override
    public void reopen() throws IOException {
      reopened++;
      if (isReopenRefused) {
        throw new IOException("no more descriptors");
      }
    }
  }

  private static final class ListHandler extends Handler {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord record) {
      lines.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @TempDir private Path proc = Path.of("");
  private final Logger logger = Logger.getLogger(SamplerHealth.class.getName());
  private final ListHandler log = new ListHandler();
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private final List<Integer> factors = new ArrayList<>();
  private int reopened;
  private boolean isReopenRefused;
  private long nowNanos = 77 * SECOND;

  @BeforeEach
  void listen() throws IOException {
    logger.addHandler(log);
    logger.setUseParentHandlers(false);
    Files.createDirectories(proc.resolve("sys/kernel"));
    Files.writeString(proc.resolve("sys/kernel/perf_event_max_sample_rate"), "50\n");
    busy(0);
  }

  @AfterEach
  void listenNoMore() {
    logger.removeHandler(log);
    logger.setUseParentHandlers(true);
  }

  private void busy(long ticks) throws IOException {
    Files.writeString(proc.resolve("stat"), "cpu  " + ticks + " 0 0 999999 5 0 0 77 0 0\ncpu0 1\n");
  }

  private SamplerHealth health() {
    return new SamplerHealth(new FakePrograms(), proc, HERTZ, () -> nowNanos);
  }

  private void second(SamplerHealth health) throws IOException {
    nowNanos += SECOND;
    health.look();
  }

  @Test
  void lostSamples_areToldAtOnceAndThenOnceAMinute() throws IOException {
    SamplerHealth health = health();
    counts.put(Counter.LOST, 5L);
    health.look();
    assertThat(health.lost()).as("before a second is over").isZero();
    for (long second = 0; second < 59; second++) {
      second(health);
      counts.merge(Counter.LOST, 1L, Long::sum);
    }
    assertThat(log.lines).singleElement().asString().startsWith("5 samples were lost");
    second(health);
    second(health);
    assertThat(log.lines).hasSize(2);
    assertThat(log.lines.get(1)).startsWith("59 samples were lost");
    Map<String, Long> metrics = new TreeMap<>();
    health.report((metric, n, labels) -> metrics.put(metric.name() + List.of(labels), n));
    assertThat(metrics).containsEntry("plumbline_sampler_total[lost]", health.lost());
  }

  @Test
  void fullRing_isGivenFewerSamplesAndAllAgainWhenItKeepsUp() throws IOException {
    SamplerHealth health = health();
    for (int i = 0; i < 5; i++) { // 100 Hz may become 25, which is still over 19
      counts.merge(Counter.LOST, 2L, Long::sum);
      counts.merge(Counter.SAMPLES, 98L, Long::sum);
      second(health);
    }
    assertThat(factors).containsExactly(2, 4);
    assertThat(log.lines).singleElement().asString().contains("one of 2 samples");
    counts.merge(Counter.LOST, 1L, Long::sum);
    counts.merge(Counter.SAMPLES, 99L, Long::sum);
    second(health); // one percent is no reason for less, and none for more
    for (int i = 0; i < 59; i++) {
      second(health);
    }
    assertThat(factors).containsExactly(2, 4);
    for (int i = 0; i < 61; i++) {
      second(health);
    }
    assertThat(factors).containsExactly(2, 4, 2, 1);
    for (int i = 0; i < 61; i++) {
      second(health);
    }
    assertThat(factors).hasSize(4);
  }

  @Test
  void thinnedSample_countsAsOften() {
    assertThat(SampleThinning.weight(10_309_278, 97)).isOne();
    assertThat(SampleThinning.weight(4 * 10_309_278L, 97)).isEqualTo(4);
    assertThat(SampleThinning.weight(0, 97)).as("a kernel that does not say").isOne();
  }

  @Test
  void silentEvents_areOpenedAnewAndTheSysctlIsNamed() throws IOException {
    SamplerHealth health = health();
    for (int round = 1; round <= 2; round++) {
      busy(1000L * round); // 10 s of CPU time: 1000 samples
      counts.put(Counter.SAMPLES, 100L * round);
      for (int i = 0; i < 5; i++) {
        second(health);
      }
      assertThat(reopened).isEqualTo(round);
    }
    assertThat(log.lines)
        .singleElement()
        .asString()
        .contains("only 100 of about 1000 samples")
        .contains("perf_event_max_sample_rate is 50")
        .contains("perf_cpu_time_max_percent is unknown");
  }

  @Test
  void eventsThatCannotBeOpenedAnew_doNotEndTheRun() throws IOException {
    isReopenRefused = true;
    SamplerHealth health = health();
    busy(1000);
    for (int i = 0; i < 5; i++) {
      second(health);
    }
    assertThat(reopened).isOne();
    assertThat(log.lines).anyMatch(line -> line.endsWith("no more descriptors"));
  }

  @Test
  void expectedPace_isNoFault() throws IOException {
    SamplerHealth health = health();
    for (int round = 1; round <= 3; round++) {
      busy(1000L * round);
      counts.put(Counter.SAMPLES, 300L * round);
      counts.put(Counter.FILTERED, 250L * round);
      for (int i = 0; i < 5; i++) {
        second(health);
      }
    }
    assertThat(reopened).isZero();
    assertThat(log.lines).isEmpty();
  }

  @Test
  void idleHost_isNoFault() throws IOException {
    SamplerHealth health = health();
    busy(150);
    for (int i = 0; i < 20; i++) {
      second(health);
    }
    assertThat(reopened).isZero();
  }
}
