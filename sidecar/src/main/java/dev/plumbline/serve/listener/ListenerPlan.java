package dev.plumbline.serve.listener;

import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.guard.IngestionKeys;
import dev.plumbline.serve.config.IngestionKeySources;
import dev.plumbline.serve.config.ReceiverSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Which listeners the receivers need: those with one address share one. Stateless. */
final class ListenerPlan {
  private ListenerPlan() {}

  /**
   * Listeners by address.
   *
   * @param receivers of which those that share an address can, as the reader of the file sees to
   * @param routes of a receiver
   */
  static Map<ListenAddress, Planned> of(
      List<ReceiverSettings> receivers, Function<ReceiverSettings, List<Route>> routes) {
    Map<ListenAddress, List<ReceiverSettings>> byAddress = new LinkedHashMap<>();
    for (ReceiverSettings receiver : receivers) {
      byAddress
          .computeIfAbsent(receiver.endpoint().address(), absent -> new ArrayList<>())
          .add(receiver);
    }
    Map<ListenAddress, Planned> plan = new LinkedHashMap<>();
    for (Map.Entry<ListenAddress, List<ReceiverSettings>> entry : byAddress.entrySet()) {
      plan.put(entry.getKey(), planned(entry.getKey(), entry.getValue(), routes));
    }
    return plan;
  }

  private static Planned planned(
      ListenAddress address,
      List<ReceiverSettings> sharing,
      Function<ReceiverSettings, List<Route>> routes) {
    IngestionKeySources keys = sharing.get(0).endpoint().ingestionKeys();
    ReceiverSettings.Origin origin = ReceiverSettings.Origin.DEFAULT;
    ConnectionRules rules = null;
    StringBuilder name = new StringBuilder();
    List<Route> all = new ArrayList<>();
    for (ReceiverSettings receiver : sharing) {
      ConnectionRules own = receiver.options().rules();
      rules = own == null ? rules : own;
      name.append(name.length() == 0 ? "" : "+").append(receiver.name());
      all.addAll(routes.apply(receiver));
      if (receiver.endpoint().origin() == ReceiverSettings.Origin.CONFIGURED) {
        origin = ReceiverSettings.Origin.CONFIGURED;
      }
    }
    ListenerSettings.Builder settings =
        ListenerSettings.builder(name.toString(), address)
            .routes(all)
            .tls(sharing.get(0).endpoint().tls());
    if (rules != null) {
      settings.rules(rules);
    }
    if (!keys.isEmpty()) {
      settings.guard(new IngestionKeys(keys.reader()));
    }
    return new Planned(settings.build(), origin, List.copyOf(sharing));
  }

  /**
   * A listener to be opened. Immutable.
   *
   * @param receivers that stand on it
   */
  record Planned(
      ListenerSettings settings,
      ReceiverSettings.Origin origin,
      List<ReceiverSettings> receivers) {}
}
