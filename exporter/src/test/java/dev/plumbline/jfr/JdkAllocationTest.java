package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Allocations by the JDK's recorder, of a program that knows what it took (case CV-07). */
class JdkAllocationTest {
  private static final String PROGRAM = "dev.plumbline.jfr.JdkAllocations.";
  private static final String IN_NEW_TLAB = "jdk.ObjectAllocationInNewTLAB";
  private static final String OUTSIDE_TLAB = "jdk.ObjectAllocationOutsideTLAB";
  private static final String SAMPLE = "jdk.ObjectAllocationSample";
  private static final String MUCH = Integer.toString(300 << 20);
  private static final String LITTLE = Integer.toString(20 << 20);

  @TempDir Path directory;
  private Recorder recorder;

  @BeforeEach
  void unpack() throws Exception {
    recorder = Recorder.in(directory);
  }

  private Recorder.Recording record(String option, String bytes, String... events)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(bytes));
    arguments.addAll(List.of(events));
    return recorder.run(
        Recorder.currentJava(), option, JdkAllocations.class, arguments.toArray(new String[0]));
  }

  private static Totals bytes(Recorder.Recording recording) throws Exception {
    return Totals.of(recording.decode(JfrSettings.builder().build()), JvmGadget.ALLOC, "bytes");
  }

  @Test
  void newTlab_countsItsOwnSize() throws Exception {
    Recorder.Recording recording = record("-XX:TLABSize=128k", MUCH, IN_NEW_TLAB);
    assertThat(bytes(recording).sumWith("bytes", PROGRAM + "small"))
        .isCloseTo(recording.printed("small"), withPercentage(15));
  }

  @Test
  void allocationOutsideTlabs_countsItsObject() throws Exception {
    Recorder.Recording recording = record("-XX:-UseTLAB", LITTLE, OUTSIDE_TLAB);
    Totals bytes = bytes(recording);
    assertThat(bytes.sumWith("bytes", PROGRAM + "small"))
        .isCloseTo(recording.printed("small"), withPercentage(15));
    assertThat(bytes.sumWith("bytes", PROGRAM + "large"))
        .isCloseTo(recording.printed("large"), withPercentage(15));
  }

  @Test
  void sample_countsItsWeight() throws Exception {
    Recorder.Recording recording = record("-XX:TLABSize=128k", MUCH, SAMPLE);
    Totals bytes = bytes(recording);
    assertThat(bytes.sumWith("bytes", PROGRAM + "small"))
        .isCloseTo(recording.printed("small"), withPercentage(15));
    assertThat(bytes.sumWith("bytes", PROGRAM + "large"))
        .isCloseTo(recording.printed("large"), withPercentage(15));
  }

  /** Each is an estimate of the same allocations. */
  @Test
  void kindsOfOneFile_areNotAdded() throws Exception {
    Recorder.Recording recording =
        record("-XX:TLABSize=128k", MUCH, IN_NEW_TLAB, OUTSIDE_TLAB, SAMPLE);
    Totals bytes = bytes(recording);
    assertThat(bytes.sumWith("bytes", PROGRAM + "small"))
        .isCloseTo(recording.printed("small"), withPercentage(15));
    assertThat(bytes.sumWith("bytes", PROGRAM + "large"))
        .isCloseTo(recording.printed("large"), withPercentage(15));
  }
}
