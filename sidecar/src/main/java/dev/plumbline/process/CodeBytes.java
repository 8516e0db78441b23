package dev.plumbline.process;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.unwind.StackCode;
import java.io.IOException;

/** Reads machine code from files instead of processes, which may be gone. Stateless. */
final class CodeBytes {
  private CodeBytes() {}

  /** As {@link StackCode#read}. */
  static int read(CodeRegion region, long address, byte[] to) {
    if (region.file() == null) {
      return StackCode.GENERATED;
    }
    ElfFile elf = region.file().elf();
    if (elf == null) {
      return 0;
    }
    long offset = address - region.start() + region.fileOffset();
    long length = Math.min(to.length, elf.size() - offset);
    if (offset < 0 || length <= 0) {
      return 0;
    }
    try {
      MappedReading.of(() -> elf.data(offset, length).get(to, 0, (int) length));
      return (int) length;
    } catch (IOException ignored) {
      return 0; // outside of the file after all, or it shrank under the mapping
    }
  }
}
