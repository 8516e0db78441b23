package dev.plumbline.serve;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.spool.SpoolSettings;
import dev.plumbline.spool.SpooledExporter;
import dev.plumbline.spool.WindowDecoder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The running exporters. A change leaves those alone whose settings are the same. Confined to the
 * daemon's thread, but for {@link #byName}.
 */
final class Exporters implements AutoCloseable {
  /** For what waits, at the end and when an exporter is taken out. */
  static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final SpoolSettings spool;
  private final Function<ExporterSettings, ProfileExporter> factory;
  private final WindowDecoder decoder;
  private volatile Map<String, SpooledExporter> running = Map.of();

  Exporters(
      SpoolSettings spool,
      Function<ExporterSettings, ProfileExporter> factory,
      WindowDecoder decoder) {
    this.spool = spool;
    this.factory = factory;
    this.decoder = decoder;
  }

  /** The running ones; unmodifiable. */
  Map<String, SpooledExporter> byName() {
    return running;
  }

  /**
   * Starts what is new, keeps what is the same.
   *
   * @return those that are no longer wanted; they run on until they are closed, and one whose
   *     settings changed has been closed already, since both have one queue
   */
  List<SpooledExporter> change(Map<String, ExporterSettings> wanted) {
    Map<String, SpooledExporter> before = running;
    List<SpooledExporter> leaving = new ArrayList<>();
    before.forEach(
        (name, exporter) -> {
          ExporterSettings settings = wanted.get(name);
          if (settings == null) {
            leaving.add(exporter);
          } else if (!settings.equals(exporter.settings())) {
            exporter.close(CLOSE_TIMEOUT);
          }
        });
    Map<String, SpooledExporter> next = new LinkedHashMap<>();
    wanted.forEach(
        (name, settings) -> {
          SpooledExporter known = before.get(name);
          boolean isSame = known != null && known.settings().equals(settings);
          next.put(name, isSame ? known : started(settings));
        });
    running = Map.copyOf(next);
    return leaving;
  }

  private SpooledExporter started(ExporterSettings settings) {
    SpooledExporter exporter =
        new SpooledExporter(settings, spool, factory, decoder, Clock.systemUTC());
    exporter.start();
    return exporter;
  }

  /** All at the same time, each with what it sends. */
  @Override
  public void close() {
    close(running.values());
  }

  static void close(Iterable<SpooledExporter> exporters) {
    List<Thread> closers = new ArrayList<>();
    for (SpooledExporter exporter : exporters) {
      Thread closer =
          new Thread(
              () -> exporter.close(CLOSE_TIMEOUT), "plumbline-close-" + exporter.settings().name());
      closer.setDaemon(true);
      closer.start();
      closers.add(closer);
    }
    try {
      for (Thread closer : closers) {
        closer.join(CLOSE_TIMEOUT.toMillis() + 2_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
