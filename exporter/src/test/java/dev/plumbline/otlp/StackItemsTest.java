package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 39 to 46 of §8 of the OTLP study. */
class StackItemsTest {
  @Test
  void item39_leafFirst() {
    DecodedRequest request =
        Requests.one(Windows.cpu(Sample.of(Windows.stack("leaf", "middle", "root"), 1)));

    assertThat(functions(request)).containsExactly("leaf", "middle", "root");
    assertThat(request.dictionary().stacks().get(1)).containsExactly(1, 2, 3);
  }

  @Test
  void item39_deeperThan1000_keepsTheLeafAndMarksTheRoot() {
    DecodedRequest whole = Requests.one(Windows.cpu(Sample.of(recursion(1_000), 1)));
    DecodedRequest cut = Requests.one(Windows.cpu(Sample.of(recursion(1_001), 1)));

    assertThat(functions(whole)).hasSize(1_000).doesNotContain("[truncated]");
    assertThat(functions(cut))
        .hasSize(1_000)
        .startsWith("f0", "f1")
        .endsWith("f998", "[truncated]");
    assertThat(OtlpChecklist.byDefault().check(cut)).isEmpty();
  }

  @Test
  void item39_cutStacksAreCounted() {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.cpu(
                    Sample.of(recursion(1_000), 1),
                    Sample.of(recursion(1_001), 1),
                    Sample.of(recursion(2_000), 1)));

    assertThat(encoded.truncatedStacks()).isEqualTo(2);
  }

  @Test
  void item39_theCutNeverGoesThroughALocation() {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 997; i++) {
      frames.add(Windows.java("f" + i));
    }
    frames.add(Windows.inlined("inner", 0x10));
    frames.add(Windows.inlined("middle", 0x10));
    frames.add(Windows.libc("outer", 0x10));
    frames.add(Windows.java("root"));
    DecodedRequest request = Requests.one(Windows.cpu(Sample.of(StackTrace.of(frames), 1)));

    assertThat(functions(request)).hasSize(998).endsWith("f996", "[truncated]");
  }

  @Test
  void item40_aLocationHasALineOrAPlace() {
    Frame unresolved =
        Frame.builder(FrameType.NATIVE)
            .mapping(Windows.LIBC)
            .address(Windows.LIBC.start() + 8)
            .build();
    Frame namelessJava =
        Frame.builder(FrameType.JVM)
            .mapping(Windows.LIBC)
            .address(Windows.LIBC.start() + 8)
            .build();
    DecodedRequest request =
        Requests.one(Windows.cpu(Sample.of(StackTrace.of(unresolved, namelessJava), 1)));

    assertThat(request.dictionary().locations().get(1).lines()).isEmpty();
    assertThat(request.dictionary().locations().get(1).address())
        .isEqualTo(Windows.LIBC.start() + 8);
    assertThat(functions(request)).containsExactly("", "[unknown]");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item41_inlinedFramesShareTheLocationOfTheirCaller_theOuterOneLast() {
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(
                    StackTrace.of(
                        Windows.inlined("innermost", 0x10),
                        Windows.inlined("middle", 0x10),
                        Windows.libc("outer", 0x10),
                        Windows.libc("caller", 0x20)),
                    1)));

    assertThat(request.dictionary().stacks().get(1)).hasSize(2);
    assertThat(request.dictionary().locations().get(1).lines()).hasSize(3);
    assertThat(request.dictionary().locations().get(2).lines()).hasSize(1);
    assertThat(functions(request)).containsExactly("innermost", "middle", "outer", "caller");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item41_framesOfAnotherAddressTypeOrWithoutOne_haveALocationEach() {
    Frame other = Windows.inlined("other address", 0x18);
    Frame addressless =
        Frame.builder(FrameType.NATIVE).functionName("no address").inlined(true).build();
    Frame kernel =
        Frame.builder(FrameType.KERNEL)
            .functionName("kernel")
            .mapping(Windows.LIBC)
            .address(Windows.LIBC.start() + 0x10)
            .inlined(true)
            .build();
    Frame java =
        Frame.builder(FrameType.JVM).functionName("a.B.c").address(7).inlined(true).build();
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(
                    StackTrace.of(
                        other,
                        Windows.libc("a", 0x10),
                        addressless,
                        Frame.named("b", FrameType.NATIVE),
                        kernel,
                        Windows.libc("a", 0x10),
                        java,
                        Windows.java("a.B.main")),
                    1)));

    assertThat(request.dictionary().stacks().get(1)).hasSize(8);
    assertThat(request.dictionary().locations().subList(1, 8))
        .allSatisfy(location -> assertThat(location.lines()).hasSize(1));
  }

  @Test
  void item42_functionsHaveNameAndSystemName() {
    Frame mangled =
        Frame.builder(FrameType.NATIVE)
            .functionName("std::sort(int*)")
            .systemName("_ZSt4sortPi")
            .fileName("sort.cc")
            .line(12)
            .build();
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(StackTrace.of(mangled, Frame.named("plain", FrameType.NATIVE)), 1)));
    List<DecodedRequest.RowFrame> frames = request.rows().get(0).stack();

    assertThat(frames.get(0).systemName()).isEqualTo("_ZSt4sortPi");
    assertThat(frames.get(0).file()).isEqualTo("sort.cc");
    assertThat(frames.get(0).line()).isEqualTo(12);
    assertThat(frames.get(1).systemName()).isEqualTo("plain");
    assertThat(frames.get(1).file()).isEmpty();
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item43_javaFramesHaveNoPlace_nativeOnesKeepTheirs() {
    Frame compiled =
        Frame.builder(FrameType.JVM)
            .functionName("a.B.c")
            .mapping(Windows.LIBC)
            .address(0x1234)
            .build();
    DecodedRequest request =
        Requests.one(
            Windows.cpu(Sample.of(StackTrace.of(compiled, Windows.libc("read", 0x40)), 1)));
    List<DecodedRequest.RowFrame> frames = request.rows().get(0).stack();

    assertThat(frames.get(0).mapping()).isEmpty();
    assertThat(frames.get(0).address()).isZero();
    assertThat(frames.get(0).type()).isEqualTo("jvm");
    assertThat(frames.get(1).mapping()).isEqualTo("/usr/lib/libc.so.6");
    assertThat(frames.get(1).address()).isEqualTo(Windows.LIBC.start() + 0x40);
    assertThat(frames.get(1).type()).isEqualTo("native");
  }

  @Test
  void item44_everyLocationHasItsFrameType_alsoAWordOfItsOwn() {
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(
                    StackTrace.of(
                        Frame.named("k", FrameType.KERNEL),
                        Frame.named("x", FrameType.of("abort-marker")),
                        Frame.named("y", FrameType.of("")),
                        Windows.java("a.B.c")),
                    1)));

    assertThat(request.rows().get(0).stack())
        .extracting(DecodedRequest.RowFrame::type)
        .containsExactly("kernel", "abort-marker", "unknown", "jvm");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item45_mappingsCarryRangeFileAndBuildId() {
    Mapping go = Mapping.ofFile("/app", BuildId.of(BuildId.Scheme.GO, "aBc/dEf"));
    Mapping upper = Mapping.ofFile("/lib/upper.so", BuildId.of(BuildId.Scheme.HTLHASH, "00FFEE"));
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(
                    StackTrace.of(Windows.libc("read", 1), in(go, "main.main"), in(upper, "f")),
                    1)));
    DecodedRequest.Dictionary dictionary = request.dictionary();

    assertThat(dictionary.mappings()).hasSize(4);
    assertThat(dictionary.mappings().get(1).start()).isEqualTo(0x7f00_0000_0000L);
    assertThat(dictionary.mappings().get(1).limit()).isEqualTo(0x7f00_0020_0000L);
    assertThat(dictionary.mappings().get(1).fileOffset()).isEqualTo(0x1000);
    assertThat(request.attributes(dictionary.mappings().get(1).attributes()))
        .containsEntry(
            "process.executable.build_id.gnu", "9fdb74e7b217d06c93172a8243f8547f947ee6d1");
    assertThat(request.attributes(dictionary.mappings().get(2).attributes()))
        .containsEntry("process.executable.build_id.go", "aBc/dEf");
    assertThat(request.attributes(dictionary.mappings().get(3).attributes()))
        .containsEntry("process.executable.build_id.htlhash", "00ffee");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item45_aMappingWithoutBuildIdStays_sinceAMadeUpOneWouldLie() {
    DecodedRequest request =
        Requests.one(Windows.cpu(Sample.of(StackTrace.of(in(Mapping.ofFile("/x", null), "f")), 1)));

    assertThat(OtlpChecklist.byDefault().check(request))
        .extracting(OtlpChecklist.Violation::item)
        .containsExactly(45);
    assertThat(request.rows().get(0).stack().get(0).mapping()).isEqualTo("/x");
  }

  @Test
  void item46_namesAreWrittenAsTheyCome_andTheChecklistKnowsTheUnstableOnes() {
    DecodedRequest stable =
        Requests.one(Windows.cpu(Sample.of(Windows.stack("com.example.App$Inner.run"), 1)));
    assertThat(OtlpChecklist.byDefault().check(stable)).isEmpty();
    assertThat(functions(stable)).containsExactly("com.example.App$Inner.run");

    for (String unstable :
        List.of(
            "com/example/App.run",
            "com.example.App$$Lambda$14.run",
            "com.example.App$$Lambda.0x00007f8a1c000a00.run")) {
      DecodedRequest request = Requests.one(Windows.cpu(Sample.of(Windows.stack(unstable), 1)));
      assertThat(OtlpChecklist.byDefault().check(request))
          .extracting(OtlpChecklist.Violation::item)
          .as(unstable)
          .containsExactly(46);
    }
  }

  private static Frame in(Mapping mapping, String function) {
    return Frame.builder(FrameType.NATIVE)
        .functionName(function)
        .mapping(mapping)
        .address(0x4000)
        .build();
  }

  private static StackTrace recursion(int depth) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      frames.add(Windows.java("f" + i));
    }
    return StackTrace.of(frames);
  }

  private static List<String> functions(DecodedRequest request) {
    return request.rows().get(0).stack().stream().map(DecodedRequest.RowFrame::function).toList();
  }
}
