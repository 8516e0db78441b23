package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ThreadNamesTest {
  private final ThreadNames names = new ThreadNames();

  private String name(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer halves = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    halves.put(0, bytes, 0, Math.min(16, bytes.length));
    return names.of(halves.getLong(0), halves.getLong(8));
  }

  @Test
  void equalNames_areOneText() {
    assertThat(name("worker")).isEqualTo("worker").isSameAs(name("worker"));
    assertThat(name("a name of sixteen")).isEqualTo("a name of sixtee");
    assertThat(name("")).isEmpty();
  }

  @Test
  void moreNamesThanAreKept_areStillRight() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 3 * ThreadNames.MAX_NAMES; i++) {
        assertThat(name("thread-" + i)).isEqualTo("thread-" + i);
      }
    }
  }
}
