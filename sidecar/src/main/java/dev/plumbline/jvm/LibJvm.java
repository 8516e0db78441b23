package dev.plumbline.jvm;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The libjvm that a process has mapped. Immutable.
 *
 * @param file opened through the process's own root, or the mapping itself if the file is gone
 * @param bias what is added to an address of the file to get one of the process
 */
public record LibJvm(ElfFile file, long bias) {
  private static final String NAME = "/libjvm.so";
  private static final String DELETED = " (deleted)";

  /** 64 Ki mappings, the kernel's own limit, of 200 bytes. */
  private static final int MAX_MAPS_BYTES = 13 << 20;

  /** The library that a process has mapped, or null if it has none. */
  public static @Nullable LibJvm find(int pid) throws IOException {
    Path process = Path.of("/proc", Integer.toString(pid));
    String maps;
    try (var stream = Files.newInputStream(process.resolve("maps"))) {
      maps = new String(stream.readNBytes(MAX_MAPS_BYTES), StandardCharsets.UTF_8);
    }
    for (String line : maps.split("\n", -1)) {
      String path = line.endsWith(DELETED) ? line.substring(0, line.length() - 10) : line;
      boolean isCode = line.indexOf(' ') > 0 && line.startsWith("x", line.indexOf(' ') + 3);
      if (isCode && path.endsWith(NAME)) { // who reads a libjvm, as we do, maps it as data
        return open(process, line, path.substring(path.indexOf('/')));
      }
    }
    return null;
  }

  /** A line of maps: {@code start-end permissions offset device inode path}. */
  private static LibJvm open(Path process, String line, String path) throws IOException {
    String[] fields = line.split(" +", 6);
    String[] range = fields[0].split("-", 2);
    Path inRoot = Path.of(process + "/root" + path);
    boolean isThere = !line.endsWith(DELETED) && Files.isRegularFile(inRoot);
    ElfFile file = ElfFile.open(isThere ? inRoot : process.resolve("map_files/" + fields[0]));
    long start = Long.parseUnsignedLong(range[0], 16);
    long offset = Long.parseUnsignedLong(fields[2], 16);
    for (ElfSegment segment : file.segments()) {
      long page = segment.offset() & -4096L;
      if (segment.isCode() && offset >= page && offset < segment.offset() + segment.fileSize()) {
        return new LibJvm(file, start - offset - (segment.address() - segment.offset()));
      }
    }
    throw new UnsupportedJvmException(path + " has no segment at offset " + offset);
  }
}
