package dev.plumbline.export.file;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ExportRequest;
import dev.plumbline.export.ExportResult;
import dev.plumbline.export.FileSettings;
import dev.plumbline.export.RequestSender;
import dev.plumbline.export.SenderClosedException;
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

/**
 * Writes each request as {@code NAME-MILLIS-NUMBER.otlp}, uncompressed: first under a name that
 * ends in {@code .tmp}, then renamed, so that a reader never sees half a file. The oldest of the
 * exporter's files, those of earlier runs too, are removed to keep within the bounds. Confined to
 * the exporter's thread.
 */
public final class FileSender implements RequestSender {
  static final String SUFFIX = ".otlp";
  static final String UNFINISHED_SUFFIX = ".tmp";

  private final FileSettings settings;
  private final String prefix;
  private final Clock clock;
  private final Deque<Written> files = new ArrayDeque<>();
  private long bytes;
  private long number;
  private boolean isScanned;
  private volatile boolean isClosed;

  /**
   * Touches no file.
   *
   * @param exporterName begins the files' names; what is not fit for a name becomes {@code _}
   */
  public FileSender(FileSettings settings, String exporterName, Clock clock) {
    this.settings = requireNonNull(settings, "settings");
    this.prefix = exporterName.replaceAll("[^A-Za-z0-9._-]", "_") + "-";
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    if (isClosed) {
      throw new SenderClosedException(target());
    }
    if (request.length() > settings.maxBytes()) {
      return ExportResult.refused(
          ExportResult.Refusal.REQUEST,
          "larger_than_bound",
          "a request of " + request.length() + " bytes, at most " + settings.maxBytes() + " fit");
    }
    try {
      scanOnce();
      makeRoom(request.length());
      write(request);
      return ExportResult.accepted();
    } catch (IOException e) {
      return ExportResult.retryAfter("file", "cannot write to " + target() + ": " + e, 0);
    }
  }

  private void scanOnce() throws IOException {
    if (isScanned) {
      return;
    }
    Files.createDirectories(settings.directory());
    List<Written> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(settings.directory(), this::isOurs)) {
      for (Path entry : entries) {
        found.add(new Written(entry, Files.size(entry)));
      }
    }
    found.sort(Comparator.comparing(written -> written.path.getFileName().toString()));
    for (Written written : found) {
      if (written.path.toString().endsWith(UNFINISHED_SUFFIX)) {
        Files.deleteIfExists(written.path);
      } else {
        remember(written);
      }
    }
    isScanned = true;
  }

  private boolean isOurs(Path path) {
    return path.getFileName()
        .toString()
        .matches(
            "\\Q" + prefix + "\\E\\d{13}-\\d{6,}\\" + SUFFIX + "(\\" + UNFINISHED_SUFFIX + ")?");
  }

  private void makeRoom(long wanted) throws IOException {
    while (!files.isEmpty()
        && (bytes + wanted > settings.maxBytes() || files.size() >= settings.maxFiles())) {
      Written oldest = files.removeFirst();
      bytes -= oldest.bytes;
      Files.deleteIfExists(oldest.path);
    }
  }

  private void write(ExportRequest request) throws IOException {
    String name = String.format("%s%013d-%06d%s", prefix, clock.millis(), ++number, SUFFIX);
    Path unfinished = settings.directory().resolve(name + UNFINISHED_SUFFIX);
    Path finished = settings.directory().resolve(name);
    try {
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        request.writeTo(out);
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
    remember(new Written(finished, request.length()));
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

  @Override
  public String target() {
    return settings.directory().toString();
  }

  @Override
  public void close() {
    isClosed = true;
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
