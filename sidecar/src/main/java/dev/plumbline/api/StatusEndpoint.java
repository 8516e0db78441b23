package dev.plumbline.api;

import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.store.StoreStatus;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the store holds now, and whether it changed. Thread-safe. */
final class StatusEndpoint implements Endpoint {
  private static final long WINDOW_MILLIS = 10_000;

  private final StoreQuery query;
  private final String version;
  private final Supplier<List<Progress>> progress;

  StatusEndpoint(StoreQuery query, String version, Supplier<List<Progress>> progress) {
    this.query = query;
    this.version = version;
    this.progress = progress;
  }

  @Override
  public Answer prepare(Parameters parameters) throws ApiException {
    String since = parameters.text("since");
    if (since != null && !since.matches("\\d{1,18}")) {
      throw ApiException.badParameter("since", since, "a revision");
    }
    long before = since == null ? -1 : Long.parseLong(since);
    long revision = query.revision();
    StoreStatus status = query.status();
    return Answer.ofNow(
        json ->
            json.text("version", version)
                .number("nowMillis", parameters.nowMillis())
                .number("revision", revision)
                .truth("changed", revision != before)
                .number("oldestMillis", millis(status.firstStartUnixNanos()))
                .number("newestMillis", millis(status.endUnixNanos()))
                .number("windowMillis", WINDOW_MILLIS)
                .list(
                    "progress",
                    progress.get(),
                    (out, one) ->
                        out.text("what", one.what())
                            .text("state", one.state())
                            .text("text", one.text())));
  }

  private static @Nullable Long millis(@Nullable Long nanos) {
    return nanos == null ? null : Long.valueOf(Math.floorDiv(nanos, 1_000_000L));
  }
}
