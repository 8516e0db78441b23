package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file with code, as symbols see it. Two objects stand for two files: identity is that of the
 * object, which must therefore be shared by the processes that map the file.
 */
public interface CodeFile {
  /** The opened file; null when it could not be opened or is no ELF file. */
  @Nullable ElfFile elf();

  /** Path as the process sees it, or a name in brackets. */
  String displayPath();

  /** Root directory of a process that maps the file, where its debug files may lie. */
  Path root();

  /** GNU build id in hexadecimal digits. */
  @Nullable String buildId();
}
