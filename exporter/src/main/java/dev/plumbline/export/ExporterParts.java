package dev.plumbline.export;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterSettings;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an exporter is made of; the defaults are the real clock and the real chance. Confined to the
 * thread that builds.
 */
final class ExporterParts {
  private final ExporterSettings settings;
  private final RequestSender sender;
  private final WindowEncoder encoder;
  private @Nullable LevelSource levelSource;
  private LongSupplier ticker = System::nanoTime;
  private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();

  ExporterParts(ExporterSettings settings, RequestSender sender, WindowEncoder encoder) {
    this.settings = requireNonNull(settings, "settings");
    this.sender = requireNonNull(sender, "sender");
    this.encoder = requireNonNull(encoder, "encoder");
  }

  /** Asked if the settings leave the level open; without one it is 1.10. */
  ExporterParts levelSource(@Nullable LevelSource levelSource) {
    this.levelSource = levelSource;
    return this;
  }

  /** Nanoseconds of a clock that only goes forward. */
  ExporterParts ticker(LongSupplier ticker) {
    this.ticker = requireNonNull(ticker, "ticker");
    return this;
  }

  /** In [0, 1). */
  ExporterParts random(DoubleSupplier random) {
    this.random = requireNonNull(random, "random");
    return this;
  }

  ExporterSettings settings() {
    return settings;
  }

  RequestSender sender() {
    return sender;
  }

  WindowEncoder encoder() {
    return encoder;
  }

  @Nullable LevelSource levelSource() {
    return levelSource;
  }

  LongSupplier ticker() {
    return ticker;
  }

  DoubleSupplier random() {
    return random;
  }
}
