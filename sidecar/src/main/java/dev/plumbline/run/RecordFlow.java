package dev.plumbline.run;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.output.RecordSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.record.RecordFilter;
import dev.plumbline.record.RecordOrder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One data source on its way from the probe to outputs and exporters. Confined to its run. */
final class RecordFlow {
  private final DataSource dataSource;
  private final FetchPlan plan;
  private final RecordFilter filter;
  private final RecordOrder order;
  private final @Nullable RecordSink sink;
  private int fetches;
  private long lastFetchUnixNanos;
  private long dueNanos;

  RecordFlow(
      DataSource dataSource,
      FetchPlan plan,
      RecordFilter filter,
      RecordOrder order,
      @Nullable RecordSink sink) {
    this.dataSource = dataSource;
    this.plan = plan;
    this.filter = filter;
    this.order = order;
    this.sink = sink;
  }

  DataSource dataSource() {
    return dataSource;
  }

  void start(long nowNanos, long nowUnixNanos) {
    lastFetchUnixNanos = nowUnixNanos;
    dueNanos = nowNanos + plan.intervalNanos();
  }

  /**
   * Nanoseconds until the next fetch, 0 or less if it is due, the largest long if there is none.
   */
  long untilDue(long nowNanos) {
    return plan.hasMore(fetches) ? dueNanos - nowNanos : Long.MAX_VALUE;
  }

  /** A fetch that came late does not make the next ones come early. */
  void fetch(GadgetProbe probe, WindowExports exports, long nowNanos, long nowUnixNanos)
      throws IOException {
    fetches++;
    long behind = Math.max(0, nowNanos - dueNanos);
    long interval = Math.max(1, plan.intervalNanos());
    dueNanos += interval * (1 + behind / interval);
    long end = Math.max(nowUnixNanos, lastFetchUnixNanos + 1); // the wall clock may be set back
    RecordBatch wanted = filter.apply(probe.collect(dataSource, lastFetchUnixNanos, end));
    lastFetchUnixNanos = end;
    exports.add(wanted);
    if (sink != null) {
      sink.accept(order.apply(wanted));
    }
  }

  void finish(long startUnixNanos, long endUnixNanos) throws IOException {
    if (sink != null) {
      sink.finish(startUnixNanos, endUnixNanos);
    }
  }
}
