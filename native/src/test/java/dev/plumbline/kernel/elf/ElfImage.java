package dev.plumbline.kernel.elf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes small ELF files for tests: a code segment, a note, and sections. */
final class ElfImage {
  private record Section(String name, int type, long address, byte[] data, int link, int info) {}

  private final List<Section> sections = new ArrayList<>();
  private byte[] buildId = new byte[0];

  ElfImage() {
    section("", 0, 0, new byte[0], 0);
  }

  ElfImage section(String name, int type, long address, byte[] data, int link) {
    sections.add(new Section(name, type, address, data, link, 0));
    return this;
  }

  ElfImage buildId(byte[] id) {
    buildId = id;
    return this;
  }

  /** A symbol table entry. */
  static byte[] symbol(int name, int type, int section, long value, long size) {
    ByteBuffer entry = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    entry.putInt(name).put((byte) (1 << 4 | type)).put((byte) 0).putShort((short) section);
    return entry.putLong(value).putLong(size).array();
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  /** Code lies at address 0x401000 and file offset 0x1000 minus nothing: the first 4096 bytes. */
  byte[] write() {
    StringBuilder names = new StringBuilder();
    List<Integer> nameOffsets = new ArrayList<>();
    List<Section> all = new ArrayList<>(sections);
    all.add(new Section(".shstrtab", 3, 0, new byte[0], 0, 0));
    for (Section section : all) {
      nameOffsets.add(names.length());
      names.append(section.name()).append('\0');
    }
    byte[] note = note();
    int dataStart = 64 + 2 * 56 + note.length;
    int offset = dataStart;
    List<Integer> offsets = new ArrayList<>();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    byte[] nameBytes = names.toString().getBytes(StandardCharsets.US_ASCII);
    List<byte[]> contents = new ArrayList<>();
    for (Section section : all) {
      byte[] bytes = section.name().equals(".shstrtab") ? nameBytes : section.data();
      contents.add(bytes);
      offsets.add(offset);
      data.writeBytes(bytes);
      offset += bytes.length;
    }
    ByteBuffer out = ByteBuffer.allocate(offset + all.size() * 64).order(ByteOrder.LITTLE_ENDIAN);
    header(out, offset, all.size());
    segment(out, 1, 5, 0, 0x401000, offset);
    segment(out, 4, 4, 64 + 2 * 56, 0x400000, note.length);
    out.put(note).put(data.toByteArray());
    for (int i = 0; i < all.size(); i++) {
      Section section = all.get(i);
      out.putInt(nameOffsets.get(i)).putInt(section.type()).putLong(section.type() == 1 ? 4 : 0);
      out.putLong(section.address()).putLong(offsets.get(i)).putLong(contents.get(i).length);
      out.putInt(section.link()).putInt(section.info()).putLong(1).putLong(0);
    }
    return out.array();
  }

  private byte[] note() {
    ByteBuffer note =
        ByteBuffer.allocate(16 + (buildId.length + 3 & ~3)).order(ByteOrder.LITTLE_ENDIAN);
    note.putInt(4)
        .putInt(buildId.length)
        .putInt(3)
        .put("GNU\0".getBytes(StandardCharsets.US_ASCII));
    return note.put(buildId).array();
  }

  private static void header(ByteBuffer out, int sectionTable, int sectionCount) {
    out.putInt(0x464c457f).put((byte) 2).put((byte) 1).put((byte) 1).put(new byte[9]);
    out.putShort((short) 3).putShort((short) 62).putInt(1).putLong(0x401000);
    out.putLong(64).putLong(sectionTable).putInt(0).putShort((short) 64);
    out.putShort((short) 56).putShort((short) 2).putShort((short) 64);
    out.putShort((short) sectionCount).putShort((short) (sectionCount - 1));
  }

  private static void segment(
      ByteBuffer out, int type, int flags, long offset, long address, long size) {
    out.putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(address);
    out.putLong(size).putLong(size).putLong(4096);
  }
}
