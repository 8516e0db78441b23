package dev.plumbline.serve.health;

import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.listener.Refusals;
import dev.plumbline.serve.route.StoreHolder;
import dev.plumbline.serve.source.Receivers;
import dev.plumbline.serve.source.RunningGadget;
import dev.plumbline.spool.SpooledExporter;
import java.util.List;

/**
 * What there is to look at. Immutable; what it holds tells of the moment in which it is asked.
 *
 * @param targets of receivers that fetch
 */
public record Health(
    List<RunningGadget> gadgets,
    List<SpooledExporter> exporters,
    Listening listening,
    List<ScrapeStatus> targets,
    StoreHolder store,
    List<AgentRegistry.Agent> agents) {

  /**
   * What takes in.
   *
   * @param open the page first
   */
  public record Listening(
      List<Listeners.Open> open,
      List<Listeners.LeftOut> leftOut,
      Refusals refusals,
      Receivers receivers) {}
}
