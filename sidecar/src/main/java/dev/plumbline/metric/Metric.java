package dev.plumbline.metric;

import java.util.List;

/**
 * One number that is kept, with the conventions of Prometheus: lower case with underscores, the
 * unit in the name, {@code _total} at the end of a counter's. Immutable.
 *
 * @param name such as {@code plumbline_stacks_total}
 * @param help one sentence
 * @param labels names of the labels, in the order of their values
 */
public record Metric(String name, Kind kind, String help, List<String> labels) {
  /** Whether the number can go down. */
  public enum Kind {
    COUNTER,
    GAUGE
  }

  public Metric {
    labels = List.copyOf(labels);
  }

  /** A number that only grows while the program runs. */
  public static Metric counter(String name, String help, String... labels) {
    return new Metric(name, Kind.COUNTER, help, List.of(labels));
  }

  /** A number that goes up and down. */
  public static Metric gauge(String name, String help, String... labels) {
    return new Metric(name, Kind.GAUGE, help, List.of(labels));
  }
}
