package dev.plumbline.serve.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where ingestion keys stand: in the configuration, or in files with one in each line. Immutable.
 *
 * @param values the keys themselves
 */
public record IngestionKeySources(List<String> values, List<Path> files) {
  public static final IngestionKeySources NONE = new IngestionKeySources(List.of(), List.of());

  private static final Logger logger = Logger.getLogger(IngestionKeySources.class.getName());
  private static final int MAX_FILE_BYTES = 1 << 20;

  public IngestionKeySources {
    values = List.copyOf(values);
    files = List.copyOf(files);
  }

  /** Whether everybody gets in. */
  public boolean isEmpty() {
    return values.isEmpty() && files.isEmpty();
  }

  /** All keys as they are now. A file that cannot be read has none, and that is said. */
  public List<String> read() {
    List<String> keys = new ArrayList<>(values);
    for (Path file : files) {
      try {
        if (Files.size(file) <= MAX_FILE_BYTES) {
          for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String key = line.strip();
            if (!key.isEmpty() && !key.startsWith("#")) {
              keys.add(key);
            }
          }
        }
      } catch (IOException e) {
        logger.log(Level.WARNING, () -> "ingestion keys of " + file + " cannot be read: " + e);
      }
    }
    return keys;
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "IngestionKeySources[" + values.size() + " values, " + files + "]";
  }
}
