package dev.plumbline.serve;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.serve.source.GadgetFactory;
import dev.plumbline.spool.WindowDecoder;
import java.util.function.Function;

/**
 * What the daemon is made of, so that a test can put other parts in. Immutable.
 *
 * @param version of the program, for people
 * @param exporterFactory {@code ExporterFactory::create}
 * @param windowDecoder reads requests on disk back
 */
public record DaemonParts(
    String version,
    GadgetFactory gadgetFactory,
    Function<ExporterSettings, ProfileExporter> exporterFactory,
    WindowDecoder windowDecoder) {
  public DaemonParts {
    requireNonNull(version, "version");
    requireNonNull(gadgetFactory, "gadgetFactory");
    requireNonNull(exporterFactory, "exporterFactory");
    requireNonNull(windowDecoder, "windowDecoder");
  }
}
