package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The code symbols of one ELF symbol table by address: 8 bytes of heap a symbol, names stay in the
 * file's mapping. Immutable and thread-safe.
 *
 * <p>Each word holds the address, less the lowest one, in its upper half and the symbol's number in
 * its lower half.
 */
final class SymbolIndex {
  /** Most code symbols of one table; 16 MiB of heap. */
  static final int MAX_SYMBOLS = 1 << 21;

  /** Longest name in bytes that is shown. */
  static final int MAX_NAME_BYTES = 16 * 1024;

  /** How far a symbol without size reaches, in bytes, if nothing follows earlier. */
  private static final int MAX_UNSIZED_BYTES = 4096;

  /** Symbols before an address that are looked at for one that covers it. */
  private static final int MAX_BACK = 16;

  private static final int SYMBOL_BYTES = 24;
  private static final int NO_TYPE = 0;

  private final ByteBuffer symbols;
  private final ByteBuffer names;
  private final long[] sorted;
  private final long base;
  private final boolean isWhole;

  private SymbolIndex(
      ByteBuffer symbols, ByteBuffer names, long[] sorted, long base, boolean isWhole) {
    this.symbols = symbols;
    this.names = names;
    this.sorted = sorted;
    this.base = base;
    this.isWhole = isWhole;
  }

  /**
   * Reads a {@code SYMTAB} or {@code DYNSYM} section.
   *
   * @throws MalformedElfException if it has more than {@link #MAX_SYMBOLS} or breaks the format
   */
  static SymbolIndex read(ElfFile elf, ElfSection table) throws MalformedElfException {
    List<ElfSection> sections = elf.sections();
    if (table.link() <= 0 || table.link() >= sections.size()) {
      throw new MalformedElfException(
          elf.name() + ": " + table.name() + " has its names in section " + table.link());
    }
    ByteBuffer symbols = elf.data(table);
    ByteBuffer names = elf.data(sections.get(table.link()));
    boolean isFull = table.type() == ElfSection.SYMTAB;
    CodeSymbols code = new CodeSymbols(symbols, names, sections, isFull);
    if (code.count > MAX_SYMBOLS) {
      throw new MalformedElfException(
          elf.name()
              + ": "
              + table.name()
              + " has "
              + code.count
              + " functions, the limit is "
              + MAX_SYMBOLS);
    }
    return new SymbolIndex(symbols, names, code.sorted(), code.lowest, isFull && code.hasLocal);
  }

  /** The symbols of a table that stand for code. Confined to the reading thread. */
  private static final class CodeSymbols {
    private final ByteBuffer symbols;
    private final ByteBuffer names;
    private final boolean[] isCode;
    private final boolean takesLabels;
    private int count;
    private long lowest = -1;
    private boolean hasLocal;

    CodeSymbols(
        ByteBuffer symbols, ByteBuffer names, List<ElfSection> sections, boolean takesLabels) {
      this.symbols = symbols;
      this.names = names;
      this.takesLabels = takesLabels;
      this.isCode = new boolean[sections.size()];
      for (int i = 0; i < isCode.length; i++) {
        isCode[i] = sections.get(i).isExecutable();
      }
      for (int at = 0; at + SYMBOL_BYTES <= symbols.capacity(); at += SYMBOL_BYTES) {
        if (isCode(at)) {
          count++;
          long address = symbols.getLong(at + 8);
          lowest = Long.compareUnsigned(address, lowest) < 0 ? address : lowest;
          hasLocal |= (symbols.get(at + 4) & 0xf0) == 0;
        }
      }
    }

    /** Symbols farther than 2 GiB from the first are left out: no code reaches that far. */
    long[] sorted() {
      long[] sorted = new long[count];
      int kept = 0;
      for (int at = 0; at + SYMBOL_BYTES <= symbols.capacity(); at += SYMBOL_BYTES) {
        long offset = symbols.getLong(at + 8) - lowest;
        if (isCode(at) && offset >>> 31 == 0) {
          sorted[kept++] = (offset << 32) | (at / SYMBOL_BYTES);
        }
      }
      sorted = kept == count ? sorted : Arrays.copyOf(sorted, kept);
      Arrays.sort(sorted);
      return sorted;
    }

    private boolean isCode(int at) {
      int type = symbols.get(at + 4) & 15;
      int section = symbols.getShort(at + 6) & 0xffff;
      if (section == 0 || symbols.getInt(at) == 0) {
        return false;
      }
      boolean isFunction = type == ElfSymbol.FUNCTION || type == ElfSymbol.INDIRECT_FUNCTION;
      boolean isLabel = takesLabels && type == NO_TYPE && !isTemporary(symbols.getInt(at));
      return isFunction || (isLabel && section < isCode.length && isCode[section]);
    }

    /** Labels that assemblers make for themselves: .L… and, between code and data, $x. */
    private boolean isTemporary(int nameAt) {
      int first = nameAt > 0 && nameAt < names.capacity() ? names.get(nameAt) : '.';
      return first == '.' || first == '$';
    }
  }

  int count() {
    return sorted.length;
  }

  /** Bytes of heap. */
  long heapBytes() {
    return 8L * sorted.length;
  }

  private long address(int place) {
    return base + (sorted[place] >>> 32);
  }

  private int symbolAt(int place) {
    return (int) sorted[place] * SYMBOL_BYTES;
  }

  /**
   * The symbol that covers an address, as a number for {@link #name} and {@link #start}; -1 if
   * none. A symbol with a size wins over one without. One without size reaches to the next symbol
   * where the table has all functions of the file, and no farther than its own address in a
   * stripped one: there the code behind it belongs to functions whose names are gone.
   */
  int find(long address) {
    int place = floor(address);
    int unsized = -1;
    for (int i = place; i >= 0 && i > place - MAX_BACK; i--) {
      long size = symbols.getLong(symbolAt(i) + 16);
      long distance = address - address(i);
      if (size == 0) {
        boolean isNearest = unsized < 0 && address(i) == address(place);
        boolean isReached = isWhole ? distance < MAX_UNSIZED_BYTES : distance == 0;
        unsized = isNearest && isReached ? i : unsized;
      } else if (Long.compareUnsigned(distance, size) < 0) {
        return best(i);
      }
    }
    return unsized;
  }

  /** Of several symbols at one address: global before weak before local, then the first. */
  private int best(int place) {
    int best = place;
    for (int i = place - 1; i >= 0 && address(i) == address(place); i--) {
      boolean hasSize = symbols.getLong(symbolAt(i) + 16) != 0;
      if (hasSize && rank(i) <= rank(best)) {
        best = i;
      }
    }
    return best;
  }

  private int rank(int place) {
    int binding = (symbols.get(symbolAt(place) + 4) & 0xff) >>> 4;
    return binding == 1 ? 0 : binding == 2 ? 1 : 2;
  }

  private int floor(long address) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(address(middle), address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  long start(int place) {
    return address(place);
  }

  /** Name as it stands in the file without a version; null if the file has none there. */
  @Nullable String name(int place) {
    long offset = symbols.getInt(symbolAt(place)) & 0xffffffffL;
    if (offset >= names.capacity()) {
      return null;
    }
    int start = (int) offset;
    int limit = (int) Math.min(names.capacity(), start + (long) MAX_NAME_BYTES);
    int end = start;
    while (end < limit && names.get(end) != 0 && names.get(end) != '@') {
      end++;
    }
    if (end == start) {
      return null;
    }
    byte[] name = new byte[end - start];
    names.get(start, name);
    return new String(name, StandardCharsets.UTF_8);
  }
}
