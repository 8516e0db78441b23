package dev.plumbline.agent;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.jfr.JvmGadget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Tells names of data sources that no gadget has: what is asked of them is in vain. Stateless. */
final class SourceNames {
  private SourceNames() {}

  /** Gadgets are read only if a data source is named at all: not at most starts. */
  static void warnOfStrangers(AgentConfiguration configuration, Consumer<String> warnings) {
    Set<String> selected = configuration.exporters().selection().dataSources();
    if (selected.isEmpty() && configuration.annotations().isEmpty()) {
      return;
    }
    List<String> known = known();
    configuration.annotations().warnOfStrangers(known, warnings);
    for (String name : selected) {
      if (known.stream().noneMatch(name::equalsIgnoreCase)) {
        warnings.accept(
            "exporter selection names data source \""
                + name
                + "\", expected one of "
                + String.join(", ", known));
      }
    }
  }

  /** Of all gadgets, each name once. */
  private static List<String> known() {
    Set<String> names = new LinkedHashSet<>();
    for (JvmGadget gadget : JvmGadget.values()) {
      for (DataSource dataSource : gadget.dataSources()) {
        names.add(dataSource.name());
      }
    }
    return new ArrayList<>(names);
  }
}
