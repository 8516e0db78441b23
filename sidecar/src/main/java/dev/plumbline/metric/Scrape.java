package dev.plumbline.metric;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers the values of one scrape, for exposition. Confined to the thread of the scrape. */
public final class Scrape implements MetricSink {
  private static final String PREFIX = "plumbline_";
  private static final String TOTAL = "_total";
  private static final int MAX_POINTS = 2_000;

  private final Map<String, Family> families = new LinkedHashMap<>();

  /** The values of one name. */
  private static final class Family {
    private final String help;
    private final boolean isCounter;
    private final Map<Labels, Double> points = new LinkedHashMap<>();

    Family(String help, boolean isCounter) {
      this.help = help;
      this.isCounter = isCounter;
    }
  }

  /**
   * Something that only grows since the start. Values with equal labels add.
   *
   * @param name without prefix and without {@code _total}
   * @param labels names and values by turns
   */
  public void counter(String name, String help, double value, String... labels) {
    add(name, help, true, value, labels);
  }

  /**
   * Something that goes up and down.
   *
   * @param name without prefix
   * @param labels names and values by turns
   */
  public void gauge(String name, String help, double value, String... labels) {
    add(name, help, false, value, labels);
  }

  @Override
  public void accept(Metric metric, long value, String... labelValues) {
    String[] labels = new String[2 * labelValues.length];
    for (int i = 0; i < labelValues.length; i++) {
      labels[2 * i] = metric.labels().get(i);
      labels[2 * i + 1] = labelValues[i];
    }
    String name =
        metric.name().startsWith(PREFIX) ? metric.name().substring(PREFIX.length()) : metric.name();
    boolean isCounter = metric.kind() == Metric.Kind.COUNTER;
    String base =
        isCounter && name.endsWith(TOTAL)
            ? name.substring(0, name.length() - TOTAL.length())
            : name;
    add(base, metric.help(), isCounter, (double) value, labels);
  }

  /** As {@link #counter(String, String, double, String...)}. */
  public void counter(String name, String help, long value, String... labels) {
    counter(name, help, (double) value, labels);
  }

  /** As {@link #gauge(String, String, double, String...)}. */
  public void gauge(String name, String help, long value, String... labels) {
    gauge(name, help, (double) value, labels);
  }

  private void add(String name, String help, boolean isCounter, double value, String... labels) {
    Family family = families.computeIfAbsent(PREFIX + name, absent -> new Family(help, isCounter));
    Labels key = Labels.of(labels);
    if (family.points.size() < MAX_POINTS || family.points.containsKey(key)) {
      family.points.merge(key, value, Double::sum);
    }
  }

  MetricSnapshots snapshots() {
    List<MetricSnapshot> snapshots = new ArrayList<>();
    families.forEach(
        (name, family) ->
            snapshots.add(family.isCounter ? counters(name, family) : gauges(name, family)));
    return new MetricSnapshots(snapshots);
  }

  private static MetricSnapshot counters(String name, Family family) {
    CounterSnapshot.Builder builder = CounterSnapshot.builder().name(name).help(family.help);
    family.points.forEach(
        (labels, value) ->
            builder.dataPoint(
                CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
    return builder.build();
  }

  private static MetricSnapshot gauges(String name, Family family) {
    GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(name).help(family.help);
    family.points.forEach(
        (labels, value) ->
            builder.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    return builder.build();
  }
}
