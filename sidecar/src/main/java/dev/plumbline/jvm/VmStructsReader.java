package dev.plumbline.jvm;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the tables of {@link VmStructs}. Addresses come from the process, names from the file, so
 * all of it costs some 25 reads. Confined to one thread.
 *
 * <p>A table ends with an entry without a name; it is read up to the end of the segment that holds
 * it, at most {@link #MAX_TABLE_BYTES}.
 */
final class VmStructsReader {
  /** JDK 25 has 66 KiB in its largest table. */
  static final int MAX_TABLE_BYTES = 1 << 18;

  private static final int CHUNK_BYTES = 1 << 14;
  private static final int MAX_STRIDE = 256;
  private static final int MAX_SYMBOLS = 1 << 16;

  private final MemoryReader memory;
  private final ElfFile libjvm;
  private final long bias;
  private final Map<String, Long> exports = new HashMap<>();
  private final Map<String, Integer> offsets = new HashMap<>();
  private final Map<String, Long> addresses = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();
  private final Map<String, Long> constants = new HashMap<>();

  private VmStructsReader(MemoryReader memory, ElfFile libjvm, long bias) throws IOException {
    this.memory = memory;
    this.libjvm = libjvm;
    this.bias = bias;
    findExports();
    readFields();
    readTypes();
    readConstants("Int");
    readConstants("Long");
  }

  /**
   * Reads the tables of one process.
   *
   * @param bias what is added to an address of the file to get one of the process
   * @throws UnsupportedJvmException if the library exports no such tables, or nonsense
   */
  static VmStructs read(MemoryReader memory, ElfFile libjvm, long bias) throws IOException {
    VmStructsReader reader = new VmStructsReader(memory, libjvm, bias);
    return new VmStructs(reader.offsets, reader.addresses, reader.sizes, reader.constants);
  }

  private void findExports() throws IOException {
    ElfSection dynamic = libjvm.section(".dynsym");
    int count = dynamic == null ? 0 : Math.min(libjvm.symbolCount(dynamic), MAX_SYMBOLS);
    for (int i = 0; i < count && dynamic != null; i++) {
      ElfSymbol symbol = libjvm.symbol(dynamic, i);
      if (symbol.isDefined() && symbol.name().startsWith("gHotSpotVM")) {
        exports.put(symbol.name(), symbol.value());
      }
    }
  }

  private long exported(String name) throws IOException {
    Long address = exports.get(name);
    if (address == null) {
      throw new UnsupportedJvmException(libjvm.name() + " does not export " + name);
    }
    return memory.read(bias + address, 8).getLong(0);
  }

  /** Size of a table's entries. */
  private int stride(String name) throws IOException {
    return number(name, Long.BYTES, MAX_STRIDE);
  }

  /** Offset of a field of at most eight bytes in entries of that size. */
  private int fieldOffset(String name, int stride) throws IOException {
    return number(name, 0, stride - Long.BYTES);
  }

  private int number(String name, int low, int high) throws IOException {
    long value = exported(name);
    if (value < low || value > high) {
      throw new UnsupportedJvmException(
          name + " is " + value + ", expected " + low + " to " + high);
    }
    return (int) value;
  }

  private void readFields() throws IOException {
    String entry = "gHotSpotVMStructEntry";
    int stride = stride(entry + "ArrayStride");
    int type = fieldOffset(entry + "TypeNameOffset", stride);
    int field = fieldOffset(entry + "FieldNameOffset", stride);
    int isStatic = fieldOffset(entry + "IsStaticOffset", stride);
    int offset = fieldOffset(entry + "OffsetOffset", stride);
    int address = fieldOffset(entry + "AddressOffset", stride);
    ByteBuffer table = table("gHotSpotVMStructs", stride, type);
    for (int at = 0; at < table.limit(); at += stride) {
      String name = name(table.getLong(at + type)) + "." + name(table.getLong(at + field));
      if (table.getInt(at + isStatic) != 0) {
        addresses.put(name, table.getLong(at + address));
      } else {
        offsets.put(name, toInt(name, table.getLong(at + offset)));
      }
    }
  }

  private void readTypes() throws IOException {
    String entry = "gHotSpotVMTypeEntry";
    int stride = stride(entry + "ArrayStride");
    int type = fieldOffset(entry + "TypeNameOffset", stride);
    int size = fieldOffset(entry + "SizeOffset", stride);
    ByteBuffer table = table("gHotSpotVMTypes", stride, type);
    for (int at = 0; at < table.limit(); at += stride) {
      String name = name(table.getLong(at + type));
      sizes.put(name, toInt(name, table.getLong(at + size)));
    }
  }

  private void readConstants(String kind) throws IOException {
    String entry = "gHotSpotVM" + kind + "ConstantEntry";
    int stride = stride(entry + "ArrayStride");
    int nameOffset = fieldOffset(entry + "NameOffset", stride);
    int value = fieldOffset(entry + "ValueOffset", stride);
    ByteBuffer table = table("gHotSpotVM" + kind + "Constants", stride, nameOffset);
    for (int at = 0; at < table.limit(); at += stride) {
      long number = kind.equals("Int") ? table.getInt(at + value) : table.getLong(at + value);
      constants.put(name(table.getLong(at + nameOffset)), number);
    }
  }

  /** A copy of the table's entries up to the one without a name. */
  private ByteBuffer table(String symbol, int stride, int nameOffset) throws IOException {
    long start = exported(symbol);
    int limit = bytesToSegmentEnd(start);
    if (limit < stride) {
      throw new UnsupportedJvmException(
          symbol + " has entries of " + stride + " bytes in a segment with " + limit);
    }
    ByteBuffer table = ByteBuffer.allocate(limit).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (table.position() + Math.min(CHUNK_BYTES, limit - table.position()) > at + stride) {
      int length = Math.min(CHUNK_BYTES, limit - table.position());
      table.put(memory.read(start + table.position(), length).slice(0, length));
      for (; at + stride <= table.position(); at += stride) {
        if (table.getLong(at + nameOffset) == 0) {
          return table.limit(at);
        }
      }
    }
    throw new UnsupportedJvmException(symbol + " has no end within " + limit + " bytes");
  }

  private int bytesToSegmentEnd(long address) {
    for (ElfSegment segment : libjvm.segments()) {
      long at = address - bias - segment.address();
      if (segment.type() == ElfSegment.LOAD && Long.compareUnsigned(at, segment.memorySize()) < 0) {
        return (int) Math.min(segment.memorySize() - at, MAX_TABLE_BYTES);
      }
    }
    return 0;
  }

  private String name(long address) throws IOException {
    return libjvm.stringAt(address - bias);
  }

  private static int toInt(String name, long value) throws UnsupportedJvmException {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new UnsupportedJvmException(name + " has offset or size " + value);
    }
    return (int) value;
  }
}
