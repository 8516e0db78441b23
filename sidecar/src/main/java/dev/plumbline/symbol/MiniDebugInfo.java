package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * The symbol table that Fedora and its kin pack into stripped files: {@code .gnu_debugdata}, an ELF
 * file compressed by xz. It leaves out what {@code .dynsym} has. Pure functions.
 */
final class MiniDebugInfo {
  /** Largest inflated file; those of the largest libraries have about 4 MiB. */
  static final int MAX_INFLATED_BYTES = 16 << 20;

  /** Most memory that the decoder may ask for, in KiB. */
  private static final int MAX_DECODER_KIB = 24 << 10;

  private MiniDebugInfo() {}

  /** The inflated file, or null where there is none. */
  static @Nullable ElfFile find(ElfFile elf) throws IOException {
    ElfSection section = elf.section(".gnu_debugdata");
    if (section == null) {
      return null;
    }
    ByteBuffer packed = elf.data(section);
    if (packed.capacity() > MAX_INFLATED_BYTES) {
      throw new MalformedElfException(
          elf.name()
              + ": .gnu_debugdata has "
              + packed.capacity()
              + " bytes, the limit is "
              + MAX_INFLATED_BYTES);
    }
    byte[] bytes = new byte[packed.capacity()];
    packed.get(0, bytes);
    try (XZInputStream in = new XZInputStream(new ByteArrayInputStream(bytes), MAX_DECODER_KIB)) {
      byte[] inflated = in.readNBytes(MAX_INFLATED_BYTES + 1);
      if (inflated.length > MAX_INFLATED_BYTES) {
        throw new MalformedElfException(
            elf.name() + ": .gnu_debugdata inflates to over " + MAX_INFLATED_BYTES + " bytes");
      }
      return ElfFile.of(ByteBuffer.wrap(inflated), elf.name() + " .gnu_debugdata");
    }
  }
}
