package dev.plumbline.serve.route;

import dev.plumbline.api.ProfileApi;
import dev.plumbline.api.Progress;
import dev.plumbline.listen.Route;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.serve.config.StoreConfig;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.StoreCounts;
import dev.plumbline.store.StoreException;
import dev.plumbline.store.StoreSettings;
import dev.plumbline.store.StoreStatus;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The embedded store, if it is switched on, with the API over it. Changed by the daemon's thread,
 * read by any.
 */
public final class StoreHolder implements ScrapeSource, AutoCloseable {
  private final StateDirectory state;
  private final String version;
  private final Supplier<List<Progress>> progress;
  private final List<Route> routes = ProfileApi.routes(this::api);
  private final List<ProfileStore> replaced = new ArrayList<>();
  private volatile @Nullable ProfileStore store;
  private volatile @Nullable ProfileApi api;

  public StoreHolder(StateDirectory state, String version, Supplier<List<Progress>> progress) {
    this.state = state;
    this.version = version;
    this.progress = progress;
  }

  private @Nullable ProfileApi api() {
    return api;
  }

  /**
   * Other bounds are in force from the next window on. Another directory is another store, which is
   * opened; {@link #closeReplaced} closes the one before, when nothing goes to it any more.
   */
  public void change(StoreConfig config) throws ServeException {
    ProfileStore now = store;
    if (!config.isEnabled()) {
      replace(null);
      return;
    }
    Path given = config.directory();
    Path directory = given == null ? state.path().resolve("store") : given;
    if (now != null && now.status().settings().directory().equals(directory)) {
      now.reconfigure(config.retention(), config.limitBytes());
      return;
    }
    replace(open(new StoreSettings(directory, config.retention(), config.limitBytes())));
  }

  private ProfileStore open(StoreSettings settings) throws ServeException {
    // One of them may have this directory, if the change before did not come to its end.
    closeReplaced();
    try {
      ProfileStore opened = ProfileStore.open(settings, Clock.systemUTC());
      opened.start();
      return opened;
    } catch (StoreException e) {
      throw new ServeException(String.valueOf(e.getMessage()), e);
    }
  }

  private void replace(@Nullable ProfileStore next) {
    ProfileStore before = store;
    store = next;
    api = next == null ? null : new ProfileApi(next, Clock.systemUTC(), version, progress);
    if (before != null) {
      replaced.add(before);
    }
  }

  public void closeReplaced() {
    replaced.forEach(ProfileStore::close);
    replaced.clear();
  }

  public Router.@Nullable StoreSink sink() {
    ProfileStore now = store;
    return now == null ? null : new Sink(now);
  }

  private record Sink(ProfileStore store) implements Router.StoreSink {
    @Override
    public void accept(ProfileWindow window, @Nullable String deliveryId) {
      if (deliveryId == null) {
        store.accept(window);
      } else {
        store.accept(window, deliveryId);
      }
    }

    @Override
    public void withoutMemory(long samples) {
      store.withoutMemory(samples);
    }
  }

  /** For the status line. */
  public String text() {
    ProfileStore now = store;
    return now == null ? "off" : now.status().settings().directory().toString();
  }

  /** Null while it is switched off. */
  public @Nullable StoreStatus status() {
    ProfileStore now = store;
    return now == null ? null : now.status();
  }

  /** The same for the life of the daemon; they say so while there is no store. */
  public List<Route> routes() {
    return routes;
  }

  @Override
  public void collect(Scrape sink) {
    ProfileStore now = store;
    if (now == null) {
      return;
    }
    StoreStatus status = now.status();
    StoreCounts counts = status.counts();
    sink.counter("store_samples_accepted", "Samples handed to the store.", counts.accepted());
    sink.counter("store_samples_stored", "Samples written.", counts.stored());
    counts
        .dropped()
        .forEach(
            (drop, samples) ->
                sink.counter(
                    "store_samples_dropped",
                    "Samples that are not in the store, and why.",
                    samples,
                    "reason",
                    drop.reason()));
    sink.gauge("store_samples_held", "Samples that wait to be written.", counts.held());
    sink.gauge(
        "store_queued_bytes", "Memory of what waits to be written, about.", status.queuedBytes());
    sink.gauge("store_bytes", "On disk, logs and files set aside included.", status.bytes());
    sink.gauge("store_limit_bytes", "The bound.", status.settings().limitBytes());
    sink.gauge("store_windows", "Profiles that can be read.", status.windows());
    sink.counter(
        "store_expired_windows", "Windows that left by age or for room.", counts.expiredWindows());
    sink.counter("store_corrupt_files", "Files that were set aside.", counts.corruptFiles());
  }

  /** Writes what is queued and releases the directory. Idempotent. */
  @Override
  public void close() {
    replace(null);
    closeReplaced();
  }
}
