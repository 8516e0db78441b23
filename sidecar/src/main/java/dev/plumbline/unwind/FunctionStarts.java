package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the symbols of a file say that functions begin. They are read when they are first asked
 * for: few files have code that needs them. Confined to one thread.
 */
final class FunctionStarts {
  /** Most that are looked at; what lies behind is found without symbols, if at all. */
  private static final int MAX_SYMBOLS = 1 << 18;

  private static final ByteBuffer NO_SYMBOLS = ByteBuffer.allocate(0);
  private static final int SYMBOL_BYTES = 24;
  private static final int INFO = 4;
  private static final int SECTION_INDEX = 6;
  private static final int VALUE = 8;

  private final @Nullable ElfFile file;
  private final long base;
  private int @Nullable [] positions;

  private FunctionStarts(@Nullable ElfFile file, long base) {
    this.file = file;
    this.base = base;
  }

  /** Those of a file, as positions from a link-time address on. */
  static FunctionStarts of(ElfFile file, long base) {
    return new FunctionStarts(file, base);
  }

  /** Of code without symbols. */
  static FunctionStarts unknown() {
    return new FunctionStarts(null, 0);
  }

  /** Those in [from, to), by their distance from {@code from}. */
  BitSet within(int from, int to) {
    int[] all = positions();
    BitSet starts = new BitSet(to - from);
    int first = Arrays.binarySearch(all, from);
    for (int i = first < 0 ? -first - 1 : first; i < all.length && all[i] < to; i++) {
      starts.set(all[i] - from);
    }
    return starts;
  }

  private int[] positions() {
    int[] read = positions;
    if (read == null) {
      read = file == null ? new int[0] : read(file);
      positions = read;
    }
    return read;
  }

  private int[] read(ElfFile of) {
    int[] found = {};
    for (String table : new String[] {".symtab", ".dynsym"}) {
      found = add(symbols(of, table), found);
    }
    Arrays.sort(found);
    return found;
  }

  /** A table that does not lie in the file has none: the code is read without them. */
  private static ByteBuffer symbols(ElfFile of, String table) {
    ElfSection section = of.section(table);
    try {
      return section == null ? NO_SYMBOLS : of.data(section);
    } catch (MalformedElfException malformed) {
      return NO_SYMBOLS;
    }
  }

  private int[] add(ByteBuffer table, int[] found) {
    int count = Math.min(MAX_SYMBOLS, table.limit() / SYMBOL_BYTES);
    int size = found.length;
    int[] more = Arrays.copyOf(found, size + count);
    for (int i = 0; i < count; i++) {
      int at = i * SYMBOL_BYTES;
      int type = table.get(at + INFO) & 0xf;
      boolean isFunction = type == ElfSymbol.FUNCTION || type == ElfSymbol.INDIRECT_FUNCTION;
      long position = table.getLong(at + VALUE) - base;
      if (isFunction
          && table.getShort(at + SECTION_INDEX) != 0
          && position >= 0
          && position <= Integer.MAX_VALUE) {
        more[size++] = (int) position;
      }
    }
    return Arrays.copyOf(more, size);
  }
}
