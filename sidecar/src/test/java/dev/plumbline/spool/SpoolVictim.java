package dev.plumbline.spool;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;

/**
 * A process that is killed: takes numbered windows in, says which are safe, and has a receiver that
 * notes in a file which came, and which is away after the first few. {@code DIRECTORY FIRST COUNT};
 * a count of 0 only sends what is left.
 */
final class SpoolVictim {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** So many go from memory to the receiver, if nothing is left on disk; the others to the disk. */
  private static final int BEFORE_AWAY = 20;

  private SpoolVictim() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int first = Integer.parseInt(arguments[1]);
    int count = Integer.parseInt(arguments[2]);
    try (NotingReceiver receiver = new NotingReceiver(directory.resolve("received"))) {
      SpooledExporter exporter =
          new SpooledExporter(
              ExporterSettings.builder("victim", ExporterKind.FILE)
                  .file(FileSettings.of(directory))
                  .build(),
              new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
              memory -> ProfileExporter.create(memory, receiver, null),
              (request, level) -> {
                throw new IOException("not asked");
              },
              Clock.systemUTC());
      exporter.start();
      for (int i = first; i < first + count; i++) {
        receiver.isAway = i - first >= BEFORE_AWAY;
        if (exporter.acceptDurably(TestWindows.of(i), LONG)) {
          System.out.println("safe " + i);
          System.out.flush();
        }
      }
      receiver.isAway = false;
      exporter.close(LONG);
      System.out.println("held " + exporter.account().samples().held());
    }
  }

  /** Writes the number of samples of each request; the kernel has it before the answer goes. */
  private static final class NotingReceiver implements RequestSender {
    private final FileChannel channel;
    private volatile boolean isAway;

    NotingReceiver(Path file) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      if (isAway) {
        return ExportResult.retryAfter("unavailable", "away", 0);
      }
      String line = request.samples().total() + "\n";
      try {
        channel.write(StandardCharsets.UTF_8.encode(line));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "file";
    }

    @Override
    public void close() {}
  }
}
