package dev.plumbline.listen.guard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IngestionKeysTest {
  private List<String> keys = List.of("one", "two");
  private boolean isComplete = true;
  private final IngestionKeys guard =
      new IngestionKeys(() -> new IngestionKeys.Valid(keys, isComplete));

  /** 0 lets it pass. */
  private int status(String header, String value) {
    try {
      guard.check(new Request("POST", "/", Map.of(), Map.of(header, value), "", new byte[0]));
      return 0;
    } catch (RefusedException e) {
      assertThat(e.text()).doesNotContain(value);
      return e.status();
    }
  }

  private static String basic(String text) {
    return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void key_isTakenInEachOfItsPlaces() {
    assertThat(status("authorization", "one")).isZero();
    assertThat(status("authorization", "Bearer two")).isZero();
    assertThat(status("authorization", basic("groundcover:one"))).isZero();
    assertThat(status("apikey", "two")).isZero();
    assertThat(status("token", "one")).isZero();
  }

  @Test
  void noKeyAndUnknownOnes_are401() {
    assertThat(status("x-other", "one")).isEqualTo(401);
    assertThat(status("apikey", "three")).isEqualTo(401);
    assertThat(status("authorization", basic("somebody:one"))).isEqualTo(401);
    assertThat(status("authorization", "Basic !!!")).isEqualTo(401);
  }

  @Test
  void revokedKey_is403_andANewOneCountsAtOnce() {
    keys = List.of("two", "three");
    assertThat(status("apikey", "one")).isEqualTo(403);
    assertThat(status("apikey", "three")).isZero();
  }

  /** Who may have a valid key is not told that it has none: it would throw its profiles away. */
  @Test
  void keysThatCannotBeRead_are503_butForThoseThatCan() {
    isComplete = false;
    keys = List.of("two");
    assertThat(status("apikey", "two")).isZero();
    assertThat(status("apikey", "one")).isEqualTo(503);
    assertThat(status("apikey", "three")).isEqualTo(503);
    assertThat(status("x-other", "three")).isEqualTo(401);
  }
}
