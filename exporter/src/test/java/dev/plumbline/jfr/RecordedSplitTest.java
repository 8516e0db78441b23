package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real recordings of a program that knows its own split (cases AG-09 and CV-07). */
class RecordedSplitTest {
  private static final String PROGRAM = "dev.plumbline.jfr.KnownSplit.";

  @TempDir Path directory;
  private Recorder recorder;

  @BeforeEach
  void unpack() throws Exception {
    recorder = Recorder.in(directory);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void cpu_sharesAreTheProgramsOwn(int release) throws Exception {
    Recorder.Recording recording =
        recorder.record(
            java(release), "event=ctimer,interval=2ms", KnownSplit.class, "cpu", "4000");
    List<JfrRecords> records = recording.decode(JfrSettings.builder().build());
    Totals cpu = Totals.of(records, JvmGadget.CPU, "samples");
    long heavy = cpu.sumWith("samples", PROGRAM + "heavy");
    long light = cpu.sumWith("samples", PROGRAM + "light");
    double known =
        recording.printed("heavy")
            / (double) (recording.printed("heavy") + recording.printed("light"));
    assertThat(heavy + light).isGreaterThan(250);
    assertThat(heavy / (double) (heavy + light)).isCloseTo(known, within(0.07));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void alloc_bytesAreTheProgramsOwn_alsoOfTinyObjects(int release) throws Exception {
    Recorder.Recording recording =
        recorder.record(java(release), "alloc=64k", KnownSplit.class, "alloc", "400");
    List<JfrRecords> records = recording.decode(JfrSettings.builder().build());
    Totals bytes = Totals.of(records, JvmGadget.ALLOC, "bytes");
    Totals objects = Totals.of(records, JvmGadget.ALLOC, "objects");
    long small = recording.printed("small");
    assertThat(bytes.sumWith("bytes", PROGRAM + "small")).isCloseTo(small, withPercentage(15));
    assertThat(objects.sumWith("objects", PROGRAM + "small"))
        .isCloseTo(small / 32, withPercentage(15));
    assertThat(bytes.texts("object.class")).contains("byte[]");
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void lock_delayIsTheProgramsOwn_nothingBelowTheThreshold_noCondition(int release)
      throws Exception {
    Recorder.Recording recording =
        recorder.record(java(release), "lock=10ms", KnownSplit.class, "lock", "6");
    List<JfrRecords> records = recording.decode(JfrSettings.builder().build());
    Totals mutex = Totals.of(records, JvmGadget.LOCK, "mutex_delay");
    Totals block = Totals.of(records, JvmGadget.LOCK, "block_delay");
    long known = recording.printed("monitor") + recording.printed("lock");
    assertThat(mutex.sum("delay")).isCloseTo(known, withPercentage(10));
    assertThat(block.sum("delay")).isCloseTo(recording.printed("semaphore"), withPercentage(10));
    assertThat(mutex.texts("lock.class"))
        .contains("java.lang.Object")
        .anyMatch(name -> name.startsWith("java.util.concurrent.locks.ReentrantLock$"))
        .noneMatch(name -> name.contains("Condition"));
    assertThat(block.texts("lock.class"))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("java.util.concurrent.Semaphore$"));
    assertThat(mutex.sum("delay")).isGreaterThanOrEqualTo(10_000_000 * mutex.sum("contentions"));
    assertThat(mutex.sumWith("delay", PROGRAM + "burn")).isZero();
  }

  private static Path java(int release) throws Exception {
    Path java =
        Runtime.version().feature() == release ? Recorder.currentJava() : Recorder.java(release);
    assumeTrue(java != null, "no JDK " + release + " under /usr/lib/jvm");
    return java;
  }
}
