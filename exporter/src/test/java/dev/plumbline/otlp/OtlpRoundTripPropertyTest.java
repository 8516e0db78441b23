package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any window, encoded and read by the classes of the level, is the window again as the reference
 * says it, at every level and however small the requests; and conforms.
 */
class OtlpRoundTripPropertyTest {
  /** Generated names break item 46 on purpose, and generated units item 18. */
  private static final OtlpChecklist CHECKLIST = OtlpChecklist.byDefault().without(18, 46);

  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void window_decodedByItsLevel_isTheReferencesWindow(
      @ForAll("windows") ProfileWindow window, @ForAll OtlpLevel level) {
    EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(window);
    List<DecodedRequest> requests = Requests.decoded(Requests.classesOf(level), encoded);

    assertThat(ReferenceWindow.of(requests)).isEqualTo(ReferenceWindow.of(window));
    for (DecodedRequest request : requests) {
      assertThat(CHECKLIST.check(request)).isEmpty();
    }
    assertThat(accountedFor(encoded)).isEqualTo(window.samples());
  }

  @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
  void window_splitIntoSmallRequests_losesOnlyWhatItCounts(
      @ForAll("windows") ProfileWindow window) {
    int limit = 20_000;
    EncodedWindow whole = OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(window);
    EncodedWindow split =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(limit)
            .maxSamplesPerProfile(7)
            .build()
            .encode(window);
    List<DecodedRequest> parts = Requests.decoded(Requests.classesOf(OtlpLevel.V1_10), split);

    assertThat(split.requests())
        .allSatisfy(request -> assertThat(request.length()).isLessThanOrEqualTo(limit));
    for (DecodedRequest part : parts) {
      assertThat(CHECKLIST.check(part)).isEmpty();
      assertThat(part.profiles())
          .allSatisfy(profile -> assertThat(profile.samples()).hasSizeLessThanOrEqualTo(7));
    }
    assertThat(accountedFor(split)).isEqualTo(window.samples());
    if (split.dropped(DropReason.OVERSIZED) == 0) {
      Map<?, ?> expected =
          ReferenceWindow.of(Requests.decoded(Requests.classesOf(OtlpLevel.V1_10), whole));
      assertThat(ReferenceWindow.of(parts)).isEqualTo(expected);
    }
  }

  @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
  void window_encodedTwice_givesEqualBytes(
      @ForAll("windows") ProfileWindow window, @ForAll OtlpLevel level) {
    List<ExportRequest> once = OtlpEncoder.builder(level).build().encode(window).requests();
    List<ExportRequest> again = OtlpEncoder.builder(level).build().encode(window).requests();

    assertThat(again.stream().map(Requests::bytes).toList())
        .usingElementComparator(Arrays::compare)
        .isEqualTo(once.stream().map(Requests::bytes).toList());
  }

  @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
  void request_readAndWrittenByItsLevel_isTheSameBytes(
      @ForAll("windows") ProfileWindow window, @ForAll OtlpLevel level) {
    for (ExportRequest request : OtlpEncoder.builder(level).build().encode(window).requests()) {
      byte[] again = Requests.classesOf(level).decode(request.body()).reserialized();
      assertThat(again).isEqualTo(Requests.bytes(request));
    }
  }

  @Provide
  Arbitrary<ProfileWindow> windows() {
    return WindowArbitraries.windows();
  }

  private static SampleCounts accountedFor(EncodedWindow encoded) {
    SampleCounts.Builder counts = SampleCounts.builder();
    encoded.requests().forEach(request -> counts.add(request.samples()));
    encoded.dropped().values().forEach(counts::add);
    return counts.build();
  }
}
