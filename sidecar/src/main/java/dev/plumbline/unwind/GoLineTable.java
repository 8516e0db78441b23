package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The parts of Go's line table (1.18 and later) that unwinding needs: functions, their flags, and
 * how far the stack pointer is from its value at their entry. Foreign bytes: every index is checked
 * by the buffers. Immutable.
 *
 * <pre>
 *  0 magic u32, 6 quantum u8, 7 pointer size u8, 8 functions u64
 * 32 offset of names, 56 offset of the pc tables, 64 offset of the function index, each u64
 *
 * function index: { entry u32, offset of the function u32 } x functions, end of the last u32
 * function: 4 name, 16 table of stack depths, 40 or 36 id u8, flags u8
 * </pre>
 */
final class GoLineTable {
  static final int TOP_FRAME = 1;
  static final int WRITES_SP = 2;

  private static final int MAGIC_1_18 = 0xfffffff0;
  private static final int MAGIC_1_20 = 0xfffffff1;
  private static final int MAX_FUNCTIONS = 1 << 22;
  private static final int MAX_NAME = 256;
  private static final int HEADER_BYTES = 72;

  /** Receives the depths of a function. */
  @FunctionalInterface
  interface Depths {
    /** From {@code offset} after the function's entry on, the stack is {@code depth} deep. */
    void from(long offset, int depth);
  }

  private final ByteBuffer bytes;
  private final long address;
  private final int count;
  private final int names;
  private final int tables;
  private final int index;
  private final int flagsAt;

  private GoLineTable(ByteBuffer bytes, long address) throws UnwindFormatException {
    this.bytes = bytes;
    this.address = address;
    int magic = bytes.capacity() < HEADER_BYTES ? 0 : bytes.getInt(0);
    if ((magic != MAGIC_1_18 && magic != MAGIC_1_20) || bytes.get(6) != 1 || bytes.get(7) != 8) {
      throw new UnwindFormatException("Go line table " + Integer.toHexString(magic));
    }
    long functions = bytes.getLong(8);
    if (functions <= 0 || functions > MAX_FUNCTIONS) {
      throw new UnwindFormatException("Go line table with " + functions + " functions");
    }
    this.count = (int) functions;
    this.flagsAt = magic == MAGIC_1_20 ? 41 : 37;
    this.names = offset(32);
    this.tables = offset(56);
    this.index = offset(64);
    if (index > bytes.capacity() - count * 8L - 4) {
      throw new UnwindFormatException("Go function index at " + index);
    }
  }

  private int offset(int at) throws UnwindFormatException {
    long offset = bytes.getLong(at);
    if (offset < 0 || offset >= bytes.capacity()) {
      throw new UnwindFormatException("Go line table refers to " + offset);
    }
    return (int) offset;
  }

  /** The table of a file, or null where it is not a Go program of a known version. */
  static @Nullable GoLineTable of(ElfFile file) throws IOException {
    for (String name : new String[] {".gopclntab", ".data.rel.ro.gopclntab"}) {
      ElfSection section = file.section(name);
      if (section != null && !section.isNobits()) {
        return new GoLineTable(file.data(section), section.address());
      }
    }
    return null;
  }

  /** Link-time address of the table. */
  long address() {
    return address;
  }

  int count() {
    return count;
  }

  /** Entry of a function, or for {@link #count()} the end of the last, from the start of text. */
  long entry(int function) {
    return bytes.getInt(index + function * 8) & 0xffffffffL;
  }

  private int at(int function) {
    return Math.addExact(index, bytes.getInt(index + function * 8 + 4));
  }

  int flags(int function) {
    return bytes.get(at(function) + flagsAt) & 0xff;
  }

  String name(int function) {
    int start = Math.addExact(names, bytes.getInt(at(function) + 4));
    int end = start;
    while (end < bytes.capacity() && end - start < MAX_NAME && bytes.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - start];
    bytes.get(start, name);
    return new String(name, StandardCharsets.UTF_8);
  }

  /**
   * Hands over the stack depths of a function up to {@code length} bytes; false when the file does
   * not state them.
   */
  boolean depths(int function, long length, Depths depths) throws UnwindFormatException {
    int table = bytes.getInt(at(function) + 16);
    if (table <= 0) {
      return false;
    }
    FrameCursor cursor = new FrameCursor(bytes);
    cursor.window(Math.addExact(tables, table), bytes.capacity());
    long depth = -1;
    long offset = 0;
    while (offset < length) {
      long change = cursor.uleb();
      if (change == 0 && offset > 0) {
        return true;
      }
      depth += change >>> 1 ^ -(change & 1);
      long step = cursor.uleb();
      if (step <= 0 || depth < 0 || depth > Integer.MAX_VALUE) {
        throw new UnwindFormatException("stack depth " + depth + " for " + step + " bytes");
      }
      depths.from(offset, (int) depth);
      offset += step;
    }
    return true;
  }
}
