package dev.plumbline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.format.ProfileFileReader;
import dev.plumbline.format.ReadProfile;
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
    assertThat(err.toString(UTF_8)).isEqualTo("Error: /nowhere/at/all: there is no such file\n");
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

  @Test
  void skippedLines_areSaid() {
    assertThat(execute("a;b 3\nodd\n".getBytes(UTF_8), "--to=folded")).isZero();
    assertThat(err.toString(UTF_8))
        .isEqualTo("Warning: skipped line 2 (\"odd\") has no count behind a blank\n");
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
