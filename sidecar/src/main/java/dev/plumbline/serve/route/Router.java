package dev.plumbline.serve.route;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.receive.ProfileIntake;
import dev.plumbline.receive.ReceivedProfiles;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.spool.SpooledExporter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where windows go (design §8): to the store, and to the exporters that their source names or, if
 * it names none, to the selected ones. A reload changes all routes at once. Thread-safe.
 */
public final class Router {
  /** How long a sender waits for the disk before it is asked to come again. */
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);

  private final AgentRegistry agents = new AgentRegistry(Clock.systemUTC());
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile Routes routes = new Routes(null, Map.of(), null);

  /** The store's end of the routes. Thread-safe. */
  public interface StoreSink {
    /**
     * @param deliveryId once for each; null for what never comes twice, and for what does not say
     */
    void accept(ProfileWindow window, @Nullable String deliveryId);

    /** There was no memory to make a window of that many samples. */
    void withoutMemory(long samples);
  }

  /**
   * Everything a window can go to. Immutable.
   *
   * @param store null if it is switched off
   * @param exporters by name
   * @param config null before the first one
   */
  public record Routes(
      @Nullable StoreSink store,
      Map<String, SpooledExporter> exporters,
      @Nullable ServeConfig config) {
    private List<String> exportersOf(Source source) {
      return config == null
          ? List.of()
          : config.exportersOf(source.exporters(), source.dataSource());
    }
  }

  /** Our agents that sent something. */
  public AgentRegistry agents() {
    return agents;
  }

  /** When it returns, no window is on its way by the old routes, but for those of receivers. */
  public void change(Routes next) {
    lock.writeLock().lock();
    try {
      routes = next;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** The sink of a source; it follows changes of the routes. */
  public WindowSink sink(Source source) {
    return window -> accept(source, window);
  }

  private void accept(Source source, ProfileWindow window) {
    lock.readLock().lock();
    try {
      store(() -> window, null);
      Routes now = routes;
      for (String name : now.exportersOf(source)) {
        SpooledExporter exporter = now.exporters.get(name);
        if (exporter != null) {
          exporter.accept(window);
        }
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * What is passed on as it came is read as a window only where a store wants it: it costs most.
   */
  private void store(Supplier<ProfileWindow> window, @Nullable String deliveryId) {
    StoreSink store = routes.store;
    if (store != null) {
      store.accept(window.get(), deliveryId);
    }
  }

  /**
   * The intake of a receiver: profiles are safe when each exporter has them on disk. Where one of
   * several has not, or is gone since the receiver was closed, the sender tries again, and the
   * others get them twice.
   */
  public ProfileIntake intake(Source source) {
    return profiles -> acceptDurably(source, profiles);
  }

  private boolean acceptDurably(Source source, ReceivedProfiles profiles)
      throws InterruptedException {
    Routes now = routes;
    agents.see(profiles);
    boolean isSafe = true;
    List<String> names = now.exportersOf(source);
    for (String name : names) {
      SpooledExporter exporter = now.exporters.get(name);
      isSafe &= exporter != null && acceptDurably(exporter, profiles);
    }
    if (isSafe) {
      storeReceived(profiles, names.isEmpty());
    }
    return isSafe;
  }

  /** The routes may have changed while the disk was waited for. */
  private void storeReceived(ReceivedProfiles profiles, boolean isOnlyThere) {
    lock.readLock().lock();
    try {
      store(profiles::window, profiles.deliveryId());
    } catch (LargerThanHeapException | OutOfMemoryError e) {
      StoreSink store = routes.store;
      if (isOnlyThere || store == null) {
        throw e;
      }
      // Its exporters have it: a sender that came again would make them get it twice.
      store.withoutMemory(profiles.sampleCount());
    } finally {
      lock.readLock().unlock();
    }
  }

  private static boolean acceptDurably(SpooledExporter exporter, ReceivedProfiles profiles)
      throws InterruptedException {
    List<ExportRequest> encoded = profiles.encoded(exporter.level());
    if (encoded != null && exporter.takesEncoded(encoded)) {
      return exporter.acceptDurably(encoded, WRITE_TIMEOUT);
    }
    return exporter.acceptDurably(profiles.window(), WRITE_TIMEOUT);
  }

  /**
   * Where windows come from. Immutable.
   *
   * @param dataSource of a gadget; empty for what has none
   * @param exporters that it names; null for the selected ones
   */
  public record Source(String dataSource, @Nullable List<String> exporters) {}
}
