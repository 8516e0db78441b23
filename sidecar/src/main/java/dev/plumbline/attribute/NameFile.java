package dev.plumbline.attribute;

import dev.plumbline.container.BoundedFile;
import dev.plumbline.process.FileVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
  private @Nullable FileVersion read;
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
    FileVersion now = FileVersion.find(file);
    if (now == null) {
      names = Map.of(); // no such file in small images: numbers are shown
    } else if (read == null || !read.isStill(now)) {
      names = read();
    }
    read = now;
  }

  private Map<Integer, String> read() {
    byte[] bytes = BoundedFile.bytes(file, MAX_BYTES);
    Map<Integer, String> all = new HashMap<>();
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    for (String line : text.split("\n", -1)) {
      String[] fields = line.split(":", 4);
      if (fields.length >= 3 && !fields[0].isEmpty() && all.size() < MAX_NAMES) {
        try {
          all.putIfAbsent(Integer.parseUnsignedInt(fields[2]), fields[0]);
        } catch (NumberFormatException ignored) {
          // A comment or a line of NIS.
        }
      }
    }
    return all;
  }
}
