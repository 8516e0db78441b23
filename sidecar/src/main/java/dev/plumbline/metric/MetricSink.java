package dev.plumbline.metric;

/** Takes the numbers of a {@link MetricSource}, in the thread that asked. */
@FunctionalInterface
public interface MetricSink {
  /**
   * One number.
   *
   * @param labelValues of {@link Metric#labels()}, in their order; any text
   */
  void accept(Metric metric, long value, String... labelValues);
}
