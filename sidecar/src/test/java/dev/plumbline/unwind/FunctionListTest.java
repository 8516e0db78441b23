package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionListTest {
  private record Function(long start, long end, int firstRow, int endRow) {}

  private static List<Function> sorted(FunctionList functions, int rowCount) {
    functions.sort(rowCount);
    List<Function> sorted = new ArrayList<>();
    while (functions.next()) {
      sorted.add(
          new Function(
              functions.start(), functions.end(), functions.firstRow(), functions.endRow()));
    }
    assertThat(functions.next()).isFalse();
    return sorted;
  }

  /** Functions of three rows each, by a stable sort. */
  private static void assertSorted(int count, IntUnaryOperator start) throws IOException {
    List<Function> expected = new ArrayList<>();
    try (FunctionList functions = new FunctionList()) {
      for (int i = 0; i < count; i++) {
        int from = start.applyAsInt(i);
        functions.add(from, from + 10L + i % 7, 3 * i);
        expected.add(new Function(from, from + 10L + i % 7, 3 * i, 3 * i + 3));
      }
      expected.sort(Comparator.comparingLong(Function::start));
      assertThat(functions.size()).isEqualTo(count);
      assertThat(sorted(functions, 3 * count)).isEqualTo(expected);
    }
  }

  /** Below, at and above what is sorted at once. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 4097, 32_767, 32_768, 32_769, 131_072, 150_000})
  void functions_comeByStartAndThenAsCollected(int count) throws IOException {
    Random random = new Random(count);
    assertSorted(count, i -> random.nextInt(1 + count / 2));
    assertSorted(count, i -> 16 * i);
    assertSorted(count, i -> 16 * (count - i));
    assertSorted(count, i -> i % 2 == 0 ? 16 * i : Integer.MAX_VALUE - 32 - i);
  }

  @Test
  void sameStart_keepsTheOrderOverManyRuns() throws IOException {
    assertSorted(100_000, i -> 5);
  }
}
