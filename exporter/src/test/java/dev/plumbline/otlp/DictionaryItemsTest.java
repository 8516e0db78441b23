package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Items 1 to 9 of §8 of the OTLP study. */
class DictionaryItemsTest {
  private static final StackTrace RUN = Windows.stack("com.example.App.run");

  @Test
  void item01_allSevenTablesHaveAnEntry_evenIfNothingUsesThem() {
    DecodedRequest.Dictionary dictionary =
        Requests.one(Windows.cpu(Sample.of(RUN, 1))).dictionary();

    assertThat(dictionary.mappings()).hasSize(1);
    assertThat(dictionary.links()).hasSize(1);
    assertThat(dictionary.locations()).hasSize(2);
    assertThat(dictionary.functions()).hasSize(2);
    assertThat(dictionary.attributes()).hasSize(2);
    assertThat(dictionary.stacks()).hasSize(2);
    assertThat(dictionary.strings()).hasSize(8);
  }

  @Test
  void item02_entryZeroOfEachTableIsTheZeroValue() {
    DecodedRequest.Dictionary dictionary = Requests.one(Windows.full()).dictionary();

    assertThat(dictionary.strings().get(0)).isEmpty();
    assertThat(dictionary.mappings().get(0))
        .isEqualTo(new DecodedRequest.Mapping(0, 0, 0, 0, List.of()));
    assertThat(dictionary.locations().get(0))
        .isEqualTo(new DecodedRequest.Location(0, 0, List.of(), List.of()));
    assertThat(dictionary.functions().get(0)).isEqualTo(new DecodedRequest.Function(0, 0, 0, 0));
    assertThat(dictionary.attributes().get(0)).isEqualTo(new DecodedRequest.Attribute(0, null, 0));
    assertThat(dictionary.stacks().get(0)).isEmpty();
  }

  @Test
  void item03_linkZeroIsEmptyByDefault_zeroFilledWithTheSwitch() {
    OtlpEncoder.Builder filled =
        OtlpEncoder.builder(OtlpLevel.V1_10).linkZero(LinkZero.ZERO_FILLED);

    assertThat(Requests.one(Windows.full()).dictionary().links().get(0))
        .isEqualTo(new DecodedRequest.Link("", ""));
    assertThat(Requests.one(filled, Windows.full()).dictionary().links().get(0))
        .isEqualTo(new DecodedRequest.Link("0".repeat(32), "0".repeat(16)));
    assertThat(
            OtlpChecklist.byDefault()
                .with(OtlpChecklist.Option.ZERO_FILLED_LINK)
                .check(Requests.one(filled, Windows.full())))
        .isEmpty();
  }

  @Test
  void item04_equalEntriesFromDifferentObjects_standOnce() {
    // All of these differ as objects or in what is not written, and are equal on the wire.
    Frame lone = Windows.java("a\uD800");
    Frame replaced = Windows.java("a\uFFFD");
    Frame flagged =
        Frame.builder(FrameType.JVM)
            .functionName("a\uFFFD")
            .fileName("App.java")
            .line(42)
            .inlined(true)
            .address(77)
            .mapping(Windows.LIBC)
            .build();
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(StackTrace.of(lone), 1),
                Sample.of(StackTrace.of(replaced), 2),
                Sample.of(StackTrace.of(flagged), 4)));

    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
    assertThat(request.dictionary().stacks()).hasSize(2);
    assertThat(request.rows()).hasSize(1);
    assertThat(request.rows().get(0).value()).isEqualTo(7);
  }

  @Test
  void item05_noOrphans_alsoWhenSamplesAreLeftOut() {
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Windows.with(Windows.stack("gone.Zero"), 0, Attribute.of("k1", "gone")),
                Windows.with(Windows.stack("gone.Negative"), -1, Attribute.of("k2", "gone")),
                Sample.of(Windows.stack("gone.Link"), Attributes.EMPTY, Link.of(9, 9, 9), 0),
                Sample.of(RUN, 1)));

    assertThat(request.dictionary().strings()).doesNotContain("gone.Zero", "gone.Negative", "k1");
    assertThat(request.dictionary().links()).hasSize(1);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item06_stringsAreValidAndBounded() {
    String wide = "\uD83D\uDE00".repeat(20_000);
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(Windows.stack("x\uDC00y", "\uD800", wide, "n".repeat(70_000)), 1)));

    List<String> functions =
        request.rows().get(0).stack().stream().map(DecodedRequest.RowFrame::function).toList();
    assertThat(functions.subList(0, 2)).containsExactly("x\uFFFDy", "\uFFFD");
    // 65,535 bytes hold 16,383 characters of four bytes and no part of another.
    assertThat(functions.get(2)).isEqualTo("\uD83D\uDE00".repeat(16_383));
    assertThat(functions.get(3)).isEqualTo("n".repeat(65_535));
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item07_everyIndexIsInsideItsTable() {
    assertThat(OtlpChecklist.byDefault().check(Requests.one(Windows.full()))).isEmpty();
  }

  @Test
  void item08_eachPartOfASplitWindowHasItsOwnMinimalDictionary() {
    List<DecodedRequest> parts =
        Requests.all(
            OtlpEncoder.builder(OtlpLevel.V1_10).maxRequestBytes(6_000),
            Windows.window(
                Windows.profile(Windows.DEMO, Windows.CPU, Windows.manyStacks(300, 20))));

    assertThat(parts).hasSizeGreaterThan(3);
    assertThat(OtlpChecklist.byDefault().checkParts(parts)).isEmpty();
    Set<String> roots = new HashSet<>();
    for (DecodedRequest part : parts) {
      assertThat(part.bytes()).isLessThanOrEqualTo(6_000);
      part.dictionary().strings().stream()
          .filter(string -> string.startsWith("com.example.Root."))
          .forEach(root -> assertThat(roots.add(root)).as(root).isTrue());
    }
    assertThat(roots).hasSize(300);
  }

  @Test
  void item09_aStackOfSeveralProfilesIsStoredOnce() {
    StackTrace again = Windows.stack("com.example.App.run");
    DecodedRequest request =
        Requests.one(
            Windows.window(
                Windows.profile(Windows.DEMO, Windows.ALLOC_OBJECTS, Sample.of(RUN, 3)),
                Windows.profile(Windows.DEMO, Windows.ALLOC_SPACE, Sample.of(again, 300))));

    assertThat(request.profiles()).hasSize(2);
    assertThat(request.dictionary().stacks()).hasSize(2);
    assertThat(request.profiles().get(0).samples().get(0).stack()).isEqualTo(1);
    assertThat(request.profiles().get(1).samples().get(0).stack()).isEqualTo(1);
  }
}
