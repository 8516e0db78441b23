package dev.plumbline.export.file;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.time.Clock;

/**
 * Writes each request as {@code NAME-MILLIS-NUMBER.otlp}, uncompressed, within the bounds of {@link
 * BoundedFiles}. Confined to the exporter's thread.
 */
public final class FileSender implements RequestSender {
  public static final String SUFFIX = ".otlp";

  private final BoundedFiles files;
  private volatile boolean isClosed;

  /**
   * Touches no file.
   *
   * @param exporterName begins the files' names
   */
  public FileSender(FileSettings settings, String exporterName, Clock clock) {
    this(BoundedFiles.of(settings, exporterName, SUFFIX, clock));
  }

  /** Touches no file. */
  public FileSender(BoundedFiles files) {
    this.files = requireNonNull(files, "files");
  }

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    if (isClosed) {
      throw new SenderClosedException(target());
    }
    long maxBytes = files.settings().maxBytes();
    if (request.length() > maxBytes) {
      return ExportResult.refused(
          ExportResult.Refusal.REQUEST,
          "larger_than_bound",
          "a request of " + request.length() + " bytes, at most " + maxBytes + " fit");
    }
    try {
      files.write(request.length(), request::writeTo);
      return ExportResult.accepted();
    } catch (IOException e) {
      return ExportResult.retryAfter(
          "file", "cannot write to " + target() + ": " + FaultText.of(e), 0);
    }
  }

  @Override
  public String target() {
    return files.settings().directory().toString();
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
