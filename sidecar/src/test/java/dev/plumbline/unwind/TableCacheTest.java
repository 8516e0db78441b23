package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCacheTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path directory;

  private static FileTable table(int rows) throws IOException {
    long[] all = new long[rows];
    for (int i = 0; i < rows; i++) {
      all[i] = UnwindRow.row(i * 16, UnwindRow.sp(8 + 8 * (i % 50), 0));
    }
    return new FileTable(UnwindTable.of(all, rows * 16L), 0x1000, 3);
  }

  private TableCache cache(long maxBytes, Instant now) {
    return new TableCache(directory.resolve("tables"), maxBytes, Clock.fixed(now, ZoneOffset.UTC));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("tables"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void storedTable_isFoundByAnotherCache() throws IOException {
    FileTable given = table(5000);
    FileTable stored = cache(1 << 20, START).store("ab12", 77, given);
    assertThat(given.table().bytes()).as("memory of what is on disk").isZero();
    TableCache later = cache(1 << 20, START);
    FileTable found = later.load("ab12", 77);
    assertThat(found).isNotNull();
    assertThat(found.baseAddress()).isEqualTo(0x1000);
    assertThat(found.skippedRecords()).isEqualTo(3);
    assertThat(found.table().toArray()).isEqualTo(table(5000).table().toArray());
    assertThat(stored.table().find(4711)).isEqualTo(table(5000).table().find(4711));
    assertThat(later.hits()).isEqualTo(1);
    assertThat(later.load("ab12", 78)).isNull();
    assertThat(later.load("ab13", 77)).isNull();
  }

  @Test
  void changedByte_isSeenAndTheFileDeleted() throws IOException {
    TableCache cache = cache(1 << 20, START);
    cache.store("ab12", 77, table(100));
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int at : new int[] {0, 8, 12, 16, 24, 28, 40, bytes.length - 1}) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      assertThat(cache.load("ab12", 77)).as("byte " + at).isNull();
      assertThat(file).doesNotExist();
    }
    assertThat(cache.corrupt()).isEqualTo(8);
    Files.write(file, java.util.Arrays.copyOf(bytes, 20));
    assertThat(cache.load("ab12", 77)).isNull();
    assertThat(cache.corrupt()).isEqualTo(9);
    cache.store("ab12", 77, table(100));
    assertThat(cache.load("ab12", 77)).isNotNull();
  }

  @Test
  void fullCache_losesWhatWasUnusedForLongest() throws IOException {
    long each = Files.size(store("aa", START));
    store("bb", START.plus(Duration.ofMinutes(1)));
    cache(1 << 30, START.plus(Duration.ofMinutes(2))).load("aa", 1);
    cache(each * 2, START.plus(Duration.ofMinutes(3))).store("cc", 1, table(1000));
    assertThat(files())
        .extracting(file -> file.getFileName().toString().substring(0, 2))
        .containsExactly("aa", "cc");
  }

  private Path store(String buildId, Instant now) throws IOException {
    TableCache cache = cache(1 << 30, now);
    cache.store(buildId, 1, table(1000));
    cache.load(buildId, 1); // sets the time of use by our clock
    return files().stream()
        .filter(file -> file.getFileName().toString().startsWith(buildId))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void unwritableDirectory_isCountedAndTheTableUsed() throws IOException {
    Files.writeString(directory.resolve("tables"), "no directory");
    TableCache cache = cache(1 << 20, START);
    FileTable given = table(10);
    assertThat(cache.store("ab12", 77, given)).isSameAs(given);
    assertThat(cache.unwritten()).isEqualTo(1);
    assertThat(given.table().find(17)).isEqualTo(table(10).table().find(17));
  }
}
