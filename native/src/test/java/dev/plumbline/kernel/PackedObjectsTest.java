package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackedObjectsTest {
  private static final Path SOURCES = Path.of("src/main/bpf");
  private static final Path PACKED = Path.of("target/classes/dev/plumbline/kernel/bpf");

  private static List<String> names(Path directory, String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .sorted()
          .toList();
    }
  }

  @Test
  void packedObjects_areExactlyTheCompiledSources() throws IOException {
    assertThat(names(PACKED, "")).hasSize(names(SOURCES, ".bpf.c").size());
    assertThat(names(PACKED, ".bpf.o")).isNotEmpty().isEqualTo(names(SOURCES, ".bpf.c"));
  }

  @Test
  void packedObject_isStrippedAndNamesNoBuildDirectory() throws IOException {
    for (String name : names(PACKED, ".bpf.o")) {
      Path file = PACKED.resolve(name + ".bpf.o");
      assertThat(ElfFile.open(file).sections())
          .extracting(ElfSection::name)
          .contains(".BTF", ".rodata", "license")
          .noneMatch(section -> section.startsWith(".debug"));
      assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
          .doesNotContain(Path.of("").toAbsolutePath().toString());
    }
  }

  @Test
  void sources_carryBothLicenses() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        assertThat(Files.readAllLines(file).get(0))
            .isEqualTo("/* SPDX-License-Identifier: MIT OR GPL-2.0 */");
      }
    }
  }
}
