package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.jvm.Unsigned5.Encoding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class Unsigned5Test {
  private static Unsigned5 cursor(Encoding encoding, int... bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
    for (int b : bytes) {
      buffer.put((byte) b);
    }
    return new Unsigned5(buffer, 0, bytes.length, encoding);
  }

  /** Written from the format's definition: digits of base 64 above a threshold of 192. */
  private static void encode(int value, Encoding encoding, ByteArrayOutputStream to) {
    int excess = encoding == Encoding.NULL_FREE ? 1 : 0;
    long rest = value & 0xffffffffL;
    int limit = 192 - excess;
    for (int i = 0; i < 4 && rest >= limit; i++) {
      rest -= limit;
      to.write((int) (rest % 64) + 192);
      rest /= 64;
    }
    to.write((int) rest + excess);
  }

  @Property
  void numbers_ofBothEncodings_comeBack(
      @ForAll @Size(max = 50) List<Integer> numbers, @ForAll Encoding encoding) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    numbers.forEach(number -> encode(number, encoding, bytes));
    Unsigned5 cursor =
        new Unsigned5(ByteBuffer.wrap(bytes.toByteArray()), 0, bytes.size(), encoding);
    for (int number : numbers) {
      assertThat(cursor.next()).isEqualTo(number);
    }
    assertThat(cursor.isPastEnd()).isFalse();
  }

  @Test
  void next_ofKnownBytes() {
    assertThat(cursor(Encoding.WITH_NULLS, 191).next()).isEqualTo(191);
    assertThat(cursor(Encoding.WITH_NULLS, 192, 0).next()).isEqualTo(192);
    assertThat(cursor(Encoding.WITH_NULLS, 193, 2).next()).isEqualTo(193 + 128);
    assertThat(cursor(Encoding.NULL_FREE, 1).next()).isZero();
    assertThat(cursor(Encoding.NULL_FREE, 192, 1).next()).isEqualTo(191);
  }

  @Test
  void nextSigned_hasTheSignInTheLowestBit() {
    assertThat(cursor(Encoding.WITH_NULLS, 6).nextSigned()).isEqualTo(3);
    assertThat(cursor(Encoding.WITH_NULLS, 5).nextSigned()).isEqualTo(-3);
  }

  @Test
  void next_behindTheEnd_isNoticed() {
    Unsigned5 cursor = cursor(Encoding.WITH_NULLS, 200);
    cursor.next();
    assertThat(cursor.isPastEnd()).isTrue();
  }
}
