package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.LongBuffer;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UnwindTableTest {
  /** What the programs do, in Java. */
  private static long find(UnwindTable table, long offset) {
    int shift = table.index() >>> 24;
    int rowsAt = (table.index() & 0xffffff) * UnwindTable.WORDS_PER_CHUNK;
    long slot = table.word((int) (offset >> shift));
    int first = (int) (slot >>> 16);
    int count = (int) slot & 0xffff;
    assertThat(count).isLessThanOrEqualTo(UnwindTable.WORDS_PER_CHUNK);
    long found = -1;
    for (int i = 0; i < count; i++) {
      long row = table.word(rowsAt + first + i);
      if (i == 0 || UnwindRow.offset(row) <= offset) {
        found = row;
      }
    }
    return found;
  }

  private static long[] rows(Iterable<Integer> offsets, int size) {
    long[] rows = new long[size];
    int i = 0;
    for (int offset : offsets) {
      rows[i] = UnwindRow.row(offset, UnwindRow.sp(8 + 8 * (i % 100), 0));
      i++;
    }
    return rows;
  }

  @Property(tries = 300)
  void everyAddress_findsItsRow(
      @ForAll @Size(min = 1, max = 2000) List<@IntRange(min = 0, max = 2_000_000) Integer> places,
      @ForAll @IntRange(min = 0, max = 2_000_000) int probe) {
    TreeSet<Integer> offsets = new TreeSet<>(places);
    offsets.add(0);
    long[] rows = rows(offsets, offsets.size());
    UnwindTable table = UnwindTable.of(rows, 2_000_001);
    for (int at : List.of(probe, offsets.last(), 0, 2_000_000)) {
      assertThat(UnwindRow.offset(find(table, at))).isEqualTo((long) offsets.floor(at));
      assertThat(table.find(at)).isEqualTo(find(table, at));
    }
  }

  @Test
  void sparseCode_getsLargePages() {
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < 50_000; i++) {
      offsets.add(i * 4096);
    }
    UnwindTable sparse = UnwindTable.of(rows(offsets, 50_000), 50_000L * 4096);
    assertThat((sparse.index() & 0xffffff) * 256).isLessThan(50_000 / 4);
  }

  @Test
  void denseCode_hasAtMostAChunkOfRowsPerPage() {
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < 10_000; i++) {
      offsets.add(i);
    }
    UnwindTable dense = UnwindTable.of(rows(offsets, 10_000), 10_000_000);
    assertThat(UnwindRow.offset(find(dense, 9_999))).isEqualTo(9_999);
    assertThat(UnwindRow.offset(find(dense, 5_000))).isEqualTo(5_000);
  }

  @Test
  void image_isRestored() {
    UnwindTable table = UnwindTable.of(rows(List.of(0, 16, 40), 3), 100);
    UnwindTable restored =
        UnwindTable.restore(LongBuffer.wrap(table.toArray()), table.index(), table.rowCount());
    assertThat(find(restored, 17)).isEqualTo(find(table, 17));
    assertThatThrownBy(() -> UnwindTable.restore(LongBuffer.allocate(256), 5 | 8 << 24, 1))
        .hasMessage("256 words with index 8000005 are no table");
  }

  @Test
  void rows_mustAscend() {
    assertThatThrownBy(() -> UnwindTable.of(rows(List.of(0, 16, 16), 3), 100))
        .hasMessage("row 2 does not ascend");
  }

  @Test
  void offsetsThatDoNotFit_areRefused() {
    assertThat(UnwindRow.isEncodable(131_064, -32_768)).isTrue();
    assertThat(UnwindRow.isEncodable(131_072, 0)).isFalse();
    assertThat(UnwindRow.isEncodable(16, -32_776)).isFalse();
    assertThat(UnwindRow.isEncodable(12, 0)).isFalse();
    assertThatThrownBy(() -> UnwindRow.sp(-8, 0)).hasMessageContaining("do not fit a row");
  }
}
