package dev.plumbline.metric;

/** Something that counts. Asked by any thread; must not wait. */
@FunctionalInterface
public interface MetricSource {
  /** Hands over all numbers as they are now; those of one metric one after another. */
  void report(MetricSink sink);
}
