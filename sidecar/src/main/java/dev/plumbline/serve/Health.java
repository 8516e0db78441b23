package dev.plumbline.serve;

import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.spool.SpooledExporter;
import java.util.List;

/**
 * What there is to look at. Immutable; what it holds tells of the moment in which it is asked.
 *
 * @param listeners the page first
 * @param targets of receivers that fetch
 */
record Health(
    List<RunningGadget> gadgets,
    List<SpooledExporter> exporters,
    List<Listeners.Open> listeners,
    List<ScrapeStatus> targets,
    StoreHolder store,
    List<AgentRegistry.Agent> agents) {}
