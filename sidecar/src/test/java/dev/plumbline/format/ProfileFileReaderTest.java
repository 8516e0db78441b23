package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.profile.Profile;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ProfileFileReaderTest {
  private static final ProfileFileReader READER = ProfileFileReader.of(64 << 20);

  /** Case CV-10. */
  @Test
  void foldedLines_areKeptWhereTheyAreWhole() throws Exception {
    String deep = "f;".repeat(500_000) + "leaf 3";
    String text =
        "\uFEFF# made by x\r\n\r\na;b;c 5\r\na;b;c 5\na;b 2.5\na;b c;d 7\na;b\na;;b 1\na;b -3\n"
            + "a;b 99999999999999999999\na;t\t4\n"
            + deep
            + "\nlast 1";
    ReadProfile read = READER.read(text.getBytes(UTF_8));

    Profile profile = read.window().profiles().get(0);
    assertThat(read.format()).isEqualTo("folded stacks");
    assertThat(FoldedLines.of(profile).lines().filter(line -> line.length() < 100))
        .containsExactly("a;b;c 10", "a;b c;d 7", "a;t 4", "last 1");
    assertThat(profile.total()).isEqualTo(7 + 10 + 4 + 1 + 3);
    assertThat(read.notes())
        .containsExactly(
            "skipped 5 lines, the first is line 5 (\"a;b 2.5\") ends with no whole number above"
                + " zero");
  }

  /** Case CV-01. */
  @Test
  void perfScript_keepsWholeNamesModulesAndInlinedLines() throws Exception {
    String text =
        """
        java -a 4711/4712 [003] 1234.567890:   10101010 cycles:ppp:
        \t    5574a37dd36e foo<(some_enum)0>::bar+0x30 (/home/a b/bin)
        \t          936792 std::_Function_handler<void (vg::Alignment&), main(int, char**)::{lambda()#1}>::_M_invoke+0x12 (/vg/bin/vg)
        \t               a operator()(int) const (/x)
        \t               b [unknown] ([unknown])
        \t               c func (deleted) (/x (deleted))
        \t               d name (inlined)
        \t               d outer+0x1 (/x)

        swapper     0 1234.667890: cpu-clock:
        \t               f [unknown] (/lib/libc.so.6)

        """;
    ReadProfile read = READER.read(text.getBytes(UTF_8));

    Profile profile = read.window().profiles().get(0);
    assertThat(read.format()).isEqualTo("perf script");
    assertThat(read.notes()).isEmpty();
    assertThat(profile.samples()).hasSize(2);
    assertThat(profile.samples().get(0).stackTrace().frames())
        .extracting(
            frame ->
                FoldedText.name(frame)
                    + "|"
                    + frame.mapping().fileName()
                    + (frame.inlined() ? "|inlined" : ""))
        .containsExactly(
            "foo<(some_enum)0>::bar|/home/a b/bin",
            "std::_Function_handler<void (vg::Alignment&), main(int, char**)::{lambda()#1}>::_M_invoke|/vg/bin/vg",
            "operator()(int) const|/x",
            "0xb|",
            "func (deleted)|/x (deleted)",
            "name|/x|inlined",
            "outer|/x");
    assertThat(profile.samples().get(0).attributes().string("comm")).isEqualTo("java -a");
    assertThat(FoldedLines.of(profile)).contains("libc.so.6+0xf 1\n");
  }

  @Test
  void goCountText_isReadWithItsCalls() throws Exception {
    String text =
        """
        goroutine profile: total 3
        2 @ 0x43a0d6 0x406c6f
        #\t0x43a0d5\truntime.gopark+0xd5\t/go/proc.go:398

        1 @ 0x43a0d6
        """;
    ReadProfile read = READER.read(text.getBytes(UTF_8));

    Profile profile = read.window().profiles().get(0);
    assertThat(read.format()).isEqualTo("pprof count text");
    assertThat(profile.type().type()).isEqualTo("goroutine");
    assertThat(FoldedLines.of(profile)).isEqualTo("0x406c6e;0x43a0d5 2\n0x43a0d5 1\n");
  }

  @Test
  void heapText_isScaledByItsRate() throws Exception {
    String text =
        """
        heap profile: 1: 1024 [ 2: 2048] @ heap_v2/1024
             1:     1024 [     2:     2048] @ 0x1001 0x2001
        MAPPED_LIBRARIES:
        00001000-00003000 r-xp 00000000 00:00 0 /bin/app
        """;
    ReadProfile read = READER.read(text.getBytes(UTF_8));

    // 1 ÷ (1 − e⁻¹) is 1.5819…
    assertThat(read.window().profiles())
        .extracting(profile -> profile.type().type() + " " + profile.total())
        .containsExactly(
            "alloc_objects 3", "alloc_space 3239", "inuse_objects 1", "inuse_space 1619");
    assertThat(FoldedLines.of(read.window().profiles().get(3)))
        .isEqualTo("app+0x2000;app+0x1000 1619\n");
  }

  @Test
  void otlpJson_isReadByItsNames() throws Exception {
    String json =
        """
        {"resourceProfiles":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"demo"}}]},
         "scopeProfiles":[{"scope":{"name":"demo","version":"1"},"unknownKey":{"a":[1,2]},
          "profiles":[{"sampleType":{"typeStrindex":1,"unitStrindex":2},
           "samples":[{"stackIndex":1,"values":["3"],"linkIndex":1}],
           "timeUnixNano":"1767225600000000000","durationNano":"10000000000",
           "periodType":{"typeStrindex":3,"unitStrindex":4},"period":"10000000"}]}]}],
         "dictionary":{"mappingTable":[{}],"locationTable":[{},{"lines":[{"functionIndex":1,"line":"42"}]}],
          "functionTable":[{},{"nameStrindex":5}],
          "linkTable":[{},{"traceId":"0123456789abcdef0123456789abcdef","spanId":"00000000000000ff"}],
          "stringTable":["","samples","count","cpu","nanoseconds","App.run"],"attributeTable":[{}],
          "stackTable":[{},{"locationIndices":[1]}]}}
        """;
    ReadProfile read = READER.read(json.getBytes(UTF_8));

    Profile profile = read.window().profiles().get(0);
    assertThat(read.format()).isEqualTo("OTLP JSON");
    assertThat(profile.resource().serviceName()).isEqualTo("demo");
    assertThat(profile.startUnixNanos()).isEqualTo(1_767_225_600_000_000_000L);
    assertThat(profile.samples().get(0).link().toString())
        .isEqualTo("0123456789abcdef0123456789abcdef/00000000000000ff");
    assertThat(FoldedLines.of(profile)).isEqualTo("App.run 3\n");
    String older = json.replace("\"samples\":[{", "\"sample\":[{").replace("\"lines\"", "\"line\"");
    assertThat(READER.read(older.getBytes(UTF_8)).window().sampleCount()).isEqualTo(1);
    String broken = json.replace("\"3\"", "\"x\"");
    assertThatThrownBy(() -> READER.read(broken.getBytes(UTF_8)))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("at byte \\d+: values is no whole number");
  }

  @Test
  void anything_mayBeGzipped() throws Exception {
    ReadProfile read = READER.read(gzip("a;b 3\n".getBytes(UTF_8)));

    assertThat(FoldedLines.of(read.window().profiles().get(0))).isEqualTo("a;b 3\n");
  }

  @Test
  void whatIsNoProfile_isRefusedInOneLine() {
    for (String text :
        new String[] {"<html>404</html>", "", "{\"a\":", "\u0000\u0001\u0002\u0003"}) {
      assertThatThrownBy(() -> READER.read(text.getBytes(UTF_8)))
          .isInstanceOf(InputException.class)
          .hasMessageNotContaining("\n");
    }
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }
}
