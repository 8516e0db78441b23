package dev.plumbline.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentCodingTest {
  private static final int LIMIT = 8 << 20;

  @ParameterizedTest
  @EnumSource
  void whatWasCompressed_comesBack(ContentCoding coding) throws Exception {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    assertThat(coding.inflate(CompressedBodies.of(coding, bytes), LIMIT)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZLIB", "ZSTD", "LZ4"}) // snappy does not reach the ratio
  void bomb_isRefusedByItsRatio(ContentCoding coding) throws Exception {
    byte[] bomb = CompressedBodies.of(coding, new byte[LIMIT]);
    RefusedException refused =
        catchThrowableOfType(RefusedException.class, () -> coding.inflate(bomb, LIMIT));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.reason()).isEqualTo("inflated_ratio");
  }

  @ParameterizedTest
  @EnumSource
  void moreThanTheLimit_isRefused(ContentCoding coding) throws Exception {
    byte[] bytes = new byte[200_000];
    new Random(1).nextBytes(bytes);
    byte[] compressed = CompressedBodies.of(coding, bytes);
    RefusedException refused =
        catchThrowableOfType(
            RefusedException.class, () -> coding.inflate(compressed, bytes.length - 1));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.reason()).isEqualTo("inflated_size");
    assertThat(coding.inflate(compressed, bytes.length)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "IDENTITY")
  void brokenOrCutBytes_are400(ContentCoding coding) throws Exception {
    byte[] whole = CompressedBodies.of(coding, new byte[10_000]);
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    byte[] other = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    for (byte[] bytes : List.of(cut, other)) {
      RefusedException refused =
          catchThrowableOfType(RefusedException.class, () -> coding.inflate(bytes, LIMIT));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text())
          .containsIgnoringCase(coding.name().split("_")[0])
          .doesNotContain("Exception", "_", "null");
    }
  }

  /** Nothing behind the length is a block, so nobody can have tried to make room for one. */
  @ParameterizedTest
  @ValueSource(ints = {LIMIT + 1, 2 * LIMIT})
  void snappyBlockThatSaysItIsTooLong_isRefusedByItsWord(int length) {
    byte[] bytes = new byte[LIMIT / 8];
    int at = 0;
    for (int rest = length; rest != 0; rest >>>= 7) {
      bytes[at++] = (byte) (rest > 0x7f ? rest & 0x7f | 0x80 : rest);
    }
    RefusedException refused =
        catchThrowableOfType(
            RefusedException.class, () -> ContentCoding.SNAPPY.inflate(bytes, LIMIT));
    assertThat(refused.status()).isEqualTo(413);
  }

  @Test
  void unknownEncoding_isAnsweredAsTheRouteSays() {
    Request request =
        new Request(
            "POST", "/", Map.of(), Map.of("content-encoding", "br"), "127.0.0.1", new byte[1]);
    RefusedException refused =
        catchThrowableOfType(RefusedException.class, () -> ContentCoding.body(request, LIMIT, 415));
    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused).hasMessageContaining("\"br\"").hasMessageContaining("gzip");
  }
}
