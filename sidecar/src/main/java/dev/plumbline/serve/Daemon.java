package dev.plumbline.serve;

import static java.util.Objects.requireNonNull;

import dev.plumbline.api.Progress;
import dev.plumbline.listen.Route;
import dev.plumbline.metric.MetricsHandler;
import dev.plumbline.metric.ProcessMetrics;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.selfprofile.SelfProfiles;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.health.GadgetRows;
import dev.plumbline.serve.health.Health;
import dev.plumbline.serve.health.HealthHandler;
import dev.plumbline.serve.health.StatusLine;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.listener.Refusals;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import dev.plumbline.serve.route.ExporterMetrics;
import dev.plumbline.serve.route.Exporters;
import dev.plumbline.serve.route.Router;
import dev.plumbline.serve.route.StoreHolder;
import dev.plumbline.serve.source.Receivers;
import dev.plumbline.serve.source.RunningGadgets;
import dev.plumbline.serve.source.RunningPulls;
import dev.plumbline.spool.SpoolSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The whole of {@code plumbline serve}. It is brought into the state that a configuration
 * describes, first when it starts and again at each change: what is described as before goes on
 * untouched, so that no window is lost. Confined to the daemon's thread but for {@link #health}.
 */
public final class Daemon implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(Daemon.class.getName());

  private final DaemonParts parts;
  private final Router router = new Router();
  private final Refusals refusals = new Refusals(Clock.systemUTC());
  private final Receivers receivers;
  private final RunningGadgets gadgets;
  private final Exporters exporters;
  private final StoreHolder store;
  private final Listeners listeners;
  private final RunningPulls pulls = new RunningPulls();
  private final ReloadCounts reloads = new ReloadCounts();
  private final List<Route> pageRoutes;
  private final Path pullState;
  private boolean isClosed;

  /** Opens nothing; {@link #apply} does. */
  public Daemon(DaemonParts parts, StateDirectory state) throws ServeException {
    this.parts = requireNonNull(parts, "parts");
    this.exporters =
        new Exporters(
            new SpoolSettings(state.directory("queue"), SpoolSettings.DEFAULT_MAX_BYTES),
            parts.exporterFactory(),
            parts.windowDecoder());
    this.store = new StoreHolder(state, parts.version(), this::progress);
    this.pullState = state.directory("receivers");
    this.receivers = new Receivers(router, parts.version());
    this.gadgets = new RunningGadgets(parts.gadgetFactory(), router, Clock.systemUTC());
    this.listeners = new Listeners(refusals, receivers);
    this.pageRoutes = pageRoutes();
  }

  private List<Route> pageRoutes() {
    List<ScrapeSource> metrics =
        List.of(
            new ProcessMetrics(parts.version()),
            new ExporterMetrics(exporters),
            gadgets,
            store,
            pulls,
            reloads,
            refusals,
            receivers,
            listeners);
    List<Route> routes = new ArrayList<>(store.routes());
    routes.add(MetricsHandler.route(metrics));
    routes.add(HealthHandler.route(this::health, Clock.systemUTC()));
    routes.addAll(SelfProfiles.routes());
    return List.copyOf(routes);
  }

  /**
   * Brings everything into that state. Sources change last, and what they went to before is closed
   * only then: if they cannot be changed, it runs on with them.
   *
   * @param changeGadgets the first time what was configured and cannot be had is an error
   */
  private void apply(ServeConfig config, Change changeGadgets) throws ServeException {
    store.change(config.store());
    exporters.prepare(config.exporters());
    route(config);
    exporters.start();
    listeners.change(config, pageRoutes);
    pulls.change(config.pulls(), settings -> listeners.pullParts(settings, pullState));
    changeGadgets.make();
    store.closeReplaced();
    exporters.retain(config.exporters().keySet());
    route(config);
  }

  private void route(ServeConfig config) {
    router.change(new Router.Routes(store.sink(), exporters.byName(), config));
  }

  @FunctionalInterface
  private interface Change {
    void make() throws ServeException;
  }

  /** The first state. */
  public void start(ServeConfig config) throws ServeException {
    apply(config, () -> gadgets.start(config.gadgets()));
    listeners.visitPage();
  }

  /** Another state; what of it cannot be had is said in a line and left as it was. */
  public void reload(ServeConfig config) {
    try {
      apply(config, () -> gadgets.change(config.gadgets()));
      reloads.succeeded();
    } catch (ServeException e) {
      reloads.failed();
      logger.log(Level.WARNING, () -> "the configuration is in force in part: " + e.getMessage());
    }
  }

  /** What can be done now and then; to be called every few seconds. */
  public void tend() {
    gadgets.restartFailed();
    gadgets.watch();
  }

  /** A configuration that cannot be read changes nothing. */
  public void reloadFailed() {
    reloads.failed();
  }

  /** What a person who sees nothing yet should know. */
  private List<Progress> progress() {
    long now = Clock.systemUTC().millis();
    return gadgets.all().stream().map(gadget -> GadgetRows.progress(gadget, now)).toList();
  }

  /** How everything goes. Any thread. */
  public Health health() {
    return new Health(
        gadgets.all(),
        List.copyOf(exporters.byName().values()),
        new Health.Listening(listeners.open(), listeners.leftOut(), refusals, receivers),
        pulls.targets(),
        store,
        router.agents().agents());
  }

  /** One line for people. */
  public String statusLine() {
    return StatusLine.of(parts.version(), health());
  }

  /** Ends sources first, so that what they have reaches store and exporters. Idempotent. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    Thread ending = new Thread(gadgets::close, "plumbline-close-gadgets");
    ending.start();
    pulls.close();
    listeners.close();
    try {
      ending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exporters.close();
    listeners.closeStack();
    store.close();
  }
}
