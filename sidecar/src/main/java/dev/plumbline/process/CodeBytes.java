package dev.plumbline.process;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.nio.ByteBuffer;

/** Reads machine code from files instead of processes, which may be gone. Stateless. */
final class CodeBytes {
  private CodeBytes() {}

  /** Reads from an address on; returns how many bytes of {@code to} were filled. */
  static int read(CodeRegion region, long address, byte[] to) {
    ElfFile elf = region.file() == null ? null : region.file().elf();
    if (elf == null) {
      return 0;
    }
    long offset = address - region.start() + region.fileOffset();
    long length = Math.min(to.length, elf.size() - offset);
    if (offset < 0 || length <= 0) {
      return 0;
    }
    try {
      ByteBuffer bytes = elf.data(offset, length);
      bytes.get(to, 0, (int) length);
      return (int) length;
    } catch (MalformedElfException | InternalError ignored) {
      return 0; // outside of the file after all, or it shrank under the mapping
    }
  }
}
