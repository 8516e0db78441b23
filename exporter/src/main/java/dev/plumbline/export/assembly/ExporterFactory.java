package dev.plumbline.export.assembly;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.file.FileSender;
import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.http.BuildInfoLevel;
import dev.plumbline.export.http.HttpSender;
import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Exporters by the kind that their settings name. */
public final class ExporterFactory {
  private ExporterFactory() {}

  /**
   * Opens no connection, no file and no thread: {@link ProfileExporter#start} does.
   *
   * @throws IllegalArgumentException if the endpoint is none that the kind takes
   */
  public static ProfileExporter create(ExporterSettings settings) {
    switch (settings.kind()) {
      case OTLP_GRPC:
        return create(settings, new GrpcSender(settings));
      case OTLP_HTTP:
        return create(settings, new HttpSender(settings, Clock.systemUTC()));
      case FILE:
        FileSender files =
            new FileSender(
                requireNonNull(settings.file(), "file"), settings.name(), Clock.systemUTC());
        return ProfileExporter.create(settings, files, null);
    }
    throw new IllegalArgumentException("exporter kind " + settings.kind());
  }

  private static ProfileExporter create(ExporterSettings settings, RequestSender sender) {
    @Nullable LevelSource levels =
        settings.level() == LevelChoice.AUTO ? new BuildInfoLevel(settings) : null;
    return ProfileExporter.create(settings, sender, levels);
  }
}
