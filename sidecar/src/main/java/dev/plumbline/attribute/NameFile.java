package dev.plumbline.attribute;

import dev.plumbline.container.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Names by number of {@code /etc/passwd} or {@code /etc/group}: {@code name:password:number:…}.
 * Read again when the file was changed, which is looked at every ten seconds. Confined to one
 * thread.
 */
final class NameFile {
  static final long CHECK_NANOS = 10_000_000_000L;

  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_NAMES = 65_536;

  private final Path file;
  private final LongSupplier ticker;
  private Map<Integer, String> names = Map.of();
  private @Nullable FileTime readTime;
  private boolean checked;
  private long checkedNanos;

  NameFile(Path file, LongSupplier ticker) {
    this.file = file;
    this.ticker = ticker;
  }

  /** Null if the file has no such number. */
  @Nullable String name(int number) {
    long now = ticker.getAsLong();
    if (!checked || now - checkedNanos >= CHECK_NANOS) {
      checked = true;
      checkedNanos = now;
      readIfChanged();
    }
    return names.get(number);
  }

  private void readIfChanged() {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      if (!changed.equals(readTime)) {
        readTime = changed;
        names = read();
      }
    } catch (IOException | SecurityException ignored) {
      // No such file in small images: numbers are shown.
      names = Map.of();
    }
  }

  private Map<Integer, String> read() {
    byte[] bytes = BoundedFile.bytes(file, MAX_BYTES);
    Map<Integer, String> read = new HashMap<>();
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    for (String line : text.split("\n", -1)) {
      String[] fields = line.split(":", 4);
      if (fields.length >= 3 && !fields[0].isEmpty() && read.size() < MAX_NAMES) {
        try {
          read.putIfAbsent(Integer.parseUnsignedInt(fields[2]), fields[0]);
        } catch (NumberFormatException ignored) {
          // A comment or a line of NIS.
        }
      }
    }
    return read;
  }
}
