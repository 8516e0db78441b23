package dev.plumbline.serve;

import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import java.util.List;
import java.util.function.Supplier;

/** The counts of the gadgets. Thread-safe. */
final class GadgetMetrics implements ScrapeSource {
  private final Supplier<List<RunningGadget>> gadgets;

  GadgetMetrics(Supplier<List<RunningGadget>> gadgets) {
    this.gadgets = gadgets;
  }

  @Override
  public void collect(Scrape sink) {
    for (RunningGadget gadget : gadgets.get()) {
      RunningGadget.Status status = gadget.status();
      String name = gadget.settings().name();
      boolean isUp = status.state() == RunningGadget.State.RUNNING;
      sink.gauge("gadget_up", "1 while the gadget runs.", isUp ? 1 : 0, "gadget", name);
      sink.counter(
          "gadget_samples", "Distinct samples of all windows.", status.samples(), "gadget", name);
      sink.counter("gadget_windows", "Windows closed.", status.windows(), "gadget", name);
      gadget.report(sink);
      status
          .lost()
          .forEach(
              (reason, count) ->
                  sink.counter(
                      "gadget_lost",
                      "Records that the kernel or the probe lost, by reason.",
                      count,
                      "gadget",
                      name,
                      "reason",
                      reason));
    }
  }
}
