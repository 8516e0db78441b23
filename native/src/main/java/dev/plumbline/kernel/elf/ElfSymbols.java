package dev.plumbline.kernel.elf;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The functions of one symbol table, sorted by address. Immutable and thread-safe. Holds 20 bytes a
 * symbol; names stay in the file mapping until they are asked for.
 */
public final class ElfSymbols {
  /** Most symbols of one table; libraries with debug symbols have a few million. */
  public static final int MAX_SYMBOLS = 1 << 23;

  private static final int SYMBOL_BYTES = 24;

  private final ElfFile file;
  private final ElfSection table;
  private final long[] addresses;
  private final int[] entries;

  private ElfSymbols(ElfFile file, ElfSection table, long[] addresses, int[] entries) {
    this.file = file;
    this.table = table;
    this.addresses = addresses;
    this.entries = entries;
  }

  /** Indexes defined functions of a {@code SYMTAB} or {@code DYNSYM} section. */
  public static ElfSymbols functions(ElfFile file, ElfSection table) throws MalformedElfException {
    ByteBuffer data = file.data(table);
    int count = data.capacity() / SYMBOL_BYTES;
    if (count > MAX_SYMBOLS) {
      throw new MalformedElfException(
          file.name()
              + ": "
              + table.name()
              + " has "
              + count
              + " symbols, the limit is "
              + MAX_SYMBOLS);
    }
    long[] addresses = new long[count];
    int[] entries = new int[count];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int at = i * SYMBOL_BYTES;
      int type = data.get(at + 4) & 15;
      boolean isCode = type == ElfSymbol.FUNCTION || type == ElfSymbol.INDIRECT_FUNCTION;
      if (isCode && data.getShort(at + 6) != 0) {
        addresses[kept] = data.getLong(at + 8);
        entries[kept++] = i;
      }
    }
    sort(addresses, entries, kept);
    return new ElfSymbols(
        file, table, Arrays.copyOf(addresses, kept), Arrays.copyOf(entries, kept));
  }

  /** Sorts by address, then by position in the file, without boxing. */
  private static void sort(long[] addresses, int[] entries, int count) {
    int[] heap = entries;
    for (int i = count / 2 - 1; i >= 0; i--) {
      sink(addresses, heap, i, count);
    }
    for (int end = count - 1; end > 0; end--) {
      swap(addresses, heap, 0, end);
      sink(addresses, heap, 0, end);
    }
  }

  private static void sink(long[] addresses, int[] entries, int start, int end) {
    int parent = start;
    for (int child = 2 * parent + 1; child < end; child = 2 * parent + 1) {
      if (child + 1 < end && isBefore(addresses, entries, child, child + 1)) {
        child++;
      }
      if (!isBefore(addresses, entries, parent, child)) {
        return;
      }
      swap(addresses, entries, parent, child);
      parent = child;
    }
  }

  private static boolean isBefore(long[] addresses, int[] entries, int a, int b) {
    int order = Long.compareUnsigned(addresses[a], addresses[b]);
    return order != 0 ? order < 0 : entries[a] < entries[b];
  }

  private static void swap(long[] addresses, int[] entries, int a, int b) {
    long address = addresses[a];
    addresses[a] = addresses[b];
    addresses[b] = address;
    int entry = entries[a];
    entries[a] = entries[b];
    entries[b] = entry;
  }

  /** Number of functions. */
  public int count() {
    return addresses.length;
  }

  /** Link-time address of the function at an index. */
  public long address(int index) {
    return addresses[index];
  }

  /** Size in bytes as the table states it; 0 in hand-written assembly. */
  public long size(int index) throws MalformedElfException {
    return file.data(table).getLong(entries[index] * SYMBOL_BYTES + 16);
  }

  /** Name as it stands in the file, mangled. */
  public String name(int index) throws MalformedElfException {
    long at = file.data(table).getInt(entries[index] * SYMBOL_BYTES) & 0xffffffffL;
    return file.symbolName(table, at);
  }

  /** Index of the last function that starts at or before the address, or -1. */
  public int floorIndex(long address) {
    int low = 0;
    int high = addresses.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(addresses[middle], address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
