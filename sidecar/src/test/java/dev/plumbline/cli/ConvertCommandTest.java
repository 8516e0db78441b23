package dev.plumbline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.format.ProfileFileReader;
import dev.plumbline.format.ReadProfile;
import dev.plumbline.pprof.HandMadePprof;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.IntList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConvertCommandTest {
  private static final String FOLDED = "main;run;leaf 7\nmain;wait 3\n";

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int execute(byte[] input, String... arguments) {
    out.reset();
    err.reset();
    Console console = new Console(out, new PrintStream(err, true, UTF_8), name -> null, false);
    CommandLine command =
        new CommandLine(new ConvertCommand(console, new ByteArrayInputStream(input)));
    command.setExecutionExceptionHandler((e, ignored, result) -> Failures.report(console, e));
    return command.execute(arguments);
  }

  @Test
  void formsAreToldByEndings_andWhatGoesRoundComesBack() throws Exception {
    Path folded = Files.writeString(directory.resolve("a.folded"), FOLDED);
    Path pprof = directory.resolve("a.pb.gz");
    Path otlp = directory.resolve("a.otlp");
    Path again = directory.resolve("again.folded");

    assertThat(execute(new byte[0], folded.toString(), pprof.toString())).isZero();
    assertThat(execute(new byte[0], pprof.toString(), otlp.toString())).isZero();
    assertThat(execute(new byte[0], otlp.toString(), again.toString())).isZero();
    assertThat(Files.readString(again)).isEqualTo(FOLDED);
    assertThat(format(pprof)).isEqualTo("pprof");
    assertThat(format(otlp)).isEqualTo("OTLP 1.10");
  }

  private static String format(Path file) throws Exception {
    ReadProfile read = ProfileFileReader.of(1 << 20).read(Files.readAllBytes(file));
    return read.format();
  }

  @Test
  void standardStreams_serveWhereNoFileIsNamed() {
    assertThat(execute(FOLDED.getBytes(UTF_8), "--to", "folded")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(FOLDED);
    assertThat(execute(FOLDED.getBytes(UTF_8), "--to=html", "-", "-")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("samples (count)")
        .contains("\"names\":[\"all\",\"main\",\"run\",\"leaf\",\"wait\"]")
        .contains("\"boxes\":[0,0,10,1,1,10,2,2,7,3,3,7,4,2,3]");
  }

  @Test
  void namesInThePage_beginNoTag() {
    String evil = "</script><script>alert(1);x 5\n".replace(";", "");
    assertThat(execute(evil.getBytes(UTF_8), "--to=html")).isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("<script>alert").contains("\\u003c/script");
  }

  @Test
  void failures_areOneLine() {
    assertThat(execute("no profile".getBytes(UTF_8), "--to=pprof")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .startsWith("Error: standard input: no profile that we know; as folded stacks line 1")
        .hasLineCount(1);
    assertThat(execute(new byte[0], "--to=gif")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("Error: --to is \"gif\", expected pprof, otlp, folded or html\n");
    assertThat(execute(new byte[0], "/nowhere/at/all", "--to=pprof")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).isEqualTo("Error: no such file: /nowhere/at/all\n");
    assertThat(execute(FOLDED.getBytes(UTF_8), "--to=folded", "--type=cpu")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo("Error: --type is \"cpu\", the profile has samples\n");
  }

  /** Case CV-09: two types without names, one mapping, no samples. */
  @Test
  void emptyProfile_becomesAnEmptyProfileAndIsSaid() throws Exception {
    byte[] empty = {0x0A, 0, 0x0A, 0, 0x1A, 2, 0x08, 1, 0x32, 0};

    assertThat(execute(empty, "--to=pprof")).isZero();
    assertThat(err.toString(UTF_8)).isEqualTo("Warning: the profile is empty\n");
    ReadProfile read = ProfileFileReader.of(1 << 20).read(out.toByteArray());
    assertThat(read.pprof().get(0).sampleCount()).isZero();
    assertThat(read.pprof().get(0).sampleTypeCount()).isEqualTo(2);
    assertThat(execute(empty, "--to=folded")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("the profile has no samples above zero");
  }

  /** Not what it would be in another format, which it is not either. */
  @Test
  void brokenPprof_isToldAsSuch() {
    byte[] twoFunctions =
        new HandMadePprof("", "samples", "count", "a", "b")
            .entry(5, 1, 2, 3)
            .entry(5, 1, 2, 4)
            .toByteArray();
    assertThat(execute(twoFunctions, "--to=folded")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "Error: standard input: a broken pprof profile: two functions have the same id\n");
  }

  @Test
  void directory_isNamed() {
    assertThat(execute(new byte[0], directory.toString(), "--to=pprof")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).isEqualTo("Error: " + directory + ": is a directory\n");
    assertThat(execute(FOLDED.getBytes(UTF_8), "-", directory + "/none/out.folded")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("none/out.folded: its directory does not exist");
  }

  @Test
  void skippedLines_areSaid() {
    assertThat(execute("a;b 3\nodd\n".getBytes(UTF_8), "--to=folded")).isZero();
    assertThat(err.toString(UTF_8))
        .isEqualTo("Warning: skipped line 2 (\"odd\") has no count behind a blank\n");
  }

  /** Case RC-01: through OTLP and back, ids of any size lead to their entries. */
  @Test
  void idsOfAnySize_goThroughOtlpAndBack() {
    byte[] pprof = withLargeIds();
    String folded = "[b] 5\nlarge;small 3\nsmall 7\n";
    assertThat(execute(pprof, "--to=folded")).isZero();
    assertThat(sortedOut()).isEqualTo(folded);
    assertThat(execute(pprof, "--to=otlp")).isZero();
    assertThat(execute(out.toByteArray(), "--to=pprof")).isZero();
    assertThat(execute(out.toByteArray(), "--to=folded")).isZero();
    assertThat(sortedOut()).isEqualTo(folded);
  }

  private String sortedOut() {
    return out.toString(UTF_8).lines().sorted().map(line -> line + "\n").collect(joining());
  }

  /** Three locations of ids 2^63+1, 17 and 3 in mappings of ids 5 and 9000000001, all unsorted. */
  private static byte[] withLargeIds() {
    return new HandMadePprof("", "samples", "count", "a", "b", "small", "large")
        .entry(5, 4_000_000_000L, 2, 6)
        .entry(5, 70, 2, 5)
        .location(3, 5, 0)
        .location(17, 9_000_000_001L, 4_000_000_000L)
        .location(Long.MIN_VALUE + 1, 5, 70)
        .entry(3, 5, 5, 4)
        .entry(3, 9_000_000_001L, 5, 3)
        .sample(7, Long.MIN_VALUE + 1)
        .sample(5, 3)
        .sample(3, Long.MIN_VALUE + 1, 17)
        .entry(1, 1, 2, 2)
        .toByteArray();
  }

  /** Case CV-08: a mapping and an address, and no function. */
  @Test
  void addresses_areShownWithTheirMapping() {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("cycles"), builder.string("count"));
    long[] range = {0x556000001000L, 0x556000006000L, 0x1000};
    int mapping = builder.mapping(range, builder.string("/bin/sleep"), 0, 0);
    builder.beginLocation(mapping, 0x556000002abcL, false);
    IntList stack = new IntList();
    stack.add(builder.endLocation());
    builder.sample(builder.stack(stack), 0, new long[] {6});
    byte[] pprof = builder.build().toProtobuf();

    assertThat(execute(pprof, "--to=folded")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("sleep+0x556000002abc 6\n");
    assertThat(execute(pprof, "--to=html")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("\"names\":[\"all\",\"sleep+0x556000002abc\"],\"boxes\":[0,0,6,1,1,6]");
  }
}
