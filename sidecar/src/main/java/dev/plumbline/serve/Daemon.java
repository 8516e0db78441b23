package dev.plumbline.serve;

import static java.util.Objects.requireNonNull;

import dev.plumbline.api.Progress;
import dev.plumbline.metric.ProcessMetrics;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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
  private final List<RunningGadget> gadgets = new ArrayList<>();
  private final Exporters exporters;
  private final StoreHolder store;
  private final Listeners listeners;
  private final RunningPulls pulls = new RunningPulls();
  private final ReloadCounts reloads = new ReloadCounts();
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
    this.listeners = new Listeners(parts, router, this::health, metrics());
  }

  private List<ScrapeSource> metrics() {
    return List.of(
        new ProcessMetrics(parts.version()),
        new ExporterMetrics(exporters),
        new GadgetMetrics(this::runningGadgets),
        store,
        pulls,
        reloads);
  }

  /**
   * Brings everything into that state. Sources change last, and what they went to before is closed
   * only then: if they cannot be changed, it runs on with them.
   *
   * @param isFirst whether nothing runs yet: then what was configured and cannot be had is an error
   */
  private void apply(ServeConfig config, boolean isFirst) throws ServeException {
    store.change(config.store());
    exporters.prepare(config.exporters());
    route(config);
    exporters.start();
    listeners.change(config, store.routes());
    pulls.change(config.pulls(), settings -> listeners.pullParts(settings, pullState));
    changeGadgets(config.gadgets(), isFirst);
    store.closeReplaced();
    exporters.retain(config.exporters().keySet());
    route(config);
  }

  private void route(ServeConfig config) {
    router.change(new Router.Routes(store.sink(), exporters.byName(), config));
  }

  /** The first state. */
  public void start(ServeConfig config) throws ServeException {
    apply(config, true);
    listeners.visitPage();
  }

  /** Another state; what of it cannot be had is said in a line and left as it was. */
  public void reload(ServeConfig config) {
    try {
      apply(config, false);
      reloads.succeeded();
    } catch (ServeException e) {
      reloads.failed();
      logger.log(Level.WARNING, () -> "the configuration is in force in part: " + e.getMessage());
    }
  }

  /** A configuration that cannot be read changes nothing. */
  public void reloadFailed() {
    reloads.failed();
  }

  private void changeGadgets(List<GadgetSettings> wanted, boolean isFirst) throws ServeException {
    List<GadgetSettings> missing = new ArrayList<>(wanted);
    synchronized (gadgets) {
      for (Iterator<RunningGadget> each = gadgets.iterator(); each.hasNext(); ) {
        RunningGadget gadget = each.next();
        if (!missing.remove(gadget.settings())) {
          each.remove();
          gadget.close();
        }
      }
    }
    for (GadgetSettings settings : missing) {
      start(settings, isFirst);
    }
  }

  private void start(GadgetSettings settings, boolean isFirst) throws ServeException {
    try {
      RunningGadget gadget =
          RunningGadget.start(
              settings,
              parts.gadgetFactory(),
              dataSource ->
                  List.of(router.sink(new Router.Source(dataSource, settings.exporters()))));
      synchronized (gadgets) {
        gadgets.add(gadget);
      }
    } catch (ServeException e) {
      if (isFirst && settings.origin() == GadgetSettings.Origin.CONFIGURED) {
        throw e;
      }
      logger.log(Level.WARNING, () -> e.getMessage() + "; everything else goes on");
    }
  }

  private List<RunningGadget> runningGadgets() {
    synchronized (gadgets) {
      return List.copyOf(gadgets);
    }
  }

  /** What a person who sees nothing yet should know. */
  private List<Progress> progress() {
    List<Progress> progress = new ArrayList<>();
    for (RunningGadget gadget : runningGadgets()) {
      RunningGadget.Status status = gadget.status();
      progress.add(
          new Progress(
              "gadget " + gadget.settings().name(),
              status.state().name().toLowerCase(Locale.ROOT),
              Verdict.text(status)));
    }
    return progress;
  }

  /** How everything goes. Any thread. */
  public Health health() {
    return new Health(
        runningGadgets(),
        List.copyOf(exporters.byName().values()),
        listeners.open(),
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
    List<Thread> ending = new ArrayList<>();
    for (RunningGadget gadget : runningGadgets()) {
      Thread thread = new Thread(gadget::close, "plumbline-close-" + gadget.settings().name());
      thread.start();
      ending.add(thread);
    }
    pulls.close();
    listeners.close();
    for (Thread thread : ending) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    exporters.close();
    listeners.closeStack();
    store.close();
  }
}
