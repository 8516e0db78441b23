package dev.plumbline.process;

import dev.plumbline.kernel.KernelFileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc/PID/maps}. Paths are the process's choice, so lines, bytes and entries are
 * bounded, and a line that is not understood is left out and counted. Reuses one buffer; confined
 * to one thread.
 */
final class MemoryMaps {
  /** Most bytes read of one process; its kernel limit of 65,530 mappings needs about 6 MiB. */
  static final int MAX_BYTES = 8 << 20;

  /** Most executable mappings kept of one process. */
  static final int MAX_ENTRIES = 8192;

  private static final int HEX = 16;
  private static final String DELETED = " (deleted)";

  private final Path proc;
  private final KernelFileReader reader = new KernelFileReader();
  private byte[] buffer = new byte[16 << 10];
  private int at;
  private int lineEnd;
  private long malformed;

  MemoryMaps(Path proc) {
    this.proc = proc;
  }

  /** Lines that were left out since the beginning. */
  long malformed() {
    return malformed;
  }

  /** The executable mappings by ascending address; fails when the process has gone. */
  List<MemoryMap> read(int pid) throws IOException {
    int length = reader.read(proc + "/" + pid + "/maps", MAX_BYTES);
    if (length < 0) {
      throw new IOException("mappings of process " + pid + ": error " + -length);
    }
    if (buffer.length < length) {
      buffer = new byte[length];
    }
    reader.copy(buffer, length);
    return parse(buffer, length);
  }

  /** Parses lines that are already in memory. */
  List<MemoryMap> parse(byte[] lines, int length) {
    buffer = lines;
    List<MemoryMap> found = new ArrayList<>();
    int start = 0;
    while (start < length && found.size() < MAX_ENTRIES) {
      int end = start;
      while (end < length && lines[end] != '\n') {
        end++;
      }
      at = start;
      lineEnd = end;
      if (isExecutable()) {
        MemoryMap map = line(start);
        if (map != null) {
          found.add(map);
        } else {
          malformed++;
        }
      }
      start = end + 1;
    }
    return found;
  }

  /** The third letter of the permissions, behind the first space. */
  private boolean isExecutable() {
    int space = at;
    while (space < lineEnd && buffer[space] != ' ') {
      space++;
    }
    return space + 4 < lineEnd && buffer[space + 3] == 'x';
  }

  private @Nullable MemoryMap line(int start) {
    at = start;
    long from = number(HEX, '-');
    long to = number(HEX, ' ');
    at += 5; // permissions
    long offset = number(HEX, ' ');
    long major = number(HEX, ':');
    long minor = number(HEX, ' ');
    long inode = number(10, ' ');
    if (at < 0 || Long.compareUnsigned(from, to) >= 0) {
      return null;
    }
    while (at < lineEnd && buffer[at] == ' ') {
      at++;
    }
    String path = new String(buffer, at, lineEnd - at, StandardCharsets.UTF_8);
    boolean isDeleted = path.endsWith(DELETED);
    if (isDeleted) {
      path = path.substring(0, path.length() - DELETED.length());
    }
    FileIdentity identity = new FileIdentity((int) major, (int) minor, inode);
    return new MemoryMap(from, to, offset, identity, path, isDeleted);
  }

  /** A number up to its end mark (or the line's end for a space); on an error {@code at} is -1. */
  private long number(int radix, char mark) {
    if (at < 0) {
      return -1;
    }
    long value = 0;
    int digits = 0;
    while (at < lineEnd && buffer[at] != mark) {
      int digit = Character.digit(buffer[at], radix);
      if (digit < 0 || ++digits > 20) {
        at = -1;
        return -1;
      }
      value = value * radix + digit;
      at++;
    }
    if (digits == 0 || (at == lineEnd && mark != ' ')) {
      at = -1;
      return -1;
    }
    at = Math.min(at + 1, lineEnd);
    return value;
  }
}
