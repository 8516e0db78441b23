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
import java.util.OptionalInt;

/**
 * What libjvm exports about itself for the serviceability agent: offsets of fields, addresses of
 * static fields, sizes of types, constants. Addresses come from the process, names from the file,
 * so all of it costs a dozen reads. Immutable.
 *
 * <p>A table ends with an entry without a name; it is read up to the end of the segment that holds
 * it, at most {@link #MAX_TABLE_BYTES}.
 */
final class VmStructs {
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

  private VmStructs(MemoryReader memory, ElfFile libjvm, long bias) throws IOException {
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
   * Reads the tables.
   *
   * @param bias what is added to an address of the file to get one of the process
   * @throws UnsupportedJvmException if the library exports no such tables, or nonsense
   */
  static VmStructs read(MemoryReader memory, ElfFile libjvm, long bias) throws IOException {
    return new VmStructs(memory, libjvm, bias);
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

  /** One of the exported numbers that describe a table: an offset in its entries, or their size. */
  private int number(String name) throws IOException {
    long value = exported(name);
    if (value < 0 || value > MAX_STRIDE) {
      throw new UnsupportedJvmException(name + " is " + value + ", expected 0 to " + MAX_STRIDE);
    }
    return (int) value;
  }

  private void readFields() throws IOException {
    String entry = "gHotSpotVMStructEntry";
    int stride = number(entry + "ArrayStride");
    int type = number(entry + "TypeNameOffset");
    int field = number(entry + "FieldNameOffset");
    int isStatic = number(entry + "IsStaticOffset");
    int offset = number(entry + "OffsetOffset");
    int address = number(entry + "AddressOffset");
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
    int stride = number(entry + "ArrayStride");
    int type = number(entry + "TypeNameOffset");
    int size = number(entry + "SizeOffset");
    ByteBuffer table = table("gHotSpotVMTypes", stride, type);
    for (int at = 0; at < table.limit(); at += stride) {
      String name = name(table.getLong(at + type));
      sizes.put(name, toInt(name, table.getLong(at + size)));
    }
  }

  private void readConstants(String kind) throws IOException {
    String entry = "gHotSpotVM" + kind + "ConstantEntry";
    int stride = number(entry + "ArrayStride");
    int nameOffset = number(entry + "NameOffset");
    int value = number(entry + "ValueOffset");
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
    if (stride < 16 || limit < stride) {
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

  /** Offset of an instance field, named {@code Type._field}. */
  int offset(String field) throws UnsupportedJvmException {
    Integer offset = offsets.get(field);
    if (offset == null) {
      throw UnsupportedJvmException.missing(field);
    }
    return offset;
  }

  /** Offset of the first of these fields that this JVM has; the first is named if none is there. */
  int firstOffset(String... fields) throws UnsupportedJvmException {
    for (String field : fields) {
      if (hasField(field)) {
        return offset(field);
      }
    }
    throw UnsupportedJvmException.missing(fields[0]);
  }

  /** The type has that instance field. */
  boolean hasField(String field) {
    return offsets.containsKey(field);
  }

  /** Address of a static field, named {@code Type._field}. */
  long address(String field) throws UnsupportedJvmException {
    Long address = addresses.get(field);
    if (address == null) {
      throw UnsupportedJvmException.missing(field);
    }
    return address;
  }

  /** Size of a type in bytes. */
  int size(String type) throws UnsupportedJvmException {
    Integer size = sizes.get(type);
    if (size == null) {
      throw UnsupportedJvmException.missing(type);
    }
    return size;
  }

  /** A constant, if this JVM exports it. */
  OptionalInt constant(String name) {
    Long value = constants.get(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of((int) (long) value);
  }

  /** For tests: everything, one entry a line. */
  @Override
  public String toString() {
    return "fields " + offsets + " statics " + addresses + " types " + sizes + " " + constants;
  }
}
