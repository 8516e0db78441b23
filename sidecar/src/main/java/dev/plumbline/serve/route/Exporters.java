package dev.plumbline.serve.route;

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
import java.util.Set;
import java.util.function.Function;

/**
 * The running exporters. A change leaves those alone whose settings are the same, and nothing that
 * is routed meanwhile is lost: one that takes the place of another takes windows before the other
 * is closed, and one that nobody wants any more runs on until no source names it. Confined to the
 * daemon's thread, but for {@link #byName}.
 */
public final class Exporters implements AutoCloseable {
  /** For what waits, at the end and when an exporter is taken out. */
  static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final SpoolSettings spool;
  private final Function<ExporterSettings, ProfileExporter> factory;
  private final WindowDecoder decoder;
  private final List<SpooledExporter> replaced = new ArrayList<>();
  private volatile Map<String, SpooledExporter> running = Map.of();

  public Exporters(
      SpoolSettings spool,
      Function<ExporterSettings, ProfileExporter> factory,
      WindowDecoder decoder) {
    this.spool = spool;
    this.factory = factory;
    this.decoder = decoder;
  }

  /** The running ones, with those that are about to start or to leave; unmodifiable. */
  public Map<String, SpooledExporter> byName() {
    return running;
  }

  /**
   * Makes what is new or has other settings. From now on {@link #byName} has it, and it takes
   * windows, though it sends nothing before {@link #start}.
   */
  public void prepare(Map<String, ExporterSettings> wanted) {
    Map<String, SpooledExporter> next = new LinkedHashMap<>(running);
    wanted.forEach(
        (name, settings) -> {
          SpooledExporter known = next.get(name);
          if (known == null || !known.settings().equals(settings)) {
            next.put(
                name, new SpooledExporter(settings, spool, factory, decoder, Clock.systemUTC()));
            if (known != null) {
              replaced.add(known);
            }
          }
        });
    running = Map.copyOf(next);
  }

  /** Closes what was replaced, since both have one queue, and starts what was made. */
  public void start() {
    close(replaced);
    replaced.clear();
    running.values().forEach(SpooledExporter::start);
  }

  /** Closes all others; to be called when no source names them. */
  public void retain(Set<String> names) {
    List<SpooledExporter> leaving = new ArrayList<>();
    Map<String, SpooledExporter> next = new LinkedHashMap<>(running);
    next.entrySet()
        .removeIf(each -> !names.contains(each.getKey()) && leaving.add(each.getValue()));
    running = Map.copyOf(next);
    close(leaving);
  }

  /** All at the same time, each with what it sends. */
  @Override
  public void close() {
    close(running.values());
  }

  private static void close(Iterable<SpooledExporter> exporters) {
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
