package dev.plumbline.serve;

import dev.plumbline.api.ProfileApi;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.listen.guard.BearerGuard;
import dev.plumbline.listen.guard.SameSiteGuard;
import dev.plumbline.listen.server.ListenException;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.metric.MetricsHandler;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.page.PageAccess;
import dev.plumbline.page.PageAccess.Transport;
import dev.plumbline.page.PageFiles;
import dev.plumbline.page.PageHandler;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.selfprofile.SelfProfiles;
import dev.plumbline.serve.config.PageConfig;
import dev.plumbline.serve.config.PullSettings;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.config.ServeConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * All that listens: receivers by address, and the page. A change closes what is no longer wanted,
 * leaves what is the same, and opens the rest. Confined to the daemon's thread, but for {@link
 * #open}.
 */
final class Listeners implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(Listeners.class.getName());

  private final Refusals refusals = new Refusals();
  private final ServerStack stack = new ServerStack(refusals);
  private final Receivers receivers;
  private final Supplier<Health> health;
  private final List<ScrapeSource> metrics;
  private final Map<ListenAddress, Open> opened = new LinkedHashMap<>();
  private final List<Open> visible = new CopyOnWriteArrayList<>();
  private @Nullable PageConfig page;

  /**
   * A listener and what it stands for. Immutable.
   *
   * @param receivers none for the page
   */
  record Open(Listener listener, List<ReceiverSettings> receivers) {
    boolean isPage() {
      return receivers.isEmpty();
    }
  }

  Listeners(DaemonParts parts, Router router, Supplier<Health> health, List<ScrapeSource> metrics) {
    this.receivers = new Receivers(router, parts.version());
    this.health = health;
    List<ScrapeSource> all = new ArrayList<>(metrics);
    all.add(refusals);
    all.add(receivers);
    all.add(
        sink ->
            sink.gauge(
                "listen_in_flight_bytes",
                "Wire bytes of requests that are received or handled now.",
                stack.inFlightBytes()));
    this.metrics = List.copyOf(all);
  }

  void change(ServeConfig config, List<Route> storeRoutes) throws ServeException {
    Map<ListenAddress, ListenerPlan.Planned> plan =
        ListenerPlan.of(config.receivers(), receivers::routes);
    changePage(config.page(), storeRoutes);
    for (Map.Entry<ListenAddress, Open> entry : List.copyOf(opened.entrySet())) {
      ListenerPlan.Planned planned = plan.get(entry.getKey());
      if (planned == null || !planned.receivers().equals(entry.getValue().receivers())) {
        close(entry.getKey());
      }
    }
    for (Map.Entry<ListenAddress, ListenerPlan.Planned> entry : plan.entrySet()) {
      if (!opened.containsKey(entry.getKey())) {
        open(entry.getKey(), entry.getValue());
      } else {
        reloadTls(opened.get(entry.getKey()));
      }
    }
  }

  /**
   * What a receiver that fetches is made of; it shares threads and counts with those that listen.
   */
  PullSource.Parts pullParts(PullSettings settings, Path stateDirectory) {
    return receivers.pullParts(settings, new HttpClients(stack), stateDirectory);
  }

  private void open(ListenAddress address, ListenerPlan.Planned planned) throws ServeException {
    Listener listener = open(planned.settings(), planned.origin());
    if (listener == null) {
      return;
    }
    if (!address.isLoopback() && planned.settings().tls() == null) {
      logger.warning(
          () ->
              planned.settings().name()
                  + " listens on "
                  + address
                  + ", where others can reach it, without TLS");
    }
    Open open = new Open(listener, planned.receivers());
    opened.put(address, open);
    visible.add(open);
  }

  /** Null for a default one whose port is taken. */
  private @Nullable Listener open(ListenerSettings settings, ReceiverSettings.Origin origin)
      throws ServeException {
    try {
      return stack.open(settings);
    } catch (ListenException e) {
      if (origin == ReceiverSettings.Origin.DEFAULT && e.isTaken()) {
        logger.warning(() -> e.getMessage() + "; it is left out");
        return null;
      }
      throw new ServeException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void reloadTls(@Nullable Open open) {
    try {
      if (open != null) {
        open.listener.reloadTls();
      }
    } catch (ListenException e) {
      logger.log(Level.WARNING, String.valueOf(e.getMessage()));
    }
  }

  private void changePage(PageConfig wanted, List<Route> storeRoutes) throws ServeException {
    boolean isSame = wanted.equals(page);
    for (Open open : List.copyOf(visible)) {
      if (open.isPage() && isSame) {
        reloadTls(open);
      } else if (open.isPage()) {
        open.listener.close();
        visible.remove(open);
      }
    }
    if (isSame) {
      return;
    }
    page = wanted;
    if (!wanted.isEnabled()) {
      return;
    }
    Listener listener = open(pageSettings(wanted, storeRoutes), wanted.endpoint().origin());
    if (listener != null) {
      visible.add(0, new Open(listener, List.of()));
    }
  }

  private ListenerSettings pageSettings(PageConfig wanted, List<Route> storeRoutes) {
    ListenAddress address = wanted.endpoint().address();
    ServerTls tls = wanted.endpoint().tls();
    PageFiles files = PageFiles.load();
    ListenerSettings.Builder builder =
        ListenerSettings.builder("page", address)
            .tls(tls)
            .guard(new SameSiteGuard(address, wanted.hosts()))
            .header("x-content-type-options", "nosniff")
            .header("referrer-policy", "no-referrer")
            .routes(storeRoutes)
            .route(MetricsHandler.route(metrics))
            .route(HealthHandler.route(health, refusals, receivers))
            .routes(SelfProfiles.routes())
            .route(PageHandler.route(files));
    String token = wanted.bearerToken();
    if (token != null) {
      Transport transport = tls == null ? Transport.PLAINTEXT : Transport.TLS;
      BearerGuard guard = new BearerGuard(() -> token);
      PageAccess access = new PageAccess(guard, files, transport, Clock.systemUTC());
      builder.guard(access);
      access.routes().forEach(route -> builder.route(route.answering(ProfileApi::refusal)));
      if (tls == null && !address.isLoopback()) {
        logger.warning(
            () ->
                "the page on "
                    + address
                    + " takes its token without TLS, where others can read it");
      }
    }
    return builder.build();
  }

  private void close(ListenAddress address) {
    Open open = opened.remove(address);
    if (open != null) {
      visible.remove(open);
      open.listener.close();
    }
  }

  /** Makes the page ready for its first visitor, where anybody on this machine may be one. */
  void visitPage() {
    for (Open open : visible) {
      boolean isOpenToAll =
          page != null && page.bearerToken() == null && open.listener.settings().tls() == null;
      if (open.isPage() && isOpenToAll && open.listener.address().isLoopback()) {
        FirstVisit.start(open.listener.address());
      }
    }
  }

  /** What is open now, the page first. Any thread. */
  List<Open> open() {
    return List.copyOf(visible);
  }

  /** Takes no more; requests that came are answered. */
  @Override
  public void close() {
    for (Open open : visible) {
      if (!open.isPage()) {
        open.listener.close();
      }
    }
  }

  /** The page too, and all threads. */
  void closeStack() {
    for (Open open : visible) {
      open.listener.close();
    }
    stack.close();
  }
}
