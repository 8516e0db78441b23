package dev.plumbline.it.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.plumbline.format.OtlpJson;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.otlp.oracle.LevelClasses;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** OTLP's JSON is the message that the generated classes know, whatever form a sender chooses. */
class OtlpJsonIT {
  private static final int REQUESTS = 400;
  private static final Map<LevelClasses, ReceivedLevel> LEVELS =
      Map.of(
          LevelClasses.V1_7, ReceivedLevel.V1_7,
          LevelClasses.V1_8, ReceivedLevel.V1_8,
          LevelClasses.V1_10, ReceivedLevel.V1_10,
          LevelClasses.V1_11, ReceivedLevel.V1_10);

  /**
   * Level 1.9 is not among them: it names its fields as 1.10 does, and its JSON is read as that.
   * 1.8 gives itself away by its comments, 1.7 by nearly everything.
   */
  @ParameterizedTest
  @EnumSource(
      value = LevelClasses.class,
      names = {"V1_7", "V1_8", "V1_10", "V1_11"})
  void json_isTheMessage(LevelClasses level) throws Exception {
    int ofThisLevel = 0;
    for (long seed = 0; seed < REQUESTS; seed++) {
      JsonRequest requests = new JsonRequest(seed);
      Message empty = level.parseRequest(new byte[0]);
      Message request = requests.fill(empty.newBuilderForType(), 0);
      String json = requests.json(request);

      OtlpJson read = OtlpJson.read(json.getBytes(UTF_8));

      if (read.level() == LEVELS.get(level)) {
        ofThisLevel++;
        assertThat(level.parseRequest(read.protobuf())).as("seed " + seed).isEqualTo(request);
      } else {
        assertThat(json).as("seed " + seed).doesNotContain("comment");
      }
    }
    assertThat(ofThisLevel).isGreaterThan(REQUESTS / 4);
  }
}
