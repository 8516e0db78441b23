package dev.plumbline.serve.listener;

import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.server.ListenException;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.serve.config.PageConfig;
import dev.plumbline.serve.config.PullSettings;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.source.Receivers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * All that listens: receivers by address, and the page. A change closes what is no longer wanted,
 * leaves what is the same, and opens the rest. Confined to the daemon's thread, but for {@link
 * #open}.
 */
public final class Listeners implements ScrapeSource, AutoCloseable {
  private static final Logger logger = Logger.getLogger(Listeners.class.getName());

  private final ServerStack stack;
  private final Receivers receivers;
  private final Map<ListenAddress, Open> opened = new LinkedHashMap<>();
  private final List<Open> visible = new CopyOnWriteArrayList<>();
  private volatile List<LeftOut> leftOut = List.of();
  private @Nullable PageConfig page;

  /**
   * A listener and what it stands for. Immutable.
   *
   * @param receivers none for the page
   */
  public record Open(Listener listener, List<ReceiverSettings> receivers) {
    public boolean isPage() {
      return receivers.isEmpty();
    }
  }

  /**
   * Receivers that do not listen, since others do at their address. Immutable.
   *
   * @param fault in a line
   */
  public record LeftOut(List<ReceiverSettings> receivers, String fault, long unixMillis) {}

  /** Opens nothing; {@link #change} does. */
  public Listeners(Refusals refusals, Receivers receivers) {
    this.stack = new ServerStack(refusals);
    this.receivers = receivers;
  }

  @Override
  public void collect(Scrape sink) {
    sink.gauge(
        "listen_in_flight_bytes",
        "Wire bytes of requests that are received or handled now.",
        stack.inFlightBytes());
  }

  /**
   * Brings the listeners into the state that a configuration describes.
   *
   * @param pageRoutes what the page answers beside its own files; the same at each call
   */
  public void change(ServeConfig config, List<Route> pageRoutes) throws ServeException {
    Map<ListenAddress, ListenerPlan.Planned> plan =
        ListenerPlan.of(config.receivers(), receivers::routes);
    leftOut = List.of();
    changePage(config.page(), pageRoutes);
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
  public PullSource.Parts pullParts(PullSettings settings, Path stateDirectory) {
    return receivers.pullParts(settings, new HttpClients(stack), stateDirectory);
  }

  private void open(ListenAddress address, ListenerPlan.Planned planned) throws ServeException {
    Listener listener = open(planned.settings(), planned.origin(), planned.receivers());
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
  private @Nullable Listener open(
      ListenerSettings settings, ReceiverSettings.Origin origin, List<ReceiverSettings> standing)
      throws ServeException {
    try {
      return stack.open(settings);
    } catch (ListenException e) {
      if (origin == ReceiverSettings.Origin.DEFAULT && e.isTaken()) {
        String fault = e.getMessage() + "; it is left out";
        logger.warning(fault);
        List<LeftOut> all = new ArrayList<>(leftOut);
        all.add(new LeftOut(standing, fault, Clock.systemUTC().millis()));
        leftOut = List.copyOf(all);
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

  private void changePage(PageConfig wanted, List<Route> pageRoutes) throws ServeException {
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
    Listener listener =
        open(PagePlan.of(wanted, pageRoutes), wanted.endpoint().origin(), List.of());
    if (listener != null) {
      visible.add(0, new Open(listener, List.of()));
    }
  }

  private void close(ListenAddress address) {
    Open open = opened.remove(address);
    if (open != null) {
      visible.remove(open);
      open.listener.close();
    }
  }

  /** Makes the page ready for its first visitor, where anybody on this machine may be one. */
  public void visitPage() {
    for (Open open : visible) {
      boolean isOpenToAll =
          page != null && page.bearerToken() == null && open.listener.settings().tls() == null;
      if (open.isPage() && isOpenToAll && open.listener.address().isLoopback()) {
        FirstVisit.start(open.listener.address());
      }
    }
  }

  /** What is open now, the page first. Any thread. */
  public List<Open> open() {
    return List.copyOf(visible);
  }

  /** What does not listen though it would by default. Any thread. */
  public List<LeftOut> leftOut() {
    return leftOut;
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
  public void closeStack() {
    for (Open open : visible) {
      open.listener.close();
    }
    stack.close();
  }
}
