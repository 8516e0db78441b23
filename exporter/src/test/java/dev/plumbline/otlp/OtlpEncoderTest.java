package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtlpEncoderTest {
  /** The smallest useful request, made with generated classes (§1.10 of the OTLP study). */
  private static final String VECTOR =
      "0a500a180a160a0c736572766963652e6e616d6512060a0464656d6f12340a090a0464656d6f12013112270a04"
          + "0801100212050801220103190000faed517286182080c8afa0252a04080310043080ade2041286010a001200"
          + "12091a040801102a2201011a001a0608051005180622002a002a0773616d706c65732a05636f756e742a0363"
          + "70752a0b6e616e6f7365636f6e64732a13636f6d2e6578616d706c652e4170702e72756e2a084170702e6a61"
          + "76612a1270726f66696c652e6672616d652e7479706532003209080712050a036a766d3a003a030a0101";

  @Test
  void encode_smallestUsefulRequest_isTheVectorByteForByte() {
    assertThat(hex(encode(OtlpLevel.V1_10))).isEqualTo(VECTOR);
  }

  @Test
  void encode_smallestUsefulRequestBelow110_differsOnlyInTheFieldOfTheValues() {
    String below = VECTOR.replace("0801220103", "0801120103");
    assertThat(hex(encode(OtlpLevel.V1_9))).isEqualTo(below);
    assertThat(hex(encode(OtlpLevel.V1_8))).isEqualTo(below);
  }

  @Test
  void encode_emptyWindow_givesNoRequest() {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(ProfileWindow.EMPTY);

    assertThat(encoded.requests()).isEmpty();
    assertThat(encoded.dropped()).isEmpty();
  }

  @Test
  void encode_sampleLargerThanARequest_isDroppedAndCounted_theRestIsSent() {
    Sample large = Sample.of(Windows.stack("n".repeat(5_000)), 1);
    Sample small = Sample.of(Windows.stack("com.example.App.run"), 2);
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(4_000)
            .build()
            .encode(Windows.cpu(small, large, large, small));

    assertThat(encoded.dropped(DropReason.OVERSIZED)).isEqualTo(2);
    assertThat(encoded.requests()).hasSize(1);
    assertThat(encoded.sampleCount()).isEqualTo(2);
  }

  @Test
  void encode_profilesOfOneStack_stayInOneRequest() {
    List<Sample> samples = Windows.manyStacks(200, 10);
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(5_000)
            .build()
            .encode(
                Windows.window(
                    Windows.profile(Windows.DEMO, Windows.ALLOC_OBJECTS, samples),
                    Windows.profile(Windows.DEMO, Windows.ALLOC_SPACE, samples)));

    assertThat(encoded.requests()).hasSizeGreaterThan(2);
    assertThat(encoded.requests())
        .allSatisfy(
            request -> {
              assertThat(request.length()).isLessThanOrEqualTo(5_000);
              assertThat(request.profileCount()).isEqualTo(2);
              assertThat(request.samples().total() % 2).isZero();
            });
    assertThat(encoded.sampleCount()).isEqualTo(400);
  }

  @Test
  void encode_oneStackTooLargeForARequest_isSplitBySample() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Attribute thread = Attribute.of("thread.name", "worker-" + i);
      samples.add(Windows.with(Windows.stack("com.example.App.run"), 1, thread));
    }
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(4_000)
            .build()
            .encode(Windows.window(Windows.profile(Windows.DEMO, Windows.CPU, samples)));

    assertThat(encoded.requests()).hasSizeGreaterThan(3);
    assertThat(encoded.sampleCount()).isEqualTo(500);
    assertThat(encoded.droppedSamples()).isZero();
  }

  @Test
  void encode_leftOutAttributes_areCounted() {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .build()
            .encode(
                Windows.window(
                    Windows.profile(
                        Windows.resource("demo", Attribute.of("empty", "")),
                        Windows.CPU,
                        Windows.with(
                            Windows.stack("a.B.c"), 1, Attribute.of("service.name", "other")))));

    assertThat(encoded.droppedAttributes()).isEqualTo(2);
  }

  @Test
  void build_limitOutOfRange_saysWhichAndWhat() {
    OtlpEncoder.Builder tooSmall = OtlpEncoder.builder(OtlpLevel.V1_10).maxRequestBytes(100);
    OtlpEncoder.Builder none = OtlpEncoder.builder(OtlpLevel.V1_10).maxAttributes(0);

    assertThatThrownBy(tooSmall::build)
        .hasMessage("maxRequestBytes is 100, expected 1024 to 1073741824");
    assertThatThrownBy(none::build).hasMessage("maxAttributes is 0, expected 1 to 2147483647");
  }

  private static ExportRequest encode(OtlpLevel level) {
    EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(smallest());
    assertThat(encoded.requests()).hasSize(1);
    return encoded.requests().get(0);
  }

  private static ProfileWindow smallest() {
    Frame run =
        Frame.builder(FrameType.JVM)
            .functionName("com.example.App.run")
            .fileName("App.java")
            .line(42)
            .build();
    Profile cpu =
        Profile.builder(
                Resource.of(Attributes.of(Attribute.of("service.name", "demo"))),
                Scope.of("demo", "1"),
                ProfileType.builder("samples", "count")
                    .periodType("cpu", "nanoseconds")
                    .period(10_000_000)
                    .build())
            .interval(1_767_225_600_000_000_000L, 10_000_000_000L)
            .samples(List.of(Sample.of(StackTrace.of(run), 3)))
            .build();
    return ProfileWindow.of(List.of(cpu));
  }

  private static String hex(ExportRequest request) {
    StringBuilder text = new StringBuilder();
    ByteBuffer body = request.body();
    while (body.hasRemaining()) {
      text.append(String.format("%02x", body.get()));
    }
    return text.toString();
  }
}
