package dev.plumbline.run;

import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.SampleMapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Brings windows to the exporters that were chosen for their data sources. Data sources that go to
 * the same exporters share windows. Confined to the run's thread; exporters have threads of their
 * own.
 */
final class WindowExports implements AutoCloseable {
  private final Map<String, ProfileExporter> exporters = new LinkedHashMap<>();
  private final Map<String, OpenWindow> windowOfDataSource = new LinkedHashMap<>();
  private final Map<List<WindowSink>, OpenWindow> windows = new LinkedHashMap<>();
  private final Map<String, SampleMapping> mappings;

  /**
   * @param mappings by data source, of those that are profiles
   * @param factory {@code ExporterFactory::create}, or a test's
   * @param sinks further sinks of a data source, which are started and closed elsewhere
   */
  WindowExports(
      ExporterChoice choice,
      Map<String, SampleMapping> mappings,
      SampleOrigin origin,
      Function<ExporterSettings, ProfileExporter> factory,
      Function<String, List<WindowSink>> sinks) {
    this.mappings = Map.copyOf(mappings);
    Map<String, WindowSink> sinkOfExporter = new LinkedHashMap<>();
    for (ExporterSettings settings : choice.exporters()) {
      ProfileExporter exporter = factory.apply(settings);
      exporters.put(settings.name(), exporter);
      sinkOfExporter.put(settings.name(), exporter::export);
    }
    for (String dataSource : mappings.keySet()) {
      List<WindowSink> wanted = new ArrayList<>(sinks.apply(dataSource));
      for (String name : choice.selection().exportersOf(dataSource)) {
        WindowSink sink = sinkOfExporter.get(name);
        if (sink != null) {
          wanted.add(sink);
        }
      }
      if (!wanted.isEmpty()) {
        windowOfDataSource.put(
            dataSource,
            windows.computeIfAbsent(
                List.copyOf(wanted), sinksOfWindow -> new OpenWindow(sinksOfWindow, origin)));
      }
    }
  }

  /** Who says what our samples say. Immutable. */
  record SampleOrigin(Resource resource, Scope scope) {}

  void start() {
    exporters.values().forEach(ProfileExporter::start);
  }

  /** Begins the first windows. */
  void startWindows(long startUnixNanos) {
    windows.values().forEach(window -> window.start(startUnixNanos));
  }

  /** Merges records into the open window of their data source. */
  void add(RecordBatch batch) {
    String dataSource = batch.dataSource().name();
    SampleMapping mapping = mappings.get(dataSource);
    OpenWindow window = windowOfDataSource.get(dataSource);
    if (mapping != null && window != null) {
      window.add(mapping, batch);
    }
  }

  /**
   * Hands the open windows over and begins the next ones; never waits.
   *
   * @return samples since the windows were closed last
   */
  long closeWindows(long endUnixNanos) {
    return windows.values().stream().mapToLong(window -> window.close(endUnixNanos)).sum();
  }

  /** Sends what waits, all exporters at the same time, and ends them within that time. */
  void close(Duration timeout) {
    List<Thread> closers = new ArrayList<>();
    for (ProfileExporter exporter : exporters.values()) {
      Thread closer =
          new Thread(
              () -> exporter.close(timeout), "plumbline-close-" + exporter.settings().name());
      closer.setDaemon(true);
      closer.start();
      closers.add(closer);
    }
    try {
      for (Thread closer : closers) {
        closer.join(timeout.toMillis() + 500);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    close(GadgetRun.FLUSH_TIMEOUT);
  }
}
