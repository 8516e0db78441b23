package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.MapBatch;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.MapType;
import java.io.IOException;
import java.util.BitSet;

/**
 * The tables that the kernel holds, each an inner map of exactly the image's size. Numbers are
 * given out from 1; a number that was removed is used again. Confined to the thread that writes
 * tables.
 */
public final class UnwindTables {
  /**
   * Chunks uploaded by one system call: 128 KiB outside of the heap, which wait for a collection.
   */
  private static final int BATCH_CHUNKS = 64;

  private final BpfMap tables;
  private final BitSet used = new BitSet();
  private long bytes;
  private final long[] tableBytes;

  UnwindTables(BpfMap tables) {
    this.tables = tables;
    this.tableBytes = new long[tables.definition().maxEntries()];
    used.set(0); // in a mapping, 0 means frame pointers
  }

  /** Loads a table and returns its number for mappings; fails when all numbers are in use. */
  public int add(UnwindTable table) throws IOException {
    int number = used.nextClearBit(0);
    if (number >= tables.definition().maxEntries()) {
      throw new TableSpaceException(tables.definition().maxEntries() - 1);
    }
    MapDefinition definition =
        new MapDefinition(
            "table",
            MapType.ARRAY,
            4,
            UnwindTable.CHUNK_BYTES,
            table.chunkCount(),
            MapDefinition.INNER_MAP);
    try (BpfMap inner = BpfMap.create(definition)) {
      upload(inner, table);
      inner.freeze();
      tables.put(number, inner);
    }
    table.dropPages();
    used.set(number);
    tableBytes[number] = (long) table.chunkCount() * UnwindTable.CHUNK_BYTES;
    bytes += tableBytes[number];
    return number;
  }

  private static void upload(BpfMap inner, UnwindTable table) throws IOException {
    MapBatch batch = new MapBatch(inner, Math.min(BATCH_CHUNKS, table.chunkCount()));
    for (int done = 0; done < table.chunkCount(); done += BATCH_CHUNKS) {
      int count = Math.min(BATCH_CHUNKS, table.chunkCount() - done);
      for (int chunk = 0; chunk < count; chunk++) {
        batch.keys().putInt(chunk * 4, done + chunk);
      }
      int words = count * UnwindTable.WORDS_PER_CHUNK;
      int from = done * UnwindTable.WORDS_PER_CHUNK;
      table.copy(from, words, batch.values());
      batch.update(count);
    }
  }

  /** Removes a table. Walks under way still see it; mappings must no longer name it. */
  public void remove(int number) throws IOException {
    if (number > 0 && used.get(number)) {
      tables.remove(number);
      used.clear(number);
      bytes -= tableBytes[number];
      tableBytes[number] = 0;
    }
  }

  /** Tables in the kernel. */
  public int count() {
    return used.cardinality() - 1;
  }

  /** Bytes of all tables' images. */
  public long bytes() {
    return bytes;
  }
}
