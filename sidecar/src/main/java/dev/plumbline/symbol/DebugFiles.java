package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file with the symbols that were stripped from another: by build id, then by {@code
 * .gnu_debuglink}, each first in the root directory of the process and then in our own. A file is
 * taken only if it says that it belongs to that build: same build id, or the checksum of the link.
 * Thread-safe.
 */
final class DebugFiles {
  /** Largest file whose checksum is computed. */
  private static final long MAX_CHECKED_BYTES = 512L << 20;

  private static final String DIRECTORY = "usr/lib/debug";
  private static final Pattern BUILD_ID = Pattern.compile("[0-9a-f]{4,128}");

  private final Path hostRoot;
  private final SymbolCounts counts;

  DebugFiles(Path hostRoot, SymbolCounts counts) {
    this.hostRoot = hostRoot;
    this.counts = counts;
  }

  /** The debug file of a file, or null. */
  @Nullable ElfFile find(CodeFile file, ElfFile elf) {
    List<Path> roots = List.of(file.root(), hostRoot);
    String id = file.buildId();
    if (id != null && BUILD_ID.matcher(id).matches()) {
      String path =
          DIRECTORY + "/.build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug";
      for (Path root : roots) {
        ElfFile found = open(root.resolve(path));
        if (found != null && isOfBuild(found, id)) {
          return found;
        }
      }
    }
    ElfSection link = elf.section(".gnu_debuglink");
    return link == null ? null : byLink(file, elf, link, roots);
  }

  private boolean isOfBuild(ElfFile found, String id) {
    try {
      if (id.equals(found.buildId())) {
        counts.increment(SymbolCount.DEBUG_FILES_USED);
        return true;
      }
    } catch (MalformedElfException ignored) {
      // counted as what it is: no debug file of this build
    }
    counts.increment(SymbolCount.DEBUG_FILES_REFUSED);
    return false;
  }

  private @Nullable ElfFile byLink(
      CodeFile file, ElfFile elf, ElfSection section, List<Path> roots) {
    ByteBuffer link;
    try {
      link = elf.data(section);
    } catch (MalformedElfException ignored) { // a link that leads nowhere
      return null;
    }
    int end = 0;
    while (end < link.capacity() && end < 255 && link.get(end) != 0) {
      end++;
    }
    int checksumAt = (end + 4) & ~3;
    if (end == 0 || checksumAt + 4 > link.capacity()) {
      return null;
    }
    byte[] bytes = new byte[end];
    link.get(0, bytes);
    String name = new String(bytes, StandardCharsets.UTF_8);
    int slash = file.displayPath().lastIndexOf('/');
    if (name.indexOf('/') >= 0 || !file.displayPath().startsWith("/")) {
      return null;
    }
    String directory = file.displayPath().substring(1, slash + 1); // ends in '/', or is empty
    return byName(name, directory, link.getInt(checksumAt), roots);
  }

  private @Nullable ElfFile byName(String name, String directory, int checksum, List<Path> roots) {
    for (Path root : roots) {
      for (String place : List.of(directory, directory + ".debug", DIRECTORY + "/" + directory)) {
        try {
          Path path = root.resolve(place).resolve(name);
          if (Files.isRegularFile(path) && hasChecksum(path, checksum)) {
            ElfFile found = open(path);
            if (found != null) {
              counts.increment(SymbolCount.DEBUG_FILES_USED);
              return found;
            }
          }
        } catch (InvalidPathException ignored) {
          return null; // the name in the file cannot be one of a file here
        }
      }
    }
    return null;
  }

  private boolean hasChecksum(Path path, int expected) {
    try (InputStream in = Files.newInputStream(path)) {
      if (Files.size(path) <= MAX_CHECKED_BYTES) {
        CRC32 crc = new CRC32();
        byte[] buffer = new byte[1 << 16];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          crc.update(buffer, 0, read);
        }
        if ((int) crc.getValue() == expected) {
          return true;
        }
      }
    } catch (IOException ignored) {
      // counted as refused
    }
    counts.increment(SymbolCount.DEBUG_FILES_REFUSED);
    return false;
  }

  private @Nullable ElfFile open(Path path) {
    try {
      return Files.isRegularFile(path) ? ElfFile.open(path) : null;
    } catch (IOException e) {
      counts.increment(SymbolCount.DEBUG_FILES_REFUSED);
      return null;
    }
  }
}
