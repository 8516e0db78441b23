package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.plumbline.jvm.Unsigned5.Encoding;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LineNumbersTest {
  private static LineNumbers decode(int... bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
    for (int b : bytes) {
      buffer.put((byte) b);
    }
    return LineNumbers.decode(buffer, 0, bytes.length, Encoding.WITH_NULLS);
  }

  @Test
  void line_isThatOfTheNearestEntryBefore() {
    // An escape to byte code 0, line 90; then 4 byte codes and 1 line on, then 8 and 2.
    LineNumbers lines = decode(0xff, 0, 180, 4 << 3 | 1, 8 << 3 | 2, 0);
    assertThat(lines.line(0)).isEqualTo(90);
    assertThat(lines.line(3)).isEqualTo(90);
    assertThat(lines.line(4)).isEqualTo(91);
    assertThat(lines.line(11)).isEqualTo(91);
    assertThat(lines.line(12)).isEqualTo(93);
    assertThat(lines.line(-1)).isEqualTo(90);
  }

  @Test
  void escape_mayStepBackInLines() {
    LineNumbers lines = decode(5, 0xff, 4 << 1, 3, 0);
    assertThat(lines.line(0)).isEqualTo(5);
    assertThat(lines.line(4)).isEqualTo(3);
  }

  @Test
  void line_withoutTable_isUnknown() {
    assertThat(decode(0).line(7)).isZero();
    assertThat(LineNumbers.NONE.line(0)).isZero();
  }

  @Property
  void anyBytes_areTaken(@ForAll byte[] bytes, @ForAll Encoding encoding, @ForAll int bci) {
    assertThatCode(
            () -> LineNumbers.decode(ByteBuffer.wrap(bytes), 0, bytes.length, encoding).line(bci))
        .doesNotThrowAnyException();
  }
}
