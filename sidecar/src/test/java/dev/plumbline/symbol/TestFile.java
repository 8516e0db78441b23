package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file that a test compiled, as a process in some root directory would see it. */
record TestFile(ElfFile elf, String displayPath, Path root, @Nullable String buildId)
    implements CodeFile {
  /** A file by its path below a root directory. */
  static TestFile of(Path root, String path) throws IOException {
    ElfFile elf = ElfFile.open(root.resolve(path.substring(1)));
    return new TestFile(elf, path, root, elf.buildId());
  }

  /** Runs a tool; the test is skipped where it is missing. */
  static void run(Path directory, String... command) throws IOException, InterruptedException {
    boolean isThere =
        List.of("/usr/bin", "/usr/local/bin").stream()
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, command[0])));
    assumeTrue(isThere || Files.isExecutable(Path.of(command[0])), command[0] + " is absent");
    Process process = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(process.waitFor()).as("%s", List.of(command)).isZero();
  }

  /** Address of a symbol in the file's symbol table. */
  long address(String symbol) throws IOException {
    for (ElfSection section : elf.sections()) {
      if (section.type() == ElfSection.SYMTAB || section.type() == ElfSection.DYNSYM) {
        for (int i = 0; i < elf.symbolCount(section); i++) {
          if (elf.symbol(section, i).name().equals(symbol)) {
            return elf.symbol(section, i).value();
          }
        }
      }
    }
    throw new AssertionError("no symbol " + symbol);
  }
}
