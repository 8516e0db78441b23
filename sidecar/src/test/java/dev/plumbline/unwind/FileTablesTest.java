package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of real files: their size and the time to build them are printed. */
class FileTablesTest {
  private static final int MANY = 1 << 22;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/lib/x86_64-linux-gnu/libc.so.6",
        "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
        "/usr/bin/python3.11",
        "/usr/bin/node",
        "/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so",
        "/usr/lib/jvm/temurin-25-jdk-amd64/lib/server/libjvm.so",
        "/usr/local/go/bin/go"
      })
  void realFile_hasATable(String name) throws IOException {
    Path path = Path.of(name);
    assumeThat(Files.isReadable(path)).as(name + " is there").isTrue();
    ElfFile elf = ElfFile.open(path);
    long best = Long.MAX_VALUE;
    FileTable table = null;
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      table = FileTables.build(elf, MANY);
      best = Math.min(best, System.nanoTime() - start);
    }
    assertThat(table).isNotNull();
    int rows = table.table().rowCount();
    System.out.printf(
        Locale.ROOT,
        "%s: %d rows, %d bytes, %.1f ms, %.1f M rows/s, %d skipped%n",
        name,
        rows,
        table.table().bytes(),
        best / 1e6,
        rows * 1e3 / best,
        table.skippedRecords());
    assertThat(rows).isGreaterThan(1000);
    assertThat(table.skippedRecords()).isZero();
  }
}
