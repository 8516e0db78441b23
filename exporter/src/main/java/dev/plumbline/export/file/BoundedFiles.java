package dev.plumbline.export.file;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.settings.FileSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Files {@code NAME-MILLIS-NUMBER} of one suffix in one directory. Each is written under a name
 * that ends in {@code .tmp} and then renamed, so that a reader never sees half a file. The oldest,
 * those of earlier runs too, are removed to keep within the bounds. Confined to one thread.
 */
public final class BoundedFiles {
  static final String UNFINISHED_SUFFIX = ".tmp";

  private static final String MILLIS_AND_NUMBER = "\\d{13}-\\d{6,}";

  private final FileSettings settings;
  private final String prefix;
  private final String suffix;
  private final Pattern ours;
  private final Clock clock;
  private final Deque<Written> files = new ArrayDeque<>();
  private long bytes;
  private long number;
  private boolean isScanned;

  private BoundedFiles(
      FileSettings settings, String prefix, String family, String suffix, Clock clock) {
    this.settings = requireNonNull(settings, "settings");
    this.prefix = prefix;
    this.suffix = suffix;
    this.ours =
        Pattern.compile(
            family
                + MILLIS_AND_NUMBER
                + Pattern.quote(suffix)
                + "("
                + Pattern.quote(UNFINISHED_SUFFIX)
                + ")?");
    this.clock = requireNonNull(clock, "clock");
  }

  /**
   * Touches no file.
   *
   * @param name begins the files' names; what is not fit for a name becomes {@code _}
   * @param suffix with its dot
   */
  public static BoundedFiles of(FileSettings settings, String name, String suffix, Clock clock) {
    String prefix = fit(name) + "-";
    return new BoundedFiles(settings, prefix, Pattern.quote(prefix), suffix, clock);
  }

  /** As {@link #of}, for {@code NAME-PID}: files of all processes of that name count. */
  public static BoundedFiles ofProcess(
      FileSettings settings, String name, long pid, String suffix, Clock clock) {
    String prefix = fit(name) + "-";
    return new BoundedFiles(
        settings, prefix + pid + "-", Pattern.quote(prefix) + "\\d+-", suffix, clock);
  }

  private static String fit(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /** Where they lie, and how many may. */
  FileSettings settings() {
    return settings;
  }

  /** What one file holds. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes the next file.
   *
   * @param length of the content, for which room is made
   */
  public void write(long length, Content content) throws IOException {
    scanOnce();
    makeRoom(length);
    String name = String.format("%s%013d-%06d%s", prefix, clock.millis(), ++number, suffix);
    Path unfinished = settings.directory().resolve(name + UNFINISHED_SUFFIX);
    Path finished = settings.directory().resolve(name);
    try {
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        content.writeTo(out);
      }
      Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      deleteQuietly(unfinished);
      isScanned = Files.isDirectory(settings.directory());
      if (!isScanned) {
        files.clear();
        bytes = 0;
      }
      throw e;
    }
    remember(new Written(finished, length));
  }

  private void scanOnce() throws IOException {
    if (isScanned) {
      return;
    }
    Files.createDirectories(settings.directory());
    List<Written> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            settings.directory(), path -> ours.matcher(nameOf(path)).matches())) {
      for (Path entry : entries) {
        found.add(new Written(entry, Files.size(entry)));
      }
    }
    found.sort(Comparator.comparing(written -> age(nameOf(written.path))));
    for (Written written : found) {
      if (written.path.toString().endsWith(UNFINISHED_SUFFIX)) {
        Files.deleteIfExists(written.path);
      } else {
        remember(written);
      }
    }
    isScanned = true;
  }

  private static String nameOf(Path path) {
    return path.getFileName().toString();
  }

  /** The name without what tells processes apart: time and number alone. */
  private static String age(String name) {
    String withoutSuffix = name.substring(0, name.indexOf('.', name.lastIndexOf('-')));
    int numberAt = withoutSuffix.lastIndexOf('-');
    return withoutSuffix.substring(withoutSuffix.lastIndexOf('-', numberAt - 1) + 1);
  }

  private void makeRoom(long wanted) throws IOException {
    while (!files.isEmpty()
        && (bytes + wanted > settings.maxBytes() || files.size() >= settings.maxFiles())) {
      Written oldest = files.removeFirst();
      bytes -= oldest.bytes;
      Files.deleteIfExists(oldest.path);
    }
  }

  private void remember(Written written) {
    files.addLast(written);
    bytes += written.bytes;
  }

  private static void deleteQuietly(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException ignored) {
      // The error that led here says what is wrong.
    }
  }

  /** A file and its size. */
  private static final class Written {
    private final Path path;
    private final long bytes;

    Written(Path path, long bytes) {
      this.path = path;
      this.bytes = bytes;
    }
  }
}
