package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.LongMemory;
import java.io.IOException;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowMemoryTest {
  private static final int CAPACITY = 60_000;

  private static long[] all(RowMemory rows) {
    LongMemory memory = rows.complete();
    long[] all = new long[memory.size()];
    memory.copy(0, all, 0, all.length);
    return all;
  }

  /** Enough is added and taken back that rows leave the heap and return to it. */
  @Property(tries = 200)
  void rows_areAStackOverAllItsPieces(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    long[] expected = new long[CAPACITY];
    int size = 0;
    try (RowMemory rows = new RowMemory(CAPACITY)) {
      for (int step = 0; step < 12; step++) {
        int count = random.nextInt(10_000);
        switch (random.nextInt(4)) {
          case 0 -> {
            for (int i = Math.min(count, size); i > 0; i--) {
              assertThat(rows.last()).isEqualTo(expected[--size]);
              rows.removeLast();
            }
          }
          case 1 -> {
            size = Math.max(0, size - count);
            rows.truncate(size);
          }
          default -> {
            for (int i = Math.min(count, CAPACITY - size); i > 0; i--) {
              expected[size] = random.nextLong();
              rows.add(expected[size++]);
            }
          }
        }
        assertThat(rows.size()).isEqualTo(size);
        if (size > 0) {
          assertThat(rows.last()).isEqualTo(expected[size - 1]);
        }
      }
      assertThat(all(rows)).isEqualTo(java.util.Arrays.copyOf(expected, size));
    }
  }

  @Test
  void allRowsThatWereReserved_findRoom() throws IOException {
    try (RowMemory rows = new RowMemory(CAPACITY)) {
      for (int i = 0; i < CAPACITY; i++) {
        rows.add(i);
      }
      assertThat(all(rows)).isEqualTo(LongStream.range(0, CAPACITY).toArray());
    }
  }
}
