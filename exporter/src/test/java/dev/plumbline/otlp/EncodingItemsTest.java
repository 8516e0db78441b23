package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Items 47 to 49 of §8 of the OTLP study; 48 is also {@link GoldenRequestsTest}. */
class EncodingItemsTest {
  @ParameterizedTest
  @EnumSource(OtlpLevel.class)
  void item47_theClassesOfTheLevelKnowEveryFieldAndWriteTheSameBytes(OtlpLevel level) {
    ExportRequest request =
        OtlpEncoder.builder(level).build().encode(Windows.full()).requests().get(0);
    DecodedRequest decoded = Requests.classesOf(level).decode(request.body());

    assertThat(decoded.unknownFields()).isEmpty();
    assertThat(decoded.reserialized()).isEqualTo(Requests.bytes(request));
    assertThat(OtlpChecklist.byDefault().check(decoded)).isEmpty();
  }

  @Test
  void item48_aRequestOf110MeansTheSameToTheClassesOf111() {
    ExportRequest request =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(Windows.full()).requests().get(0);
    DecodedRequest by110 = LevelClasses.V1_10.decode(request.body());
    DecodedRequest by111 = LevelClasses.V1_11.decode(request.body());

    assertThat(by111.resources()).isEqualTo(by110.resources());
    assertThat(by111.dictionary()).isEqualTo(by110.dictionary());
    assertThat(by111.unknownFields()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(OtlpLevel.class)
  void item49_equalWindowsGiveEqualBytes_alsoFromOneEncoder(OtlpLevel level) {
    OtlpEncoder encoder = OtlpEncoder.builder(level).build();
    List<ExportRequest> first = encoder.encode(Windows.full()).requests();
    encoder.encode(Windows.cpu(Windows.manyStacks(5, 3).get(0)));
    List<ExportRequest> again = encoder.encode(Windows.full()).requests();
    List<ExportRequest> other =
        OtlpEncoder.builder(level).build().encode(Windows.full()).requests();

    assertThat(Requests.bytes(again.get(0))).isEqualTo(Requests.bytes(first.get(0)));
    assertThat(Requests.bytes(other.get(0))).isEqualTo(Requests.bytes(first.get(0)));
  }
}
