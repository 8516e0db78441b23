package dev.plumbline.serve.config;

import dev.plumbline.listen.guard.IngestionKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where ingestion keys stand: in the configuration, or in files with one in each line. Immutable.
 *
 * @param values the keys themselves
 */
public record IngestionKeySources(List<String> values, List<Path> files) {
  public static final IngestionKeySources NONE = new IngestionKeySources(List.of(), List.of());

  public IngestionKeySources {
    values = List.copyOf(values);
    files = List.copyOf(files);
  }

  /** Whether everybody gets in. */
  public boolean isEmpty() {
    return values.isEmpty() && files.isEmpty();
  }

  /** Reads them, each time as they are then. */
  public Supplier<IngestionKeys.Valid> reader() {
    List<KeyFile> read = files.stream().map(KeyFile::new).toList();
    return () -> read(values, read);
  }

  private static IngestionKeys.Valid read(List<String> values, List<KeyFile> files) {
    List<String> keys = new ArrayList<>(values);
    boolean isComplete = true;
    for (KeyFile file : files) {
      isComplete &= file.addTo(keys);
    }
    return new IngestionKeys.Valid(keys, isComplete);
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "IngestionKeySources[" + values.size() + " values, " + files + "]";
  }
}
