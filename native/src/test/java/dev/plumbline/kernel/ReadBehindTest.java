package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadBehindTest {
  private static final int FILE_BYTES = 24 << 20;

  /** As between functions that have gaps: far below a page. */
  private static final int STEP_BYTES = 100;

  /** Kilobytes of a file that are in this process's memory. */
  private static long residentKilobytes(Path file) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
    long sum = 0;
    boolean isOfFile = false;
    for (String line : lines) {
      if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        isOfFile = line.endsWith(file.toString());
      } else if (isOfFile && line.startsWith("Rss:")) {
        sum += Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return sum;
  }

  @Test
  void smallSteps_leaveLittleOfALargeFileInMemory(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("large");
    byte[] content = new byte[FILE_BYTES];
    for (int i = 0; i < FILE_BYTES; i++) {
      content[i] = (byte) (i / STEP_BYTES);
    }
    Files.write(file, content);
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, FILE_BYTES);
      ReadBehind behind = new ReadBehind(mapped);
      long most = 0;
      for (int at = 0; at < FILE_BYTES; at += STEP_BYTES) {
        assertThat(mapped.get(at)).isEqualTo((byte) (at / STEP_BYTES));
        behind.at(at);
        if (at % (STEP_BYTES * 8000) == 0) {
          most = Math.max(most, residentKilobytes(file));
        }
      }
      assertThat(most).isBetween(1L, 4096L);
      behind.at(0);
      assertThat(mapped.get(STEP_BYTES)).isEqualTo((byte) 1); // from the file again
    }
  }
}
