package dev.plumbline.export.assembly;

import dev.plumbline.export.ExporterSettings;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.grpc.GrpcSender;

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
        return ProfileExporter.create(settings, new GrpcSender(settings), null);
      default:
        throw new IllegalArgumentException(
            "exporter "
                + settings.name()
                + " is of kind "
                + settings.kind()
                + ", which is not built yet");
    }
  }
}
