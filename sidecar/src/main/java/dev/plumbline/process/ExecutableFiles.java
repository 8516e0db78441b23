package dev.plumbline.process;

import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.kernel.elf.MappedReading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Opens mapped files of processes: by the path in the process's own root directory if the file
 * there is still the same, else by {@code map_files}, which also reaches deleted files and those in
 * memory. Only regular files are opened: a path of a process could name a device or a pipe.
 * Stateless.
 */
final class ExecutableFiles {
  static final String VDSO = "[vdso]";

  private final ProcessFiles processes;

  ExecutableFiles(ProcessFiles processes) {
    this.processes = processes;
  }

  /** Opens what a process has mapped; a refusal is part of the result. */
  ExecutableFile open(int pid, MemoryMap map) {
    Path root = processes.directory(pid).resolve("root");
    try {
      Opening opening = opening(pid, map, root);
      try {
        ElfFile elf = ElfFile.open(opening.path());
        return MappedReading.of(
            () -> ExecutableFile.of(map.identity(), map.path(), root, elf, opening.version()));
      } catch (MalformedElfException e) {
        String refusal = "no ELF file: " + e.getMessage();
        return ExecutableFile.refused(map.identity(), map.path(), root, refusal, opening.version());
      }
    } catch (IOException | RuntimeException e) {
      return ExecutableFile.unread(
          map.identity(), map.path(), root, "not readable: " + FaultText.ofForeign(e));
    }
  }

  /** By which path a file is opened, and what is there. */
  private record Opening(Path path, FileVersion version) {}

  private Opening opening(int pid, MemoryMap map, Path root) throws IOException {
    Path path = map.isDeleted() ? null : path(root, map);
    if (path != null) {
      FileVersion named = FileVersion.find(path);
      if (named != null && named.isRegular() && named.inode() == map.identity().inode()) {
        return new Opening(path, named);
      }
    }
    String range = Long.toHexString(map.start()) + "-" + Long.toHexString(map.end());
    Path link = processes.directory(pid).resolve("map_files").resolve(range);
    FileVersion version = FileVersion.find(link);
    if (version == null || !version.isRegular()) {
      throw new IOException("no regular file at " + map.path());
    }
    return new Opening(link, version);
  }

  /** Null for a name that is none in the locale that we run in. */
  private static @Nullable Path path(Path root, MemoryMap map) {
    try {
      return root.resolve(map.path().substring(1));
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** The file that an identity named before is still that one: its content was not replaced. */
  boolean isSame(ExecutableFile file, int pid, MemoryMap map) {
    try {
      Path root = processes.directory(pid).resolve("root");
      FileVersion known = file.version();
      return known != null && known.isStill(opening(pid, map, root).version());
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** The kernel's own library, read from our own memory; null when it cannot be read. */
  static @Nullable ExecutableFile vdso() {
    try {
      MemoryMaps maps = new MemoryMaps(Path.of("/proc"));
      for (MemoryMap map : maps.read((int) ProcessHandle.current().pid())) {
        if (map.path().equals(VDSO)) {
          ByteBuffer image = memory(map.start(), (int) (map.end() - map.start()));
          ElfFile elf = ElfFile.of(image, VDSO);
          return ExecutableFile.of(map.identity(), VDSO, Path.of("/"), elf, null);
        }
      }
    } catch (IOException | RuntimeException ignored) {
      // its frames are guessed
    }
    return null;
  }

  private static ByteBuffer memory(long address, int length) throws IOException {
    try (FileChannel memory =
        FileChannel.open(Path.of("/proc/self/mem"), StandardOpenOption.READ)) {
      ByteBuffer image = ByteBuffer.allocate(length);
      while (image.hasRemaining() && memory.read(image, address + image.position()) > 0) {
        // until it is complete
      }
      return image.flip();
    }
  }
}
