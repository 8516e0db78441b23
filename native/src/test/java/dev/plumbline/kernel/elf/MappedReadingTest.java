package dev.plumbline.kernel.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedReadingTest {
  private static final int FILE_BYTES = 1 << 20;
  private static final int LEFT_BYTES = 4096;

  /** Enough for both compilers of the JVM: what they make notes a fault and does not throw it. */
  private static final int CALLS_UNTIL_COMPILED = 30_000;

  @TempDir Path directory = Path.of("");
  private Path file = Path.of("");
  private ByteBuffer mapped = ByteBuffer.allocate(0);

  @BeforeEach
  void map() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[FILE_BYTES]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      mapped = channel.map(MapMode.READ_ONLY, 0, FILE_BYTES);
    }
  }

  private void truncate() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(LEFT_BYTES);
    }
  }

  private static long word(ByteBuffer from) throws IOException {
    return MappedReading.of(() -> from.getLong(2 * LEFT_BYTES));
  }

  private static long sum(ByteBuffer from) throws IOException {
    return MappedReading.of(
        () -> {
          long sum = 0;
          for (int i = 0; i < 64; i++) {
            sum += from.getLong(2 * LEFT_BYTES + 8 * i);
          }
          return sum;
        });
  }

  private static long refusal(ByteBuffer from) throws IOException {
    return MappedReading.of(
        () -> {
          if (from.getLong(2 * LEFT_BYTES) >= Long.MIN_VALUE) { // whatever was read
            throw new IOException("is no file of ours");
          }
          return 0L;
        });
  }

  @Test
  void fileThatShrank_isToldByTheReadingAndNotLater() throws IOException {
    for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
      assertThat(word(mapped) + sum(mapped)).isZero();
    }
    truncate();
    for (int i = 0; i < 1000; i++) {
      assertThatThrownBy(() -> word(mapped)).isInstanceOf(FileShrankException.class);
      assertThatThrownBy(() -> sum(mapped)).isInstanceOf(FileShrankException.class);
    }
  }

  @Test
  void fault_winsOverWhatWasMadeOfTheBytes() throws IOException {
    for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
      try {
        refusal(mapped);
      } catch (IOException whole) {
        assertThat(whole).isNotInstanceOf(FileShrankException.class);
      }
    }
    truncate();
    for (int i = 0; i < 1000; i++) {
      assertThatThrownBy(() -> refusal(mapped)).isInstanceOf(FileShrankException.class);
    }
  }

  @Test
  void manyBytesAtOnce_areAReadingToo() throws IOException {
    byte[] into = new byte[FILE_BYTES - 2 * LEFT_BYTES];
    MappedReading.of(() -> mapped.get(2 * LEFT_BYTES, into));
    truncate();
    assertThatThrownBy(() -> MappedReading.of(() -> mapped.get(2 * LEFT_BYTES, into)))
        .isInstanceOf(FileShrankException.class);
    assertThat(MappedReading.of(() -> mapped.get(0))).isZero();
  }
}
