package dev.plumbline.it.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.plumbline.format.OtlpJson;
import dev.plumbline.otlp.oracle.LevelClasses;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** OTLP's JSON is the message that the generated classes know, whatever form a sender chooses. */
class OtlpJsonIT {
  private static final int REQUESTS = 400;

  /** Levels 1.10 and 1.11 have one numbering, which is what JSON is read to. */
  @ParameterizedTest
  @EnumSource(
      value = LevelClasses.class,
      names = {"V1_10", "V1_11"})
  void json_isTheMessage(LevelClasses level) throws Exception {
    for (long seed = 0; seed < REQUESTS; seed++) {
      JsonRequest requests = new JsonRequest(seed);
      Message empty = level.parseRequest(new byte[0]);
      Message request = requests.fill(empty.newBuilderForType(), 0);
      String json = requests.json(request);

      byte[] protobuf = OtlpJson.toProtobuf(json.getBytes(UTF_8));

      assertThat(level.parseRequest(protobuf)).as("seed " + seed).isEqualTo(request);
    }
  }
}
