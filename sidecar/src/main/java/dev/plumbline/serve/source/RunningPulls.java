package dev.plumbline.serve.source;

import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.scrape.Pull;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.scrape.ScrapeLoop;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.serve.config.PullSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The receivers that fetch, each with the loops of its targets. A change leaves those alone whose
 * settings are the same. Confined to the daemon's thread, but for {@link #targets}.
 */
public final class RunningPulls implements ScrapeSource, AutoCloseable {
  private final Map<PullSettings, List<ScrapeLoop>> running = new LinkedHashMap<>();
  private final List<ScrapeLoop> visible = new CopyOnWriteArrayList<>();

  public void change(List<PullSettings> wanted, Function<PullSettings, PullSource.Parts> parts) {
    for (PullSettings settings : List.copyOf(running.keySet())) {
      if (!wanted.contains(settings)) {
        close(settings);
      }
    }
    for (PullSettings settings : wanted) {
      if (!running.containsKey(settings)) {
        start(settings, parts.apply(settings));
      }
    }
  }

  private void start(PullSettings settings, PullSource.Parts parts) {
    List<ScrapeLoop> loops = new ArrayList<>();
    for (Pull pull : settings.source().open(parts)) {
      loops.add(ScrapeLoop.of(pull, settings.name()));
    }
    running.put(settings, loops);
    visible.addAll(loops);
    loops.forEach(ScrapeLoop::start);
  }

  private void close(PullSettings settings) {
    List<ScrapeLoop> loops = running.remove(settings);
    if (loops != null) {
      loops.forEach(ScrapeLoop::close);
      visible.removeAll(loops);
    }
  }

  /** How each target goes. Any thread. */
  public List<ScrapeStatus> targets() {
    return visible.stream().map(ScrapeLoop::status).toList();
  }

  @Override
  public void collect(Scrape sink) {
    targets().forEach(target -> target.report(sink));
  }

  /** Gives up what is under way. */
  @Override
  public void close() {
    List.copyOf(running.keySet()).forEach(this::close);
  }
}
