package dev.plumbline.symbol.go;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Where the line table of a program lies. Pure functions. */
final class GoTableLocator {
  private static final int HEADER_BYTES = 72;
  private static final int NOTE_OF_GO = 4;
  private static final int NAME_OF_GO = 0x00006f47;

  /** A table's place. */
  record Place(long address, ByteBuffer bytes) {}

  private GoTableLocator() {}

  /** The table's place, or null in a program that is not Go. */
  static @Nullable Place locate(ElfFile elf) throws MalformedElfException {
    for (ElfSection section : elf.sections()) {
      String name = section.name();
      if (name.equals(".gopclntab") || name.equals(".data.rel.ro.gopclntab")) {
        return new Place(section.address(), elf.data(section));
      }
    }
    if (!isGo(elf)) {
      return null;
    }
    // A system linker merges the section into others when the program is relocatable.
    for (ElfSection section : elf.sections()) {
      if (section.name().equals(".data.rel.ro") || section.name().equals(".rodata")) {
        Place place = search(section.address(), elf.data(section));
        if (place != null) {
          return place;
        }
      }
    }
    if (elf.sections().isEmpty()) {
      for (ElfSegment segment : elf.segments()) {
        Place place =
            segment.type() == ElfSegment.LOAD ? search(segment.address(), elf.data(segment)) : null;
        if (place != null) {
          return place;
        }
      }
    }
    return null;
  }

  private static boolean isGo(ElfFile elf) throws MalformedElfException {
    if (elf.section(".go.buildinfo") != null || elf.section(".note.go.buildid") != null) {
      return true;
    }
    for (ElfSegment segment : elf.segments()) {
      if (segment.type() == ElfSegment.NOTE && hasNoteOfGo(elf.data(segment))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasNoteOfGo(ByteBuffer notes) {
    for (int at = 0; at + 16 <= notes.capacity(); at += 4) {
      boolean isNote = notes.getInt(at) == NOTE_OF_GO && notes.getInt(at + 8) == NOTE_OF_GO;
      if (isNote && notes.getInt(at + 12) == NAME_OF_GO) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Place search(long address, ByteBuffer bytes) {
    for (int at = (int) -address & 7; at + HEADER_BYTES <= bytes.capacity(); at += 8) {
      if (isHeader(bytes, at)) {
        ByteBuffer table = bytes.slice(at, bytes.capacity() - at).order(bytes.order());
        return new Place(address + at, table);
      }
    }
    return null;
  }

  private static boolean isHeader(ByteBuffer bytes, int at) {
    if (bytes.getInt(at) >>> 4 != 0x0fffffff || bytes.getShort(at + 4) != 0) {
      return false;
    }
    GoTableFormat format = GoTableFormat.of(bytes.getInt(at));
    int quantum = bytes.get(at + 6);
    long functions = bytes.getLong(at + 8);
    return format != null
        && (quantum == 1 || quantum == 4)
        && bytes.get(at + 7) == 8
        && functions > 0
        && functions < (bytes.capacity() - at) / (2 * format.entryBytes());
  }
}
