package dev.plumbline.api;

import dev.plumbline.api.json.ErrorText;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.listen.Handler;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.store.ProfileStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All paths of the API over one store, but for the health of the daemon. Thread-safe. */
public final class ProfileApi {
  /** Queries at once that hold a tree in memory. */
  private static final int MAX_TREES = 2;

  /** Queries at once that hold a list, and so do not wait for trees. */
  private static final int MAX_LISTS = 2;

  private static final int MAX_STATUS_REQUESTS = 16;
  private static final String PPROF = "/pprof";

  private final Map<String, Handler> handlers = new HashMap<>();

  /**
   * @param version of the product, as the page shows it
   * @param progress what is said while there is nothing to see yet; asked with each status
   */
  public ProfileApi(
      ProfileStore store, Clock clock, String version, Supplier<List<Progress>> progress) {
    StoreQuery query = new StoreQuery(store);
    ListEndpoints listing = new ListEndpoints(query);
    TopEndpoints top = new TopEndpoints(query);
    DiffEndpoints diff = new DiffEndpoints(query);
    DownloadEndpoints downloads = new DownloadEndpoints(query);
    Semaphore trees = new Semaphore(MAX_TREES, true);
    Semaphore lists = new Semaphore(MAX_LISTS, true);
    Semaphore statuses = new Semaphore(MAX_STATUS_REQUESTS, true);
    Endpoint status = new StatusEndpoint(query, version, progress);
    handlers.put("/api/v1/status", new ApiHandler(status, statuses, clock));
    put(
        lists,
        clock,
        Map.of(
            "/api/v1/services", listing::services,
            "/api/v1/types", listing::types,
            "/api/v1/attributes", listing::attributes,
            "/api/v1/attribute-values", listing::attributeValues,
            "/api/v1/series", new SeriesEndpoint(query)));
    Map<String, Endpoint> endpoints = new HashMap<>();
    endpoints.put("/api/v1/flamegraph", new FlameGraphEndpoint(query));
    endpoints.put("/api/v1/top", top::top);
    endpoints.put("/api/v1/search", top::search);
    endpoints.put("/api/v1/sandwich", new SandwichEndpoint(query));
    endpoints.put("/api/v1/diff", diff::graph);
    endpoints.put("/api/v1/diff-top", diff::top);
    endpoints.put("/api/v1/download", downloads::download);
    put(trees, clock, endpoints);
    Handler pprof = new ApiHandler(downloads::pprof, trees, clock);
    handlers.put(PPROF, request -> plain(pprof.handle(request)));
  }

  private void put(Semaphore queries, Clock clock, Map<String, Endpoint> endpoints) {
    endpoints.forEach(
        (path, endpoint) -> handlers.put(path, new ApiHandler(endpoint, queries, clock)));
  }

  /** Routes over this store. */
  public List<Route> routes() {
    return routes(() -> this);
  }

  /**
   * Routes over whichever store there is when a request comes.
   *
   * @param current null while there is none: requests are then told so
   */
  public static List<Route> routes(Supplier<@Nullable ProfileApi> current) {
    Handler handler = request -> handle(current.get(), request);
    return List.of(
        Route.getBelow("/api", handler).answering(ProfileApi::refusal), Route.get(PPROF, handler));
  }

  /** What the listener refuses before an endpoint sees it, in the form of all errors of the API. */
  public static Response refusal(Request request, RefusedException refusal) {
    String code =
        switch (refusal.status()) {
          case 401 -> "unauthorized";
          case 403 -> "forbidden";
          case 404 -> "not_found";
          case 405 -> "method_not_allowed";
          default -> refusal.reason();
        };
    try {
      return ApiHandler.error(new ApiException(refusal.status(), code, refusal.text(), null));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream in memory does not fail
    }
  }

  private static Response handle(@Nullable ProfileApi api, Request request) throws Exception {
    if (api == null) {
      return ApiHandler.error(
          new ApiException(503, "store_disabled", "the store is switched off", null));
    }
    Handler handler = api.handlers.get(request.path());
    if (handler == null) {
      String path = ApiException.shortened(request.path());
      return ApiHandler.error(ApiException.notFound("there is no " + path, null));
    }
    return handler.handle(request);
  }

  /** The tool prints the body of an error as it comes. */
  private static Response plain(Response response) {
    if (response.status() < 400) {
      return response;
    }
    String json = new String(response.body(), StandardCharsets.UTF_8);
    return Response.text(response.status(), ErrorText.messageOf(json));
  }
}
