package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tracing file system, where it is mounted. Immutable. */
public final class Tracefs {
  private static final List<Path> USUAL =
      List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));

  private final Path root;

  private Tracefs(Path root) {
    this.root = root;
  }

  /** The mounted file system, or null; mounting it is the administrator's business. */
  public static @Nullable Tracefs find() {
    for (Path path : USUAL) {
      if (Files.isDirectory(path.resolve("events"))) {
        return new Tracefs(path);
      }
    }
    return null;
  }

  static Tracefs at(Path root) {
    return new Tracefs(root);
  }

  /** Id of a tracepoint for {@link PerfEvent#tracepoint}. */
  public int tracepointId(String category, String name) throws IOException {
    return Integer.parseInt(Files.readString(event(category, name).resolve("id")).strip());
  }

  /** Offset in bytes of a field in the tracepoint's record, or -1; layouts change with kernels. */
  public int fieldOffset(String category, String name, String field) throws IOException {
    for (String line : Files.readAllLines(event(category, name).resolve("format"))) {
      int end = line.indexOf(';');
      int offset = line.indexOf("offset:");
      if (!line.strip().startsWith("field:") || end < 0 || offset < 0) {
        continue;
      }
      String declaration = line.substring(0, end).replaceAll("\\[.*]", "");
      if (declaration.endsWith(" " + field) || declaration.endsWith("*" + field)) {
        int from = offset + "offset:".length();
        return Integer.parseInt(line.substring(from, line.indexOf(';', from)).strip());
      }
    }
    return -1;
  }

  private Path event(String category, String name) {
    return root.resolve("events").resolve(category).resolve(name);
  }
}
