package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.wire.InputException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any window, encoded at any level, decoded and made a window again, says the same. */
class DecodedWindowPropertyTest {
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void window_encodedAndDecoded_saysTheSame(
      @ForAll("windows") ProfileWindow window, @ForAll OtlpLevel level) throws InputException {
    EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(window);
    List<Profile> profiles = new ArrayList<>();
    for (ExportRequest sent : encoded.requests()) {
      OtlpRequest request =
          OtlpDecoder.of(received(level), OtlpLimits.DEFAULT).decode(Requests.bytes(sent));
      assertThat(request.unknownFields()).isZero();
      assertThat(request.inconsistentSamples()).isZero();
      ConvertedWindow converted = OtlpToWindow.convert(request, Windows.START);
      assertThat(converted.rejectedSamples()).isZero();
      assertThat(converted.untimedProfiles()).isZero();
      profiles.addAll(converted.window().profiles());
    }

    assertThat(ReferenceWindow.of(ProfileWindow.of(profiles)))
        .isEqualTo(ReferenceWindow.of(Requests.decoded(Requests.classesOf(level), encoded)));
  }

  private static ReceivedLevel received(OtlpLevel level) {
    return ReceivedLevel.valueOf(level.name());
  }

  @Provide
  Arbitrary<ProfileWindow> windows() {
    return WindowArbitraries.windows();
  }
}
