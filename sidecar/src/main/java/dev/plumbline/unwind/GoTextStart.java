package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;

/**
 * Finds where Go's text begins. Since Go 1.26 the line table does not say, and with cgo it is not
 * where {@code .text} begins. The runtime's module data says: its first word is the address of the
 * line table, and the word at 160 the first function's address. In position-independent programs
 * both words are relocations. Stateless.
 */
final class GoTextStart {
  private static final int MIN_PC = 160;
  private static final int RELA = 4;
  private static final int RELATIVE = 8;
  private static final int RELA_BYTES = 24;
  private static final int PROGBITS = 1;
  private static final long WRITABLE = 1;

  private GoTextStart() {}

  /** Link-time address of the start of text, or -1. */
  static long find(ElfFile file, GoLineTable table) throws MalformedElfException {
    long minPc = -1;
    for (ElfSection section : file.sections()) {
      if (section.type() == RELA && minPc < 0) {
        minPc = byRelocation(file.data(section), table.address());
      }
    }
    for (ElfSection section : file.sections()) {
      boolean isData = section.type() == PROGBITS && (section.flags() & WRITABLE) != 0;
      if (isData && minPc < 0) {
        minPc = byData(file.data(section), table.address());
      }
    }
    return minPc < 0 ? -1 : minPc - table.entry(0);
  }

  private static long byData(ByteBuffer data, long tableAddress) {
    for (int at = 0; at + MIN_PC + 8 <= data.capacity(); at += 8) {
      if (data.getLong(at) == tableAddress && data.getLong(at + MIN_PC) > 0) {
        return data.getLong(at + MIN_PC);
      }
    }
    return -1;
  }

  private static long byRelocation(ByteBuffer relocations, long tableAddress) {
    for (int at = 0; at + RELA_BYTES <= relocations.capacity(); at += RELA_BYTES) {
      if (relocations.getLong(at + 16) == tableAddress && relocations.getLong(at + 8) == RELATIVE) {
        long found = addend(relocations, relocations.getLong(at) + MIN_PC);
        if (found > 0) {
          return found;
        }
      }
    }
    return -1;
  }

  private static long addend(ByteBuffer relocations, long address) {
    for (int at = 0; at + RELA_BYTES <= relocations.capacity(); at += RELA_BYTES) {
      if (relocations.getLong(at) == address && relocations.getLong(at + 8) == RELATIVE) {
        return relocations.getLong(at + 16);
      }
    }
    return -1;
  }
}
