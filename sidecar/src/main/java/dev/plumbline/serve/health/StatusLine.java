package dev.plumbline.serve.health;

import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.source.RunningGadget;
import dev.plumbline.spool.SpooledExporter;
import java.util.ArrayList;
import java.util.List;

/** The line that the daemon prints when it is ready. Stateless. */
public final class StatusLine {
  private StatusLine() {}

  public static String of(String version, Health health) {
    List<String> parts = new ArrayList<>();
    parts.add("plumbline " + version);
    parts.add("kernel " + System.getProperty("os.version"));
    parts.add("gadgets " + names(running(health.gadgets())));
    List<String> receivers = new ArrayList<>();
    String page = "off";
    for (Listeners.Open open : health.listening().open()) {
      if (open.isPage()) {
        String scheme = open.listener().settings().tls() == null ? "http://" : "https://";
        page = scheme + open.listener().address() + "/";
      }
      for (ReceiverSettings receiver : open.receivers()) {
        receivers.add(receiver.name() + " " + open.listener().address());
      }
    }
    for (ScrapeStatus target : health.targets()) {
      receivers.add(target.receiver() + " ← " + target.target());
    }
    parts.add("receivers " + names(receivers));
    parts.add("exporters " + names(health.exporters().stream().map(StatusLine::text).toList()));
    parts.add("store " + health.store().text());
    parts.add("page " + page);
    return String.join("; ", parts);
  }

  private static List<String> running(List<RunningGadget> gadgets) {
    return gadgets.stream()
        .filter(gadget -> gadget.status().state() != RunningGadget.State.LEFT_OUT)
        .map(gadget -> gadget.settings().name())
        .toList();
  }

  private static String text(SpooledExporter exporter) {
    return exporter.settings().name() + " → " + exporter.target();
  }

  private static String names(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
