package dev.plumbline.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.api.ProfileApi;
import dev.plumbline.api.Progress;
import dev.plumbline.listen.Route;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.serve.config.StoreConfig;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.StoreCounts;
import dev.plumbline.store.StoreException;
import dev.plumbline.store.StoreSettings;
import dev.plumbline.store.StoreStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
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
final class StoreHolder implements ScrapeSource, AutoCloseable {
  private final StateDirectory state;
  private final String version;
  private final Supplier<List<Progress>> progress;
  private final List<Route> routes = ProfileApi.routes(this::api);
  private final List<ProfileStore> replaced = new ArrayList<>();
  private volatile @Nullable ProfileStore store;
  private volatile @Nullable ProfileApi api;

  StoreHolder(StateDirectory state, String version, Supplier<List<Progress>> progress) {
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
  void change(StoreConfig config) throws ServeException {
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

  void closeReplaced() {
    replaced.forEach(ProfileStore::close);
    replaced.clear();
  }

  Router.@Nullable StoreSink sink() {
    ProfileStore now = store;
    return now == null ? null : (window, deliveryId) -> accept(now, window, deliveryId);
  }

  private static void accept(ProfileStore store, ProfileWindow window, @Nullable String delivery) {
    if (delivery == null) {
      store.accept(window);
    } else {
      store.accept(window, delivery);
    }
  }

  /** For the status line. */
  String text() {
    ProfileStore now = store;
    return now == null ? "off" : now.status().settings().directory().toString();
  }

  /** What keeps windows from being stored just now; null if nothing does. */
  @Nullable String fault() {
    ProfileStore now = store;
    return now == null ? null : now.status().lastError();
  }

  void writeHealth(JsonGenerator json) throws IOException {
    ProfileStore now = store;
    if (now == null) {
      json.writeNullField("store");
      return;
    }
    StoreStatus status = now.status();
    String error = status.lastError();
    json.writeObjectFieldStart("store");
    json.writeStringField("state", error == null ? "ok" : "error");
    json.writeStringField("text", error == null ? "writing" : error);
    json.writeNumberField("bytes", status.bytes());
    json.writeNumberField("limitBytes", status.settings().limitBytes());
    json.writeNumberField("retentionMillis", status.settings().retention().toMillis());
    writeMillis(json, "oldestMillis", status.firstStartUnixNanos());
    writeMillis(json, "newestMillis", status.endUnixNanos());
    json.writeNumberField("windows", status.windows());
    StoreCounts counts = status.counts();
    json.writeNumberField("accepted", counts.accepted());
    json.writeNumberField("stored", counts.stored());
    json.writeNumberField("held", counts.held());
    json.writeObjectFieldStart("dropped");
    counts.dropped().forEach((drop, samples) -> writeCount(json, drop.reason(), samples));
    json.writeEndObject();
    json.writeNumberField("corruptFiles", counts.corruptFiles());
    json.writeNumberField("lostWindows", counts.lostWindows());
    json.writeNumberField("expiredWindows", counts.expiredWindows());
    json.writeEndObject();
  }

  private static void writeCount(JsonGenerator json, String name, long count) {
    try {
      json.writeNumberField(name, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeMillis(JsonGenerator json, String name, @Nullable Long unixNanos)
      throws IOException {
    if (unixNanos == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, Math.floorDiv(unixNanos, 1_000_000L));
    }
  }

  /** The same for the life of the daemon; they say so while there is no store. */
  List<Route> routes() {
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
