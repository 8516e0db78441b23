package dev.plumbline.symbol.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every function name of libraries on this machine, beside what c++filt writes. */
class RealNamesTest {
  private static final Path CXXFILT = Path.of("/usr/bin/c++filt");

  /** Above this many names of a library every n-th is taken, to keep the test short. */
  private static final int MAX_NAMES = 30_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
        "/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1",
        "/usr/bin/node",
        "libjvm.so",
      })
  void functionNames_agreeWithCxxfilt(String file) throws Exception {
    Path library =
        file.equals("libjvm.so")
            ? Path.of(System.getProperty("java.home"), "lib/server/libjvm.so")
            : Path.of(file);
    assumeTrue(Files.exists(library) && Files.exists(CXXFILT), library + " or c++filt is absent");
    List<String> names = mangledNames(library);
    assumeTrue(!names.isEmpty(), library + " has no C++ names");
    List<String> expected = cxxfilt(names);
    assertThat(expected).hasSameSizeAs(names);
    int equal = 0;
    List<String> others = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String text = Demangler.demangle(names.get(i)).text();
      if (text.equals(expected.get(i))) {
        equal++;
      } else {
        others.add(names.get(i) + "\n  " + expected.get(i) + "\n  " + text);
      }
    }
    double share = (double) equal / names.size();
    assertThat(share)
        .as("%s: %d of %d%n%s", library, equal, names.size(), String.join("\n", others))
        .isGreaterThanOrEqualTo(0.995);
  }

  private static List<String> mangledNames(Path library) throws IOException {
    ElfFile elf = ElfFile.open(library);
    SortedSet<String> names = new TreeSet<>();
    for (ElfSection section : elf.sections()) {
      if (section.type() == ElfSection.SYMTAB || section.type() == ElfSection.DYNSYM) {
        for (int i = 0; i < elf.symbolCount(section); i++) {
          ElfSymbol symbol = elf.symbol(section, i);
          if (symbol.type() == ElfSymbol.FUNCTION && symbol.isDefined()) {
            names.add(symbol.name());
          }
        }
      }
    }
    names.removeIf(name -> !name.startsWith("_Z"));
    int step = names.size() / MAX_NAMES + 1;
    List<String> taken = new ArrayList<>();
    int i = 0;
    for (String name : names) {
      if (i++ % step == 0) {
        taken.add(name);
      }
    }
    return taken;
  }

  private List<String> cxxfilt(List<String> names) throws Exception {
    Path in = Files.write(directory.resolve("names"), names);
    Path out = directory.resolve("readable");
    Process process =
        new ProcessBuilder(CXXFILT.toString())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(out);
  }
}
