package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.nio.file.Path;
import java.time.Clock;

/** Builds, stores and checks the table of a {@link SyntheticFile} beside a heap that is in use. */
final class LargeFileProgram {
  private static byte[] inUse = {};

  private LargeFileProgram() {}

  /** The file, a directory for the cache, and how many bytes of the heap others have. */
  public static void main(String[] arguments) throws Exception {
    inUse = new byte[Integer.parseInt(arguments[2])];
    FileTable built = FileTables.build(ElfFile.open(Path.of(arguments[0])), UnwindTable.MAX_ROWS);
    if (built == null) {
      throw new IllegalStateException("no table");
    }
    check(built.table());
    TableCache cache = new TableCache(Path.of(arguments[1]), Long.MAX_VALUE, Clock.systemUTC());
    FileTable stored = cache.store("ab12", 1, built);
    if (cache.unwritten() != 0 || built.table().bytes() != 0) {
      throw new IllegalStateException("the table was not stored");
    }
    check(stored.table());
    System.out.println(stored.table().rowCount() + " rows beside " + inUse.length + " bytes");
  }

  private static void check(UnwindTable table) {
    int rowsAt = (table.index() & 0xffffff) * UnwindTable.WORDS_PER_CHUNK;
    for (int i = 0; i < table.rowCount(); i++) {
      long expected = SyntheticFile.row(i);
      long found = table.word(rowsAt + i);
      if (found != expected || table.find((expected & 0xffffffffL) + 1) != expected) {
        throw new IllegalStateException("row " + i + " is " + Long.toHexString(found));
      }
    }
  }
}
