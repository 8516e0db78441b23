package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 30 to 38 of §8 of the OTLP study. */
class SampleItemsTest {
  private static final StackTrace RUN = Windows.stack("com.example.App.run");
  private static final StackTrace WAIT = Windows.stack("com.example.App.wait");

  @Test
  void item30_everySampleHasOneValueAndNoTimestamp() {
    assertThat(Requests.one(Windows.full()).profiles())
        .flatExtracting(DecodedRequest.Profile::samples)
        .hasSize(10)
        .allSatisfy(
            sample -> {
              assertThat(sample.values()).hasSize(1);
              assertThat(sample.timestamps()).isEmpty();
            });
  }

  @Test
  void item31And33_noSampleHasTimestampsAtAnyLevel() {
    for (OtlpLevel level : OtlpLevel.values()) {
      EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(Windows.full());
      assertThat(Requests.decoded(Requests.classesOf(level), encoded).get(0).profiles())
          .flatExtracting(DecodedRequest.Profile::samples)
          .allSatisfy(sample -> assertThat(sample.timestamps()).isEmpty());
    }
  }

  @Test
  void item32_zeroAndNegativeValuesAreLeftOutAndCounted() {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.cpu(
                    Sample.of(RUN, 0),
                    Sample.of(RUN, -5),
                    Sample.of(RUN, Long.MIN_VALUE),
                    Sample.of(RUN, 3),
                    Sample.of(WAIT, 4)));

    assertThat(encoded.dropped(DropReason.ZERO_VALUE)).isEqualTo(1);
    assertThat(encoded.dropped(DropReason.NEGATIVE_VALUE)).isEqualTo(2);
    assertThat(encoded.droppedSamples()).isEqualTo(3);
    assertThat(encoded.sampleCount()).isEqualTo(2);
    assertThat(encoded.requests().get(0).samples().total()).isEqualTo(2);
  }

  @Test
  void item32_pprofAligned_profilesOfAScopeListTheSameSamplesInOneOrder() {
    DecodedRequest request =
        Requests.one(
            OtlpEncoder.builder(OtlpLevel.V1_10).alignment(SampleAlignment.PPROF_ALIGNED),
            Windows.window(
                Windows.profile(
                    Windows.DEMO, Windows.ALLOC_OBJECTS, Sample.of(RUN, 2), Sample.of(WAIT, 0)),
                Windows.profile(
                    Windows.DEMO,
                    Windows.ALLOC_SPACE,
                    Sample.of(Windows.stack("com.example.Other.run"), 9),
                    Sample.of(WAIT, -4))));

    assertThat(request.profiles())
        .extracting(
            profile -> profile.samples().stream().map(DecodedRequest.Sample::stack).toList())
        .containsExactly(List.of(1, 2, 3), List.of(1, 2, 3));
    assertThat(request.profiles())
        .extracting(
            profile -> profile.samples().stream().map(sample -> sample.values().get(0)).toList())
        .containsExactly(List.of(2L, 0L, 0L), List.of(0L, -4L, 9L));
    assertThat(OtlpChecklist.byDefault().with(OtlpChecklist.Option.PPROF_ALIGNED).check(request))
        .isEmpty();
  }

  @Test
  void item34_samplesThatAreEqualOnTheWireAreAdded_andBothAreAccountedFor() {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.cpu(
                    Windows.with(RUN, 1, Attribute.of("empty", "")),
                    Sample.of(RUN, 2),
                    Windows.with(RUN, 4, Attribute.of("thread.name", "t"))));
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Windows.with(RUN, 1, Attribute.of("empty", "")),
                Sample.of(RUN, 2),
                Windows.with(RUN, 4, Attribute.of("thread.name", "t"))));

    assertThat(request.rows()).extracting(DecodedRequest.Row::value).containsExactly(3L, 4L);
    assertThat(encoded.sampleCount()).isEqualTo(3);
    assertThat(encoded.droppedSamples()).isZero();
  }

  @Test
  void item35_aSampleWithoutFramesHasOneThatSaysSo() {
    DecodedRequest request = Requests.one(Windows.cpu(Sample.of(StackTrace.EMPTY, 3)));

    assertThat(request.rows().get(0).stack())
        .extracting(DecodedRequest.RowFrame::function)
        .containsExactly("[no stack]");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item36_attributesOfASampleAreDistinctTypedAndAtMost100() {
    List<Attribute> many = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      many.add(Attribute.of("a" + i, i));
    }
    many.add(Attribute.of("thread.id", 17));
    many.add(Attribute.of("thread.name", "worker"));
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Windows.with(RUN, 1, many.toArray(new Attribute[0])),
                Windows.with(
                    WAIT,
                    1,
                    Attribute.of("thread.id", 17),
                    Attribute.of("thread.name", "worker"),
                    Attribute.of("user.id", "dotted"),
                    Attribute.of("user_id", "other"))));

    assertThat(request.rows().get(0).attributes()).hasSize(100);
    assertThat(request.rows().get(1).attributes())
        .hasSize(3)
        .containsEntry("thread.id", 17L)
        .containsEntry("thread.name", "worker")
        .containsEntry("user.id", "dotted");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item37_linksAreSixteenAndEightBytesBigEndian() {
    Link link = Link.of(0x0102030405060708L, 0x090a0b0c0d0e0f10L, 0x1112131415161718L);
    Link small = Link.of(0, 1, 1);
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Sample.of(RUN, Attributes.EMPTY, link, 1),
                Sample.of(RUN, Attributes.EMPTY, small, 1),
                Sample.of(RUN, Attributes.EMPTY, Link.of(0, 1, 1), 1),
                Sample.of(RUN, 1)));

    assertThat(request.dictionary().links())
        .containsExactly(
            new DecodedRequest.Link("", ""),
            new DecodedRequest.Link("0102030405060708090a0b0c0d0e0f10", "1112131415161718"),
            new DecodedRequest.Link("0".repeat(31) + "1", "0".repeat(15) + "1"));
    assertThat(request.profiles().get(0).samples())
        .extracting(DecodedRequest.Sample::link)
        .containsExactly(1, 2, 0);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item38_totalsAreThoseOfTheWindow() {
    DecodedRequest request = Requests.one(Windows.full());

    assertThat(request.profiles())
        .extracting(DecodedRequest.Profile::total)
        .containsExactly(15L, 4_096 + (1L << 40), 10L, 4_096 + (1L << 40));
  }

  @Test
  void item38_aSampleWithWhichTheTotalTimesThePeriodOverflows_isLeftOut() {
    long most = Long.MAX_VALUE / 10_000_000;
    EncodedWindow cpu =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.cpu(
                    Sample.of(RUN, most + 1),
                    Sample.of(RUN, most - 1),
                    Sample.of(WAIT, 2),
                    Sample.of(WAIT, 1)));
    ProfileType bytes = ProfileType.builder("alloc_space", "bytes").period(1_000).build();
    EncodedWindow unscaled =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.window(
                    Windows.profile(Windows.DEMO, bytes, Sample.of(RUN, Long.MAX_VALUE))));

    assertThat(cpu.dropped(DropReason.VALUE_OVERFLOW)).isEqualTo(2);
    assertThat(cpu.sampleCount()).isEqualTo(2);
    assertThat(unscaled.droppedSamples()).isZero();
  }
}
