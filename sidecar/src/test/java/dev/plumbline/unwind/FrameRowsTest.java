package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The rules of order and overlap, by a model that asks each address for its rule. */
class FrameRowsTest {
  private static final long BASE = 0x1000;
  private static final int TEXT = 3000;
  private static final int GUESS = UnwindRow.guess();

  private record Function(int start, int end, List<int[]> rows) {
    /** The rule at an address of the function; -1 before its first row. */
    int rule(int at) {
      int rule = -1;
      for (int[] row : rows) {
        if (row[0] <= at) {
          rule = row[1];
        }
      }
      return rule;
    }
  }

  private static Function function(Random random) {
    int start = random.nextInt(TEXT - 60);
    int end = start + 20 + random.nextInt(40);
    List<int[]> rows = new ArrayList<>();
    for (int at = start; at < end; at += 1 + random.nextInt(20)) {
      rows.add(new int[] {at, UnwindRow.sp(8 * (1 + random.nextInt(3)), 0)});
    }
    return new Function(start, end, rows);
  }

  private static void collect(FrameRows rows, Function function) throws IOException {
    assertThat(rows.begin(BASE + function.start(), function.end() - function.start())).isTrue();
    function.rows().forEach(row -> rows.row(BASE + row[0], row[1]));
  }

  /** Rules of all addresses; -1 where none is stated: padding, and what has no first row. */
  private static int[] model(List<Function> functions) {
    List<Function> ordered = new ArrayList<>(functions);
    ordered.sort(Comparator.comparingInt(Function::start));
    int[] rules = new int[TEXT];
    int covered = 0;
    int last = -1;
    for (Function function : ordered) {
      for (int at = covered; at < function.start(); at++) {
        boolean isPadding = function.start() - covered < 16 && covered > 0;
        rules[at] = isPadding ? last : GUESS;
      }
      for (int at = Math.max(covered, function.start()); at < function.end(); at++) {
        rules[at] = function.rule(at);
      }
      covered = Math.max(covered, function.end());
      last = rules[covered - 1];
    }
    for (int at = covered; at < TEXT; at++) {
      rules[at] = TEXT - covered < 16 ? last : GUESS;
    }
    return rules;
  }

  @Property(tries = 300)
  void everyAddress_hasTheRuleOfTheFunctionThatBeginsFirst(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Function> functions = new ArrayList<>();
    try (FrameRows rows = new FrameRows(BASE, TEXT, 100_000)) {
      for (int i = 1 + random.nextInt(60); i > 0; i--) {
        Function function = function(random);
        collect(rows, function);
        if (random.nextInt(5) == 0) {
          rows.discard();
        } else {
          rows.end();
          functions.add(function);
        }
      }
      int[] expected = model(functions);
      long[] found = SortedRows.of(rows, TEXT);
      int at = 0;
      for (int i = 0; i < found.length; i++) {
        long end = i + 1 < found.length ? UnwindRow.offset(found[i + 1]) : TEXT;
        assertThat(i == 0 || UnwindRow.rule(found[i]) != UnwindRow.rule(found[i - 1])).isTrue();
        for (; at < end; at++) {
          assertThat(UnwindRow.rule(found[i])).as("rule at %d", at).isEqualTo(expected[at]);
        }
      }
    }
  }

  @Test
  void cutRows_areTakenBackOverPieces() throws IOException {
    try (FrameRows rows = new FrameRows(0, 1 << 20, 100_000)) {
      assertThat(rows.begin(0, 50_000)).isTrue();
      for (int at = 0; at < 50_000; at++) {
        rows.row(at, UnwindRow.sp(8 + 8 * (at % 2), 0));
      }
      rows.cut(11);
      rows.row(20, UnwindRow.root());
      rows.end();
      long[] found = SortedRows.of(rows, 1 << 20);
      assertThat(found).hasSize(13);
      assertThat(found[10]).isEqualTo(UnwindRow.row(10, UnwindRow.sp(8, 0)));
      assertThat(found[11]).isEqualTo(UnwindRow.row(20, UnwindRow.root()));
      assertThat(found[12]).isEqualTo(UnwindRow.row(50_000, GUESS));
    }
  }

  @Test
  void functionOfTooManyRows_isRefusedAtItsEnd() throws IOException {
    try (FrameRows rows = new FrameRows(0, 1 << 20, 1000)) {
      assertThat(rows.begin(0, 1 << 20)).isTrue();
      for (int at = 0; at < 1 << 20; at++) {
        rows.row(at, UnwindRow.sp(8 + 8 * (at % 2), 0));
      }
      assertThatThrownBy(rows::end)
          .isInstanceOf(RowLimitException.class)
          .hasMessage("more than 1000 rows");
      rows.discard();
      assertThat(rows.begin(0, 10)).isTrue();
      rows.row(0, UnwindRow.root());
      rows.end();
      assertThat(SortedRows.of(rows, 1 << 20)).hasSize(2);
    }
  }

  @Test
  void closedRows_takeNoMore() throws IOException {
    FrameRows rows = new FrameRows(0, 100, 1000);
    assertThat(rows.begin(0, 100)).isTrue();
    rows.row(0, UnwindRow.root());
    rows.end();
    rows.close();
    rows.close();
    assertThatThrownBy(() -> SortedRows.of(rows, 100)).hasMessage("memory is closed");
  }
}
