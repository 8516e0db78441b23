package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.LongBuffer;
import java.util.Arrays;
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
      @ForAll @IntRange(min = 0, max = 2_000_000) int probe)
      throws IOException {
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
  void sparseCode_getsLargePages() throws IOException {
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < 50_000; i++) {
      offsets.add(i * 4096);
    }
    UnwindTable sparse = UnwindTable.of(rows(offsets, 50_000), 50_000L * 4096);
    assertThat((sparse.index() & 0xffffff) * 256).isLessThan(50_000 / 4);
  }

  @Test
  void denseCode_hasAtMostAChunkOfRowsPerPage() throws IOException {
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < 10_000; i++) {
      offsets.add(i);
    }
    UnwindTable dense = UnwindTable.of(rows(offsets, 10_000), 10_000_000);
    assertThat(UnwindRow.offset(find(dense, 9_999))).isEqualTo(9_999);
    assertThat(UnwindRow.offset(find(dense, 5_000))).isEqualTo(5_000);
  }

  @Test
  void image_isRestored() throws IOException {
    UnwindTable table = UnwindTable.of(rows(List.of(0, 16, 40), 3), 100);
    UnwindTable restored =
        UnwindTable.restore(LongBuffer.wrap(table.toArray()), table.index(), table.rowCount());
    assertThat(find(restored, 17)).isEqualTo(find(table, 17));
    assertThatThrownBy(() -> UnwindTable.restore(LongBuffer.allocate(256), 5 | 8 << 24, 1))
        .hasMessage("256 words with index 8000005 are no table");
  }

  /** The image by its definition, all on the heap. */
  private static long[] image(long[] rows, long textBytes, int shift) {
    int pages = (int) ((textBytes - 1) >> shift) + 1;
    int rowsAt = (pages + 255) / 256 * 256;
    long[] image = new long[rowsAt + (rows.length + 255) / 256 * 256];
    for (int page = 0; page < pages; page++) {
      long start = (long) page << shift;
      long end = start + (1L << shift);
      long before = Arrays.stream(rows).filter(row -> UnwindRow.offset(row) <= start).count();
      long within = Arrays.stream(rows).filter(row -> UnwindRow.offset(row) < end).count();
      long first = Math.max(0, before - 1);
      image[page] = first << 16 | (within - first);
    }
    System.arraycopy(rows, 0, image, rowsAt, rows.length);
    return image;
  }

  @Property(tries = 50)
  void image_isThatOfItsDefinition(
      @ForAll @Size(min = 1, max = 3000) List<@IntRange(min = 0, max = 300_000) Integer> places,
      @ForAll @IntRange(min = 1, max = 50_000) int behind)
      throws IOException {
    TreeSet<Integer> offsets = new TreeSet<>(places);
    long[] rows = rows(offsets, offsets.size());
    long textBytes = (long) offsets.last() + behind;
    UnwindTable table = UnwindTable.of(rows, textBytes);
    assertThat(table.toArray()).isEqualTo(image(rows, textBytes, table.index() >>> 24));
    assertThat(table.rowCount()).isEqualTo(rows.length);
  }

  @Test
  void piecesOfManyRows_joinWithoutAGap() throws IOException {
    TreeSet<Integer> offsets = new TreeSet<>();
    for (int i = 0; i < 20_000; i++) {
      offsets.add(7 + i * 40);
    }
    long[] rows = rows(offsets, offsets.size());
    UnwindTable table = UnwindTable.of(rows, 900_000);
    int rowsAt = (table.index() & 0xffffff) * UnwindTable.WORDS_PER_CHUNK;
    long[] image = table.toArray();
    assertThat(Arrays.copyOfRange(image, rowsAt, rowsAt + rows.length)).isEqualTo(rows);
    for (long row : rows) {
      assertThat(table.find(UnwindRow.offset(row) + 39)).isEqualTo(row);
    }
  }

  @Test
  void closedTable_hasNoWords() throws IOException {
    UnwindTable table = UnwindTable.of(rows(List.of(0, 16, 40), 3), 100);
    table.dropPages(); // there is no file that they could come from again
    assertThat(table.find(20)).isEqualTo(UnwindRow.row(16, UnwindRow.sp(16, 0)));
    table.close();
    table.close();
    assertThat(table.chunkCount()).isZero();
    assertThatThrownBy(() -> table.word(0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> table.find(20)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void rows_mustAscend() {
    assertThatThrownBy(() -> UnwindTable.of(rows(List.of(0, 16, 16), 3), 100))
        .hasMessage("row 2 does not ascend");
    assertThatThrownBy(() -> UnwindTable.of(new long[0], 100))
        .hasMessage("0 rows for 100 bytes of code");
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
