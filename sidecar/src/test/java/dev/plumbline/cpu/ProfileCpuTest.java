package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.plumbline.frame.StackSymbols;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.HostSamples;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.SampleConsumer;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** From samples to records: what is counted together, and what becomes of stacks. */
class ProfileCpuTest {
  private static final long[] NONE = {};
  private static final int UNSELECTED = 99;

  /** Hands over what the test puts in; everything is drained at the stop. */
  private static final class FakeFeed implements SampleFeed {
    private final BlockingQueue<HostSample> samples = new LinkedBlockingQueue<>();
    private final CountDownLatch polled = new CountDownLatch(1);
    private volatile @Nullable IOException failure;
    private volatile int weight = 1;

    @Override
    public void start() {}

    @Override
    public void drain(int timeoutMillis, SampleConsumer sink) throws IOException {
      polled.countDown();
      IOException thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
      Thread.onSpinWait();
    }

    @Override
    public void stop(SampleConsumer sink) {
      samples.forEach(sink::accept);
    }

    @Override
    public int weight(HostSample sample) {
      return weight;
    }

    @Override
    public Map<String, Long> lost() {
      return Map.of("ring_full", 3L);
    }

    @Override
    public void report(MetricSink sink) {}

    @Override
    public void close() {}
  }

  private static final class Names implements StackSymbols {
    @Override
    public void startFetch() {}

    @Override
    public Frame kernelFrame(long address, boolean isExact) {
      return Frame.named((isExact ? "exact" : "k") + address, FrameType.KERNEL);
    }

    @Override
    public boolean addUserFrames(
        @Nullable ProcessImage process, long word, long callerWord, List<Frame> frames) {
      frames.add(Frame.named("u" + word + "<" + callerWord, FrameType.NATIVE));
      return word != 99;
    }
  }

  private static final class Owner implements ProcessEnricher {
    private int calls;

    @Override
    public List<Field> fields() {
      return List.of(Field.of("proc.creds.uid", FieldKind.UINT32));
    }

    @Override
    public void report(MetricSink sink) {}

    @Override
    public ProcessFields of(int pid, long startNanos, long cgroupId, Program program) {
      calls++;
      return new ProcessFields() {
        @Override
        public boolean isSelected() {
          return pid != UNSELECTED;
        }

        @Override
        public long integer(int field) {
          return 1000L + pid;
        }

        @Override
        public String text(int field) {
          return "";
        }

        @Override
        public boolean bool(int field) {
          return false;
        }
      };
    }
  }

  private final FakeFeed feed = new FakeFeed();
  private final Owner owner = new Owner();

  private RecordBatch records(boolean tellsThreads) throws IOException {
    DataSource dataSource = ProfileCpu.dataSource(owner);
    try (ProfileCpu probe = new ProfileCpu(dataSource, feed, new Names(), owner, tellsThreads)) {
      probe.start();
      probe.stop();
      RecordBatch batch = probe.collect(dataSource, 1, 2);
      assertThat(probe.lost()).containsEntry("ring_full", 3L);
      remarks = probe.remarks();
      probe.report((metric, n, labels) -> metrics.put(metric.name() + List.of(labels), n));
      return batch;
    }
  }

  private String remarks = "";
  private final Map<String, Long> metrics = new TreeMap<>();

  private void add(int pid, int tid, EndReason end, long[] kernel, long... user) {
    feed.samples.add(HostSamples.sample(pid, tid, "worker", end, kernel, user));
  }

  @Test
  void equalStacksOfAProcess_areOneRecord() throws IOException {
    add(1, 10, EndReason.ROOT, NONE, 7, 8);
    add(1, 11, EndReason.ROOT, NONE, 7, 8);
    add(1, 10, EndReason.ROOT, NONE, 7, 9);
    add(2, 20, EndReason.ROOT, NONE, 7, 8);
    RecordBatch batch = records(false);
    DataSource source = batch.dataSource();
    assertThat(batch.size()).isEqualTo(3);
    assertThat(batch.integer(0, source.indexOf("samples"))).isEqualTo(2);
    assertThat(batch.integer(0, source.indexOf("proc.tid"))).isZero();
    assertThat(batch.integer(2, source.indexOf("proc.pid"))).isEqualTo(2);
    assertThat(batch.integer(2, source.indexOf("proc.creds.uid"))).isEqualTo(1002);
    assertThat(batch.text(0, source.indexOf("proc.comm"))).isEqualTo("worker");
  }

  @Test
  void sampleOfAThinnedClock_countsForThoseThatWereNotTaken() throws IOException {
    feed.weight = 4;
    add(1, 10, EndReason.ROOT, NONE, 7, 8);
    add(1, 10, EndReason.ROOT, NONE, 7, 8);
    add(1, 10, EndReason.ROOT, NONE, 7, 9);
    RecordBatch batch = records(false);
    int samples = batch.dataSource().indexOf("samples");
    assertThat(batch.integer(0, samples)).isEqualTo(8);
    assertThat(batch.integer(1, samples)).isEqualTo(4);
    assertThat(remarks).startsWith("12 samples");
  }

  @Test
  void processes_areLookedUpOnceAFetchHoweverManyStacksTheyHave() throws IOException {
    for (int i = 0; i < 50; i++) {
      for (int pid = 101; pid <= 200; pid++) {
        add(pid, pid, EndReason.ROOT, NONE, 7, i);
      }
    }
    RecordBatch batch = records(false);
    assertThat(owner.calls).isEqualTo(100);
    assertThat(batch.size()).isEqualTo(5_000);
    int uid = batch.dataSource().indexOf("proc.creds.uid");
    int pids = batch.dataSource().indexOf("proc.pid");
    for (int i = 0; i < batch.size(); i++) {
      assertThat(batch.integer(i, uid)).isEqualTo(1000 + batch.integer(i, pids));
    }
  }

  @Test
  void processesThatAreNotSelected_leaveNoTrace() throws IOException {
    add(UNSELECTED, 1, EndReason.READ_FAULT, NONE, 7, 8);
    add(2, 2, EndReason.ROOT, NONE, 7, 8);
    RecordBatch batch = records(false);
    assertThat(batch.size()).isOne();
    assertThat(batch.integer(0, batch.dataSource().indexOf("proc.pid"))).isEqualTo(2);
    assertThat(batch.stackTrace(0, batch.dataSource().indexOf("user_stack_raw.symbols")).depth())
        .isEqualTo(2);
    assertThat(remarks).isEqualTo("1 samples, user stacks 100.0 % complete");
  }

  @Test
  void threads_areToldApartWhereTheyAreSeen() throws IOException {
    add(1, 10, EndReason.ROOT, NONE, 7);
    add(1, 11, EndReason.ROOT, NONE, 7);
    RecordBatch batch = records(true);
    assertThat(batch.size()).isEqualTo(2);
    assertThat(batch.integer(1, batch.dataSource().indexOf("proc.tid"))).isEqualTo(11);
  }

  @Test
  void manyStacks_areKeptApart() throws IOException {
    for (int i = 0; i < 5_000; i++) {
      add(1, 1, EndReason.ROOT, NONE, 7, i);
      add(1, 1, EndReason.ROOT, NONE, 7, i);
    }
    RecordBatch batch = records(false);
    assertThat(batch.size()).isEqualTo(5_000);
    for (int i = 0; i < 5_000; i++) {
      assertThat(batch.integer(i, batch.dataSource().indexOf("samples"))).isEqualTo(2);
    }
  }

  @Test
  void stacks_areNamedAndMarkedWhereTheyAreCut() throws IOException {
    add(1, 1, EndReason.READ_FAULT, new long[] {5, 6}, 7, 8);
    add(2, 2, EndReason.FRAME_POINTER, NONE, 7);
    add(3, 3, EndReason.READ_FAULT, NONE, 99, 100);
    add(4, 4, EndReason.NOT_SELECTED, new long[] {5});
    RecordBatch batch = records(false);
    int kernel = batch.dataSource().indexOf("kern_stack");
    int user = batch.dataSource().indexOf("user_stack_raw.symbols");
    assertThat(batch.stackTrace(0, kernel).frames())
        .extracting(Frame::functionName)
        .containsExactly("exact5", "k6");
    assertThat(batch.stackTrace(0, user).frames())
        .extracting(Frame::functionName)
        .containsExactly("u7<8", "u8<0", "[truncated]");
    assertThat(batch.stackTrace(1, user).depth()).isEqualTo(1);
    assertThat(batch.stackTrace(2, user).depth()).isEqualTo(1);
    assertThat(batch.stackTrace(3, user).isEmpty()).isTrue();
    assertThat(batch.integer(0, batch.dataSource().indexOf("kernel_ip"))).isEqualTo(5);
    assertThat(batch.text(0, batch.dataSource().indexOf("user_stack_raw.end_reason")))
        .isEqualTo("read_fault");
    assertThat(remarks.lines())
        .containsExactly(
            "4 samples, user stacks 33.3 % complete, read_fault 2",
            "worker (1): 1 samples, user stacks 0.0 % complete, read_fault 1",
            "worker (3): 1 samples, user stacks 0.0 % complete, read_fault 1");
    assertThat(metrics)
        .containsOnly(
            entry("plumbline_stacks_total[worker, 1, read_fault]", 1L),
            entry("plumbline_stacks_total[worker, 2, frame_pointer]", 1L),
            entry("plumbline_stacks_total[worker, 3, read_fault]", 1L),
            entry("plumbline_stacks_total[worker, 4, not_selected]", 1L),
            entry("plumbline_samples_lost_total[ring_full]", 3L));
  }

  @Test
  void failedDrain_endsTheRun() throws Exception {
    DataSource dataSource = ProfileCpu.dataSource(new Owner());
    feed.failure = new IOException("ring is gone");
    try (ProfileCpu probe = new ProfileCpu(dataSource, feed, new Names(), new Owner(), false)) {
      probe.start();
      feed.polled.await();
      probe.stop();
      assertThatThrownBy(() -> probe.collect(dataSource, 1, 2)).hasMessage("ring is gone");
    }
  }
}
