package dev.plumbline.kernel;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.elf.MappedReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A place in a file where a user probe sits: {@code FILE:SYMBOL} or {@code FILE:0xADDRESS}, where
 * the file is a path, or the name of a library of this system such as {@code libc}. Immutable.
 *
 * @param file that processes have mapped
 * @param offset in the file
 */
public record UserProbe(Path file, long offset) {
  /** Where libraries lie; the first directory that has one wins. */
  private static final List<String> DIRECTORIES =
      List.of(
          "/lib/x86_64-linux-gnu",
          "/usr/lib/x86_64-linux-gnu",
          "/lib/aarch64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/lib64",
          "/usr/lib64",
          "/usr/local/lib",
          "/lib",
          "/usr/lib");

  private static final Pattern LIBRARY_NAME = Pattern.compile("[A-Za-z0-9_+.-]{1,100}");

  /**
   * Finds file and symbol.
   *
   * @throws IOException that says what is not there
   */
  public static UserProbe find(String target) throws IOException {
    int colon = target.lastIndexOf(':');
    if (colon < 1 || colon == target.length() - 1) {
      throw new IOException("user probe \"" + target + "\", expected FILE:SYMBOL");
    }
    Path file = file(target.substring(0, colon));
    String place = target.substring(colon + 1);
    ElfFile elf = ElfFile.open(file);
    long address = MappedReading.of(() -> address(elf, place));
    long offset = address < 0 ? -1 : elf.fileOffset(address);
    if (offset < 0) {
      throw new IOException("user probe \"" + target + "\": " + file + " has no code at " + place);
    }
    return new UserProbe(file, offset);
  }

  private static long address(ElfFile elf, String place) throws IOException {
    if (place.startsWith("0x")) {
      try {
        return Long.parseLong(place.substring(2), 16);
      } catch (NumberFormatException e) {
        return -1;
      }
    }
    for (String table : List.of(".dynsym", ".symtab")) {
      ElfSection section = elf.section(table);
      ElfSymbol symbol = section == null ? null : elf.symbol(section, place);
      if (symbol != null && symbol.isDefined()) {
        return symbol.value();
      }
    }
    return -1;
  }

  private static Path file(String name) throws IOException {
    if (name.contains("/")) {
      return Path.of(name);
    }
    if (LIBRARY_NAME.matcher(name).matches()) {
      for (String directory : DIRECTORIES) {
        Path found = library(Path.of(directory), name);
        if (found != null) {
          return found;
        }
      }
    }
    throw new IOException("user probe: no library \"" + name + "\" in " + DIRECTORIES);
  }

  /** {@code NAME}, {@code NAME.so}, or the {@code NAME.so.VERSION} that sorts last. */
  private static @Nullable Path library(Path directory, String name) throws IOException {
    for (String exact : List.of(name, name + ".so")) {
      Path file = directory.resolve(exact);
      if (isElf(file)) {
        return file;
      }
    }
    if (!Files.isDirectory(directory)) {
      return null;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name + ".so."))
          .filter(UserProbe::isElf)
          .max(Path::compareTo)
          .orElse(null);
    }
  }

  /** Some names are linker scripts. */
  private static boolean isElf(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try {
      ElfFile.open(file);
      return true;
    } catch (IOException ignored) {
      return false; // a text, or not for us
    }
  }
}
