package dev.plumbline.metric;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sources of a program, which come and go. Thread-safe. */
public final class MetricRegistry implements MetricSource {
  private final List<MetricSource> sources = new CopyOnWriteArrayList<>();

  /** A source that is asked until it is removed. */
  public void add(MetricSource source) {
    sources.add(requireNonNull(source, "source"));
  }

  /** Asks the source no more; one that was not added is no error. */
  public void remove(MetricSource source) {
    sources.remove(source);
  }

  @Override
  public void report(MetricSink sink) {
    sources.forEach(source -> source.report(sink));
  }
}
