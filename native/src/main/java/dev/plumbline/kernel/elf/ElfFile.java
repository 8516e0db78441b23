package dev.plumbline.kernel.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A 64-bit little-endian ELF file. Immutable and thread-safe. The file is mapped, not read, and its
 * descriptor is closed at once; the mapping lives as long as this object, so that symbols can still
 * be read after the process has gone. A file of others can be truncated under the mapping: who
 * reads it does so in a {@link MappedReading}.
 */
public final class ElfFile {
  /** Largest accepted file: one mapping of the JDK holds no more. */
  public static final long MAX_FILE_BYTES = Integer.MAX_VALUE;

  /** Most section headers; real files stay below 200 (objects with a section per function more). */
  static final int MAX_SECTIONS = 1 << 17;

  /** Most program headers. */
  static final int MAX_SEGMENTS = 1024;

  private static final int MAGIC = 0x464c457f;
  private static final int HEADER_BYTES = 64;
  private static final int SECTION_HEADER_BYTES = 64;
  private static final int SEGMENT_HEADER_BYTES = 56;
  private static final int SYMBOL_BYTES = 24;
  private static final int NOTE_BUILD_ID = 3;
  private static final int GNU = 0x00554e47;

  private final ElfBytes bytes;
  private final List<ElfSection> sections;
  private final List<ElfSegment> segments;

  private ElfFile(ElfBytes bytes) throws MalformedElfException {
    this.bytes = bytes;
    checkIdentification();
    this.segments = readSegments();
    this.sections = readSections();
  }

  /** Maps and checks the file's headers. */
  public static ElfFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size > MAX_FILE_BYTES) {
        throw new MalformedElfException(
            path + ": has " + size + " bytes, the limit is " + MAX_FILE_BYTES);
      }
      ByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, size);
      return MappedReading.of(() -> of(mapped, path.toString()));
    }
  }

  /** Reads an image in memory; {@code name} appears in messages. */
  public static ElfFile of(ByteBuffer image, String name) throws MalformedElfException {
    return new ElfFile(new ElfBytes(image, name));
  }

  private void checkIdentification() throws MalformedElfException {
    if (bytes.size() < HEADER_BYTES || bytes.u32(0, "magic") != MAGIC) {
      throw bytes.malformed("is no ELF file");
    }
    int elfClass = bytes.u8(4, "class");
    int order = bytes.u8(5, "byte order");
    if (elfClass != 2 || order != 1) {
      throw bytes.malformed(
          "class " + elfClass + " and byte order " + order + ", expected 64 bits, little-endian");
    }
  }

  private List<ElfSegment> readSegments() throws MalformedElfException {
    long table = bytes.u64(32, "e_phoff");
    int count = bytes.u16(56, "e_phnum");
    if (table == 0 || count == 0) {
      return List.of();
    }
    if (bytes.u16(54, "e_phentsize") != SEGMENT_HEADER_BYTES || count > MAX_SEGMENTS) {
      throw bytes.malformed(
          count
              + " program headers of "
              + bytes.u16(54, "e_phentsize")
              + " bytes, expected at most "
              + MAX_SEGMENTS
              + " of "
              + SEGMENT_HEADER_BYTES);
    }
    List<ElfSegment> read = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long at = table + (long) i * SEGMENT_HEADER_BYTES;
      String what = "program header " + i;
      read.add(
          new ElfSegment(
              (int) bytes.u32(at, what),
              (int) bytes.u32(at + 4, what),
              bytes.u64(at + 8, what),
              bytes.u64(at + 16, what),
              bytes.u64(at + 32, what),
              bytes.u64(at + 40, what)));
    }
    return List.copyOf(read);
  }

  private List<ElfSection> readSections() throws MalformedElfException {
    long table = bytes.u64(40, "e_shoff");
    if (table == 0) {
      return List.of();
    }
    if (bytes.u16(58, "e_shentsize") != SECTION_HEADER_BYTES) {
      throw bytes.malformed("e_shentsize is " + bytes.u16(58, "e_shentsize") + ", expected 64");
    }
    long count = bytes.u16(60, "e_shnum");
    long nameTable = bytes.u16(62, "e_shstrndx");
    if (count == 0) { // more than 65279 sections: the number stands in the first header
      count = bytes.u64(table + 32, "number of sections");
    }
    if (nameTable == 0xffff) {
      nameTable = bytes.u32(table + 40, "index of the name section");
    }
    if (count < 0 || count > MAX_SECTIONS || nameTable >= count) {
      throw bytes.malformed(
          Long.toUnsignedString(count)
              + " sections with names in "
              + nameTable
              + ", the limit is "
              + MAX_SECTIONS);
    }
    long names = table + nameTable * SECTION_HEADER_BYTES;
    long namesOffset = bytes.u64(names + 24, "offset of section names");
    long namesSize = bytes.u64(names + 32, "size of section names");
    List<ElfSection> read = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      read.add(readSection(i, table + (long) i * SECTION_HEADER_BYTES, namesOffset, namesSize));
    }
    return List.copyOf(read);
  }

  private ElfSection readSection(int index, long at, long namesOffset, long namesSize)
      throws MalformedElfException {
    String what = "section header " + index;
    long nameAt = bytes.u32(at, what);
    String name = index == 0 ? "" : bytes.name(namesOffset, namesSize, nameAt, what + ": name");
    return new ElfSection(
        index,
        name,
        (int) bytes.u32(at + 4, what),
        bytes.u64(at + 8, what),
        bytes.u64(at + 16, what),
        bytes.u64(at + 24, what),
        bytes.u64(at + 32, what),
        (int) bytes.u32(at + 40, what),
        (int) bytes.u32(at + 44, what),
        bytes.u64(at + 56, what));
  }

  /** The name given at opening. */
  public String name() {
    return bytes.file();
  }

  /** Size of the file in bytes. */
  public long size() {
    return bytes.size();
  }

  /** {@code e_type}: 2 executable at fixed addresses, 3 shared object or position-independent. */
  public int type() throws MalformedElfException {
    return bytes.u16(16, "e_type");
  }

  /** {@code e_machine}: 62 x86-64, 183 AArch64, 247 BPF. */
  public int machine() throws MalformedElfException {
    return bytes.u16(18, "e_machine");
  }

  /** Sections in file order; none in a file stripped of its headers. */
  public List<ElfSection> sections() {
    return sections;
  }

  /** The first section of that name. */
  public @Nullable ElfSection section(String name) {
    for (ElfSection section : sections) {
      if (section.name().equals(name)) {
        return section;
      }
    }
    return null;
  }

  /** Program headers in file order. */
  public List<ElfSegment> segments() {
    return segments;
  }

  /** The section's bytes, read-only and little-endian; empty for one without bytes in the file. */
  public ByteBuffer data(ElfSection section) throws MalformedElfException {
    long size = section.isNobits() ? 0 : section.size();
    return bytes.slice(section.isNobits() ? 0 : section.offset(), size, section.name());
  }

  /** The bytes of a segment in the file. */
  public ByteBuffer data(ElfSegment segment) throws MalformedElfException {
    return bytes.slice(segment.offset(), segment.fileSize(), "segment " + segment.type());
  }

  /** Bytes of the file at an offset. */
  public ByteBuffer data(long offset, long length) throws MalformedElfException {
    return bytes.slice(offset, length, "range");
  }

  /** All bytes of the file, read-only; those of the mapping where the file is mapped. */
  public ByteBuffer image() {
    return bytes.image();
  }

  /** Where the byte at a link-time address lies in the file, or -1 where the file has none. */
  public long fileOffset(long address) {
    for (ElfSegment segment : segments) {
      if (segment.holds(address)) {
        return address - segment.address() + segment.offset();
      }
    }
    return -1;
  }

  /** A NUL-terminated string at a link-time address. */
  public String stringAt(long address) throws MalformedElfException {
    long offset = fileOffset(address);
    return bytes.name(0, bytes.size(), offset, "string at 0x" + Long.toHexString(address));
  }

  /** Number of entries of a symbol table. */
  public int symbolCount(ElfSection table) throws MalformedElfException {
    return data(table).capacity() / SYMBOL_BYTES;
  }

  /** One symbol. */
  public ElfSymbol symbol(ElfSection table, int index) throws MalformedElfException {
    ByteBuffer entries = data(table);
    if (index < 0 || index >= entries.capacity() / SYMBOL_BYTES) {
      throw bytes.malformed("symbol " + index + " is not in " + table.name());
    }
    int at = index * SYMBOL_BYTES;
    int info = entries.get(at + 4);
    return new ElfSymbol(
        symbolName(table, entries.getInt(at) & 0xffffffffL),
        entries.getLong(at + 8),
        entries.getLong(at + 16),
        info & 15,
        info >> 4 & 15,
        entries.getShort(at + 6) & 0xffff);
  }

  /** The first defined symbol of that name, or null. Walks the table: for a few look-ups. */
  public @Nullable ElfSymbol symbol(ElfSection table, String name) throws MalformedElfException {
    int count = symbolCount(table);
    for (int i = 0; i < count; i++) {
      ElfSymbol symbol = symbol(table, i);
      if (symbol.isDefined() && symbol.name().equals(name)) {
        return symbol;
      }
    }
    return null;
  }

  private String symbolName(ElfSection table, long at) throws MalformedElfException {
    if (at == 0) {
      return "";
    }
    if (table.link() <= 0 || table.link() >= sections.size()) {
      throw bytes.malformed(table.name() + " has its names in section " + table.link());
    }
    ElfSection names = sections.get(table.link());
    return bytes.name(names.offset(), names.size(), at, "symbol name");
  }

  /** The GNU build id in lower-case hexadecimal digits, or null where the file has none. */
  public @Nullable String buildId() throws MalformedElfException {
    for (ElfSegment segment : segments) {
      String id = segment.type() == ElfSegment.NOTE ? buildId(data(segment)) : null;
      if (id != null) {
        return id;
      }
    }
    ElfSection section = section(".note.gnu.build-id");
    return section == null ? null : buildId(data(section));
  }

  private static @Nullable String buildId(ByteBuffer notes) {
    long at = 0;
    while (at + 12 <= notes.capacity()) {
      int start = (int) at;
      long nameBytes = notes.getInt(start) & 0xffffffffL;
      long idBytes = notes.getInt(start + 4) & 0xffffffffL;
      long id = at + 12 + (nameBytes + 3 & ~3L);
      long next = id + (idBytes + 3 & ~3L);
      boolean isBuildId = notes.getInt(start + 8) == NOTE_BUILD_ID && nameBytes == 4;
      if (isBuildId
          && id + idBytes <= notes.capacity()
          && idBytes > 0
          && idBytes <= 64
          && notes.getInt(start + 12) == GNU) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < idBytes; i++) {
          int b = notes.get((int) id + i) & 0xff;
          hex.append(Character.forDigit(b >> 4, 16)).append(Character.forDigit(b & 15, 16));
        }
        return hex.toString();
      }
      at = next;
    }
    return null;
  }
}
