package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfMapsTest {
  private static final int PID = 4711;
  private static final int NAMESPACE_PID = 12;
  private static final long START = 99;

  @TempDir Path proc;

  private final SymbolCounts counts = new SymbolCounts();
  private long nowNanos;
  private Path map = Path.of("unset");
  private PerfMaps maps = new PerfMaps(Path.of("unset"), counts, () -> nowNanos);

  @BeforeEach
  void makeProcess() throws IOException {
    Path process = proc.resolve(Integer.toString(PID));
    Files.createDirectories(process.resolve("root/tmp"));
    Files.writeString(
        process.resolve("status"), "Name:\tnode\nNSpid:\t" + PID + "\t" + NAMESPACE_PID + "\n");
    map = process.resolve("root/tmp/perf-" + NAMESPACE_PID + ".map");
    maps = new PerfMaps(proc, counts, () -> nowNanos);
  }

  private String name(long address) {
    Frame frame = maps.frame(PID, START, address);
    return frame == null ? "" : frame.functionName();
  }

  @Test
  void address_isNamed_byTheMapOfTheInnermostNamespace() throws IOException {
    Files.writeString(map, "7f0000001000 40 first\n7f0000001040 40 LazyCompile:*add x.js:3\n");
    assertThat(name(0x7f0000001000L)).isEqualTo("first");
    assertThat(name(0x7f000000103fL)).isEqualTo("first");
    Frame script = maps.frame(PID, START, 0x7f0000001050L);
    assertThat(script).isNotNull();
    assertThat(script.functionName()).isEqualTo("LazyCompile:*add x.js:3");
    assertThat(script.type()).isEqualTo(FrameType.V8JS);
    assertThat(name(0x7f0000001080L)).isEmpty();
    assertThat(name(0x7f0000000fffL)).isEmpty();
  }

  @Test
  void pythonEntry_hasFunctionAndFile() throws IOException {
    Files.writeString(map, "10000 20 py::Work.run:/srv/app.py\n");
    Frame frame = maps.frame(PID, START, 0x10004);
    assertThat(frame).isNotNull();
    assertThat(frame.functionName()).isEqualTo("Work.run");
    assertThat(frame.fileName()).isEqualTo("/srv/app.py");
    assertThat(frame.type()).isEqualTo(FrameType.CPYTHON);
  }

  @Test
  void growth_isReadFromWhereItEnded_andNotMoreThanOnceASecond() throws IOException {
    Files.writeString(map, "10000 20 one\n10020 20 tw");
    assertThat(name(0x10000)).isEqualTo("one");
    assertThat(name(0x10020)).isEmpty();
    Files.writeString(map, "o\n10040 20 three\n", StandardOpenOption.APPEND);
    assertThat(name(0x10020)).isEmpty();
    nowNanos += 1_000_000_000;
    assertThat(name(0x10020)).isEqualTo("two");
    assertThat(name(0x10040)).isEqualTo("three");
  }

  @Test
  void mapBegunAnew_replacesTheOldOne() throws IOException {
    Files.writeString(map, "10000 20 a_long_name_of_old_code\n");
    assertThat(name(0x10000)).isEqualTo("a_long_name_of_old_code");
    Files.writeString(map, "20000 20 new\n");
    nowNanos += 1_000_000_000;
    assertThat(name(0x20000)).isEqualTo("new");
    assertThat(name(0x10000)).isEmpty();
  }

  /** By its size alone it could be one that did not change, or one that grew. */
  @ParameterizedTest
  @ValueSource(strings = {"10000 20 new\n", "10000 20 new\n10020 20 more\n"})
  void mapBegunAnew_isNoticed_howeverLongItIs(String anew) throws IOException {
    Files.writeString(map, "10000 20 old\n");
    assertThat(name(0x10000)).isEqualTo("old");
    Files.writeString(map, anew);
    nowNanos += 1_000_000_000;
    assertThat(name(0x10040)).as("a look").isEmpty();
    assertThat(name(0x10000)).isEqualTo("new");
  }

  /** The first lines are often the same, those of the runtime's own stubs. */
  @Test
  void mapBegunAnew_withTheSameBeginning_isNoticed() throws IOException {
    String beginning = "1000 20 " + "stub".repeat(500) + "\n";
    Files.writeString(map, beginning + "10000 20 old\n");
    assertThat(name(0x10000)).isEqualTo("old");
    Files.writeString(map, beginning + "10000 20 new\n");
    nowNanos += 1_000_000_000;
    assertThat(name(0x10040)).as("a look").isEmpty();
    assertThat(name(0x10000)).isEqualTo("new");
  }

  @Test
  void laterEntry_winsOverOneThatItOverlaps() throws IOException {
    Files.writeString(map, "10000 100 old\n10040 20 young\n10080 10 old2\n10078 40 younger\n");
    assertThat(name(0x10050)).isEqualTo("young");
    assertThat(name(0x10020)).isEqualTo("old");
    assertThat(name(0x10080)).isEqualTo("younger");
  }

  @Test
  void otherProcessWithTheSameId_startsEmpty() throws IOException {
    Files.writeString(map, "10000 20 one\n");
    assertThat(name(0x10000)).isEqualTo("one");
    Files.delete(map);
    assertThat(maps.frame(PID, START + 1, 0x10000)).isNull();
  }

  @Test
  void mapOfAnotherUser_isRefused() throws IOException {
    assumeTrue(Files.getAttribute(proc, "unix:uid").equals(0), "needs root");
    Files.writeString(map, "10000 20 forged\n");
    Files.setAttribute(map, "unix:uid", 12345);
    assertThat(name(0x10000)).isEmpty();
    assertThat(counts.get(SymbolCount.PERF_MAPS_REFUSED)).isEqualTo(1);
  }

  @Test
  void link_isNotFollowed() throws IOException {
    Path target = Files.writeString(proc.resolve("elsewhere"), "10000 20 forged\n");
    Files.createSymbolicLink(map, target);
    assertThat(name(0x10000)).isEmpty();
    assertThat(counts.get(SymbolCount.PERF_MAPS_REFUSED)).isEqualTo(1);
  }

  @Test
  void malformedLines_arePassedOver() throws IOException {
    Files.writeString(
        map,
        "\nzz 20 x\n10000\n10000 20\n10000 20 \n-1 20 y\nffffffffffffffffff 1 z\n"
            + "0x10000 0x20 good\n10100 ffffffffff huge\n");
    assertThat(name(0x10010)).isEqualTo("good");
    assertThat(name(0x10110)).isEmpty();
  }

  @Test
  void endlessMap_isCutAndCounted() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < PerfMap.MAX_ENTRIES + 10; i++) {
      lines.append(Integer.toHexString(0x10000 + 16 * i)).append(" 10 f\n");
    }
    Files.writeString(map, lines);
    assertThat(name(0x10000)).isEqualTo("f");
    assertThat(name(0x10000 + 16L * PerfMap.MAX_ENTRIES)).isEmpty();
    assertThat(counts.get(SymbolCount.PERF_MAPS_CUT)).isEqualTo(1);
  }

  @Test
  void mapsOfOtherProcesses_leaveForMemory_andAreReadAgain() throws IOException {
    maps = new PerfMaps(proc, counts, () -> nowNanos, 64 << 10);
    Files.writeString(map, lines("first"));
    assertThat(name(0x10000)).isEqualTo("first");
    Path other = Files.createDirectories(proc.resolve("5000/root/tmp"));
    Files.writeString(other.resolve("perf-5000.map"), lines("other"));
    nowNanos += 2_000_000_000;
    Frame frame = maps.frame(5000, START, 0x10000);
    assertThat(frame).isNotNull();
    assertThat(frame.functionName()).isEqualTo("other");
    assertThat(counts.get(SymbolCount.PERF_MAPS_DROPPED)).isEqualTo(1);
    assertThat(name(0x10000)).isEqualTo("first");
  }

  /** About 60 kB of names behind the first entry. */
  private static String lines(String first) {
    StringBuilder lines = new StringBuilder("10000 20 " + first + "\n");
    for (int i = 1; i < 600; i++) {
      lines.append(Integer.toHexString(0x10000 + 0x20 * i)).append(" 20 ").append("n".repeat(100));
      lines.append('\n');
    }
    return lines.toString();
  }
}
