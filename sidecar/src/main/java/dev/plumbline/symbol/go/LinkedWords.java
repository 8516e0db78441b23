package dev.plumbline.symbol.go;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Words of data as they are once the program is loaded at its linked address: a relocatable program
 * has zeros in the file and the values in its relocations. Immutable.
 */
final class LinkedWords {
  private static final int RELA = 4;
  private static final int RELA_BYTES = 24;
  private static final int X86_64_RELATIVE = 8;
  private static final int AARCH64_RELATIVE = 1027;

  /** Most places of one value that are looked at. */
  private static final int MAX_PLACES = 64;

  private final ElfFile elf;
  private final List<ByteBuffer> relocations = new ArrayList<>();

  LinkedWords(ElfFile elf) throws MalformedElfException {
    this.elf = elf;
    for (ElfSection section : elf.sections()) {
      if (section.type() == RELA) {
        relocations.add(elf.data(section));
      }
    }
  }

  private static boolean isRelative(ByteBuffer entries, int at) {
    int type = entries.getInt(at + 8);
    return type == X86_64_RELATIVE || type == AARCH64_RELATIVE;
  }

  /** The word at a linked address; 0 where the file has none. */
  long word(long address) throws MalformedElfException {
    for (ByteBuffer entries : relocations) {
      for (int at = 0; at + RELA_BYTES <= entries.capacity(); at += RELA_BYTES) {
        if (entries.getLong(at) == address && isRelative(entries, at)) {
          return entries.getLong(at + 16);
        }
      }
    }
    long offset = elf.fileOffset(address);
    return offset < 0 ? 0 : elf.data(offset, 8).getLong(0);
  }

  /** Aligned places in data sections that hold a value. */
  List<Long> placesOf(long value) throws MalformedElfException {
    List<Long> places = new ArrayList<>();
    for (ByteBuffer entries : relocations) {
      for (int at = 0; at + RELA_BYTES <= entries.capacity(); at += RELA_BYTES) {
        if (entries.getLong(at + 16) == value && isRelative(entries, at)) {
          add(places, entries.getLong(at));
        }
      }
    }
    for (ElfSection section : elf.sections()) {
      String name = section.name();
      if (name.equals(".go.module") || name.equals(".noptrdata") || name.startsWith(".data")) {
        ByteBuffer words = elf.data(section);
        for (int at = (int) -section.address() & 7; at + 8 <= words.capacity(); at += 8) {
          if (words.getLong(at) == value) {
            add(places, section.address() + at);
          }
        }
      }
    }
    return places;
  }

  private static void add(List<Long> places, long place) {
    if (places.size() < MAX_PLACES) {
      places.add(place);
    }
  }
}
