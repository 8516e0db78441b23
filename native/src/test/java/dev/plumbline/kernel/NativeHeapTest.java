package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeHeapTest {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int BLOCKS = 1024;

  /** Every second block stays, so that glibc, left alone, gives none of the others back. */
  @Test
  void trim_givesBackWhatWasFreed() throws Exception {
    long[] blocks = new long[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = Native.malloc(BLOCK_BYTES);
      new Pointer(blocks[i]).setMemory(0, BLOCK_BYTES, (byte) 1);
    }
    for (int i = 0; i < BLOCKS; i += 2) {
      Native.free(blocks[i]);
    }
    long before = residentKilobytes();
    boolean isTrimmed = NativeHeap.trim();
    long after = residentKilobytes();
    for (int i = 1; i < BLOCKS; i += 2) {
      Native.free(blocks[i]);
    }
    assumeTrue(isTrimmed, "needs glibc");
    assertThat(before - after).isGreaterThan(BLOCKS / 2 * (BLOCK_BYTES >> 10) / 2);
  }

  private static long residentKilobytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
