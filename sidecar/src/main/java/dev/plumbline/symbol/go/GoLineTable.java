package dev.plumbline.symbol.go;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a Go program by its line table. Nothing is copied: lookups read the file's
 * mapping. Addresses are those of the linker. Immutable and thread-safe.
 */
public final class GoLineTable {
  /** Most functions of one program; the largest known have below a million. */
  static final int MAX_FUNCTIONS = 1 << 22;

  /** Most inlined calls at one address; the compiler stops far below. */
  private static final int MAX_INLINED = 64;

  private static final int INLINE_TREE = 3;
  private static final int INLINE_TREE_INDEX = 2;

  private static final int TOP_FRAME = 1;
  private static final int WRITES_STACK_POINTER = 2;
  private static final int ASSEMBLY = 4;

  private final GoTableFormat format;
  private final int quantum;
  private final int count;
  private final TableBytes names;
  private final TableBytes units;
  private final TableBytes files;
  private final TableBytes pcData;
  private final TableBytes functions;
  private final long text;
  private final @Nullable TableBytes functionData;

  private GoLineTable(ElfFile elf, GoTableLocator.Place place)
      throws MalformedElfException, MalformedGoTableException {
    TableBytes table = new TableBytes(place.bytes(), elf.name());
    GoTableFormat known = GoTableFormat.of(table.s32(0, "magic"));
    if (known == null || table.u8(7, "pointer size") != 8) {
      throw table.malformed(
          "magic 0x" + Integer.toHexString(table.s32(0, "magic")) + " is not known to us");
    }
    this.format = known;
    this.quantum = table.u8(6, "quantum");
    long stated = table.u64(8, "number of functions");
    if (stated <= 0 || stated > MAX_FUNCTIONS) {
      throw table.malformed(stated + " functions, expected 1 to " + MAX_FUNCTIONS);
    }
    this.count = (int) stated;
    this.names = part(table, 0, "names");
    this.pcData = part(table, 3, "program-counter data");
    this.functions =
        known.firstOffsetWord() == 0 ? table.from(16, "functions") : part(table, 4, "functions");
    this.units = part(table, 1, "units");
    this.files = known.firstOffsetWord() == 0 ? oldFiles(table) : part(table, 2, "files");
    functions.u32((2L * count + 1) * known.entryBytes() - 4, "end of functions");
    GoModule module = module(elf, place.address());
    this.text = known.hasOffsets() ? module.text() : 0;
    this.functionData = functionData(elf, module);
  }

  /** The part of a table that a word of its header points to; in 1.2 all is one part. */
  private TableBytes part(TableBytes table, int index, String what)
      throws MalformedGoTableException {
    if (format.firstOffsetWord() == 0) {
      return table;
    }
    return table.from(table.u64(8 + 8L * (format.firstOffsetWord() + index), what), what);
  }

  private TableBytes oldFiles(TableBytes table) throws MalformedGoTableException {
    long place = 16 + (2L * count + 1) * format.entryBytes();
    return table.from(table.u32(place, "place of files"), "files");
  }

  private GoModule module(ElfFile elf, long table)
      throws MalformedElfException, MalformedGoTableException {
    LinkedWords words = new LinkedWords(elf);
    GoModule module = GoModule.find(words, format, table, number(0), number(2 * count));
    if (module != null) {
      return module;
    }
    long start = format.hasOffsets() ? GoModule.textByHeader(words, elf, table) : 0;
    if (start == 0 && format.hasOffsets()) {
      throw functions.malformed("neither header nor module data give the start of text");
    }
    return new GoModule(start, 0);
  }

  private static @Nullable TableBytes functionData(ElfFile elf, GoModule module)
      throws MalformedElfException {
    long offset = module.functionData() == 0 ? -1 : elf.fileOffset(module.functionData());
    if (offset < 0) {
      return null;
    }
    ByteBuffer rest = elf.data(offset, elf.size() - offset);
    return new TableBytes(rest, elf.name());
  }

  /**
   * The line table of a program.
   *
   * @return null if the program is not Go
   * @throws MalformedGoTableException if it is Go and the table cannot be used
   */
  public static @Nullable GoLineTable find(ElfFile elf)
      throws MalformedElfException, MalformedGoTableException {
    GoTableLocator.Place place = GoTableLocator.locate(elf);
    return place == null ? null : new GoLineTable(elf, place);
  }

  /** The first Go release whose format this is: 1.2, 1.16, 1.18 or 1.20. */
  public String formatSince() {
    return format.since();
  }

  /** The flags say where stacks end and change (from 1.18 on): stacks can be unwound by it. */
  public boolean hasTopFrames() {
    return format.hasOffsets();
  }

  /** Number of functions, in order of their addresses. */
  public int functionCount() {
    return count;
  }

  private long number(int index) throws MalformedGoTableException {
    long at = (long) index * format.entryBytes();
    return format.hasOffsets()
        ? functions.u32(at, "list of functions")
        : functions.u64(at, "list of functions");
  }

  /** First address of a function. */
  public long entry(int function) throws MalformedGoTableException {
    return text + number(2 * function);
  }

  /** Address behind a function: the next one's entry, so padding is included. */
  public long end(int function) throws MalformedGoTableException {
    return text + number(2 * function + 2);
  }

  /** The function at an address, or -1 outside of Go code (C code in the same program). */
  public int indexOf(long address) throws MalformedGoTableException {
    if (address < entry(0) || address >= end(count - 1)) {
      return -1;
    }
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (entry(middle) <= address) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private long record(int function) throws MalformedGoTableException {
    return number(2 * function + 1);
  }

  private int field(int function, int offset) throws MalformedGoTableException {
    int place = offset == 0 ? 0 : offset + format.shift();
    return recordWord(record(function) + place);
  }

  private int recordWord(long at) throws MalformedGoTableException {
    boolean isWhole = format.firstOffsetWord() == 0; // 1.2 counts from the start of the table
    return isWhole ? names.s32(at, "function") : functions.s32(at, "function");
  }

  /** Name with its package. */
  public String name(int function) throws MalformedGoTableException {
    return names.text(field(function, 4), "name of a function");
  }

  private int flags(int function) throws MalformedGoTableException {
    return recordWord(record(function) + format.idOffset());
  }

  /** Nothing calls this function: stacks end here ({@code runtime.goexit}, thread starts). */
  public boolean isTopFrame(int function) throws MalformedGoTableException {
    return (flags(function) >> 8 & TOP_FRAME) != 0;
  }

  /** The function sets its stack pointer by hand: its stack deltas do not lead to a caller. */
  public boolean writesStackPointer(int function) throws MalformedGoTableException {
    return (flags(function) >> 8 & WRITES_STACK_POINTER) != 0;
  }

  /** The function is written in assembly. */
  public boolean isAssembly(int function) throws MalformedGoTableException {
    return (flags(function) >> 8 & ASSEMBLY) != 0;
  }

  /**
   * Bytes between stack pointer and return address, for every address of a function; false where
   * the file does not state them.
   */
  public boolean stackDeltas(int function, StackDeltaVisitor visitor)
      throws MalformedGoTableException {
    long end = end(function);
    int offset = field(function, 16);
    if (offset == 0) {
      return false;
    }
    PcValues values = values(function, offset);
    while (values.next()) {
      long start = values.start();
      if (start >= end) {
        return true;
      }
      visitor.range(start, Math.min(values.end(), end), values.value());
    }
    return true;
  }

  private PcValues values(int function, int offset) throws MalformedGoTableException {
    return new PcValues(pcData, offset & 0xffffffffL, entry(function), quantum);
  }

  private int valueAt(int function, int offset, long address) throws MalformedGoTableException {
    return offset == 0 ? -1 : values(function, offset).valueAt(address);
  }

  /**
   * The calls at an address, innermost first; empty outside of Go code. A return address must be
   * given minus one.
   */
  public List<GoCall> calls(long address) throws MalformedGoTableException {
    int function = indexOf(address);
    if (function < 0) {
      return List.of();
    }
    List<GoCall> calls = new ArrayList<>(2);
    long at = address;
    long tree = inlineTree(function);
    while (tree >= 0 && calls.size() < MAX_INLINED) {
      int index = valueAt(function, pcDataField(function, INLINE_TREE_INDEX), at);
      if (index < 0) {
        break;
      }
      long call = tree + (long) index * format.inlinedCallBytes();
      long name = inlined(call + format.inlinedNameOffset());
      long parent = inlined(call + format.inlinedNameOffset() + 4);
      calls.add(call(names.text(name, "name of an inlined function"), function, at, true));
      at = entry(function) + parent;
    }
    calls.add(call(name(function), function, at, false));
    return calls;
  }

  private long inlined(long at) throws MalformedGoTableException {
    if (functionData == null) {
      throw names.malformed("function data are missing");
    }
    return functionData.s32(at, "inlined call");
  }

  private GoCall call(String name, int function, long at, boolean inlined)
      throws MalformedGoTableException {
    int line = valueAt(function, field(function, 24), at);
    int file = valueAt(function, field(function, 20), at);
    return new GoCall(name, file < 0 ? "" : file(function, file), Math.max(line, 0), inlined);
  }

  private String file(int function, int number) throws MalformedGoTableException {
    if (format.unitOffset() < 0) {
      return names.text(files.u32(4L * number, "file"), "file");
    }
    long unit = recordWord(record(function) + format.unitOffset()) & 0xffffffffL;
    long place = units.u32(4 * (unit + number), "unit");
    return place == 0xffffffffL ? "" : files.text(place, "file");
  }

  /** Offset of program-counter data of a kind, 0 where the function has none. */
  private int pcDataField(int function, int kind) throws MalformedGoTableException {
    return kind < field(function, 28)
        ? recordWord(record(function) + format.pcDataOffset() + 4L * kind)
        : 0;
  }

  /** Place of the tree of inlined calls in the function data, -1 where the function has none. */
  private long inlineTree(int function) throws MalformedGoTableException {
    if (functionData == null || format.inlinedCallBytes() == 0) {
      return -1;
    }
    int kinds = flags(function) >>> 24;
    if (kinds <= INLINE_TREE) {
      return -1;
    }
    long first = format.pcDataOffset() + 4L * field(function, 28);
    int offset = recordWord(record(function) + first + 4L * INLINE_TREE);
    return offset == -1 ? -1 : offset & 0xffffffffL;
  }
}
