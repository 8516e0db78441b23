package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LongMemoryTest {
  private static final long GIB = 1L << 30;

  /** Far more than what the JVM maps for itself meanwhile. */
  private static final int MANY = 256;

  private static long[] numbers(int from, int count) {
    return LongStream.range(from, from + count).toArray();
  }

  /** Bytes of a line of the kernel's account of this process. */
  private static long status(String name) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(each -> each.startsWith(name + ':')).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }
  }

  @Test
  void pieces_areReadBackInOneAndOneByOne() throws IOException {
    try (LongMemory memory = LongMemory.reserve(1_000_000)) {
      for (int i = 0; i < 1_000_000; i += 1000) {
        memory.append(numbers(i, 1000), 0, 1000);
      }
      long[] read = new long[3000];
      memory.copy(123_456, read, 1, 2999);
      assertThat(read).startsWith(0, 123_456).endsWith(126_454);
      LongWindow window = new LongWindow(memory, 256);
      for (int at : new int[] {0, 255, 256, 999_999, 257, 131_072, 131_071}) {
        assertThat(window.get(at)).isEqualTo(at);
      }
      assertThat(memory.buffer().get(999_999)).isEqualTo(999_999);
      assertThat(memory.buffer().limit()).isEqualTo(1_000_000);
    }
  }

  @Test
  void truncatedLongs_areWrittenAnew() throws IOException {
    try (LongMemory memory = LongMemory.reserve(10)) {
      memory.append(numbers(0, 10), 0, 10);
      memory.truncate(4);
      memory.append(numbers(50, 10), 3, 2);
      long[] read = new long[6];
      memory.copy(0, read, 0, 6);
      assertThat(read).containsExactly(0, 1, 2, 3, 53, 54);
    }
  }

  @Test
  void whatIsNotThere_isRefused() throws IOException {
    try (LongMemory memory = LongMemory.reserve(4)) {
      memory.append(numbers(0, 3), 0, 3);
      assertThatThrownBy(() -> memory.append(numbers(0, 2), 0, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("2 longs behind 3, there is room for 4");
      assertThatThrownBy(() -> memory.copy(2, new long[9], 0, 2))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("2 longs at 2 of 3");
      assertThatThrownBy(() -> memory.truncate(4)).hasMessage("4 longs of 3");
      assertThatThrownBy(() -> new LongWindow(memory, 8).get(3))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(memory.size()).isEqualTo(3);
    }
    assertThatThrownBy(() -> LongMemory.reserve(0)).hasMessageStartingWith("0 longs, expected 1");
  }

  @Test
  void closedMemory_isNotRead() throws IOException {
    LongMemory memory = LongMemory.reserve(4);
    memory.append(numbers(0, 3), 0, 3);
    memory.close();
    memory.close();
    assertThatThrownBy(() -> memory.copy(0, new long[1], 0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("memory is closed");
    assertThatThrownBy(() -> memory.append(new long[1], 0, 1)).hasMessage("memory is closed");
    assertThatThrownBy(memory::buffer).hasMessage("memory is closed");
  }

  @Test
  void refusalOfTheKernel_isNamed() {
    assertThatThrownBy(() -> LongMemory.map(1L << 56))
        .isInstanceOf(SystemCallException.class)
        .hasMessage("mmap: ENOMEM of " + (1L << 56) + " bytes");
  }

  @Test
  void reservedSpace_isNoMemory() throws IOException {
    long before = status("VmData");
    try (LongMemory memory = LongMemory.reserve(LongMemory.MAX_CAPACITY)) {
      memory.append(numbers(0, 4096), 0, 4096);
      assertThat(status("VmData") - before).isLessThan(GIB / 2);
    }
  }

  @Test
  void closedMemory_isGivenBack() throws IOException {
    long before = status("VmSize");
    for (int i = 0; i < MANY; i++) {
      LongMemory.reserve(LongMemory.MAX_CAPACITY).close();
    }
    assertThat(status("VmSize") - before).isLessThan(MANY / 4 * GIB);
  }

  @Test
  void forgottenMemory_isGivenBackByTheCollector() throws IOException {
    long before = status("VmSize");
    for (int i = 0; i < MANY; i++) {
      LongMemory.reserve(LongMemory.MAX_CAPACITY).append(new long[1], 0, 1);
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (status("VmSize") - before > MANY / 4 * GIB && System.nanoTime() < deadline) {
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    assertThat(status("VmSize") - before).isLessThan(MANY / 4 * GIB);
  }
}
