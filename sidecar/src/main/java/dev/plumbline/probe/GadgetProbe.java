package dev.plumbline.probe;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.metric.MetricSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A probe that hands over its records interval by interval. Confined to the run's thread, but for
 * {@link #report}.
 */
public interface GadgetProbe extends MetricSource, AutoCloseable {
  /** With the descriptor's annotations and the user's over them. */
  List<DataSource> dataSources();

  /** Begins what takes long before the start, in a thread of its own; may be left out. */
  default void prepare() {}

  /** Begins to record. */
  void start() throws IOException;

  /**
   * What was recorded since the last call, as amounts since then.
   *
   * @param dataSource one of {@link #dataSources()}
   * @param startUnixNanos of the interval, nanoseconds since the epoch
   */
  RecordBatch collect(DataSource dataSource, long startUnixNanos, long endUnixNanos)
      throws IOException;

  /** Records no more; what is there can still be collected. */
  void stop() throws IOException;

  /** What never became a record since the start, by reason; without zeros. */
  Map<String, Long> lost() throws IOException;

  /** Why records do not come though the run goes on, in lines; empty if they do. */
  default String stall() {
    return "";
  }

  /** Lines on the records of the last fetch, such as the share of complete stacks; or empty. */
  String remarks();

  /** Frees everything in the kernel; idempotent. */
  @Override
  void close();
}
