package dev.plumbline.serve.config;

import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A file of ingestion keys, one in each line; what begins with {@code #} is none. Read for each
 * request, so what keeps it from being read is said once, until it changes. Thread-safe.
 */
final class KeyFile {
  private static final Logger logger = Logger.getLogger(KeyFile.class.getName());
  private static final int MAX_BYTES = 1 << 20;

  private final Path path;
  private final AtomicReference<String> said = new AtomicReference<>("");

  KeyFile(Path path) {
    this.path = path.normalize();
  }

  /** False if it cannot be read; then nothing is added. */
  boolean addTo(List<String> keys) {
    try {
      List<String> lines = lines();
      lines.stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .forEach(keys::add);
      said.set("");
      return true;
    } catch (IOException e) {
      String fault = FaultText.reason(e);
      if (!fault.equals(said.getAndSet(fault))) {
        logger.log(Level.WARNING, () -> "ingestion keys of " + path + " cannot be read: " + fault);
      }
      return false;
    }
  }

  /** Nothing but a file is opened: a pipe would hold up whoever asks. */
  private List<String> lines() throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new IOException("it is no file");
    }
    long bytes = Files.size(path);
    if (bytes > MAX_BYTES) {
      throw new IOException("it has " + bytes + " bytes, at most " + MAX_BYTES);
    }
    return Files.readAllLines(path, StandardCharsets.UTF_8);
  }
}
