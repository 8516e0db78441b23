package dev.plumbline.api;

import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.listen.Handler;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.pattern.ExpensivePatternException;
import dev.plumbline.scan.StoreReadException;
import dev.plumbline.tree.TooLargeException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds an endpoint: the number of queries at once, ETags, and errors as JSON.
 * Thread-safe.
 */
final class ApiHandler implements Handler {
  private static final Logger logger = Logger.getLogger(ApiHandler.class.getName());
  private static final long WAIT_SECONDS = 10;

  private final Endpoint endpoint;
  private final Semaphore queries;
  private final Clock clock;

  ApiHandler(Endpoint endpoint, Semaphore queries, Clock clock) {
    this.endpoint = endpoint;
    this.queries = queries;
    this.clock = clock;
  }

  @Override
  public Response handle(Request request) throws IOException, InterruptedException {
    if (!queries.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
      ApiException busy =
          new ApiException(503, "busy", "other queries take longer than usual, try again", null);
      return error(busy).with("retry-after", "2");
    }
    try {
      return answer(request);
    } catch (ApiException e) {
      return error(e);
    } catch (TooLargeException e) {
      return error(new ApiException(413, "too_large", String.valueOf(e.getMessage()), null));
    } catch (ExpensivePatternException e) {
      return error(
          new ApiException(422, "regex_too_expensive", String.valueOf(e.getMessage()), null));
    } catch (StoreReadException e) {
      logger.log(Level.WARNING, "api: " + e.getMessage());
      ApiException unavailable =
          new ApiException(
              503, "store_unavailable", "the store cannot be read just now, try again", null);
      return error(unavailable).with("retry-after", "2");
    } finally {
      queries.release();
    }
  }

  private Response answer(Request request) throws ApiException, IOException {
    Parameters parameters = new Parameters(request.query(), clock.millis());
    Answer answer = endpoint.prepare(parameters);
    parameters.checkAllKnown();
    Long fingerprint = answer.fingerprint();
    if (fingerprint == null) {
      return answer.body().make().with("cache-control", "no-store");
    }
    String tag = '"' + JsonOut.hex(tag(request, fingerprint)) + '"';
    Response response =
        isKnown(request.header("if-none-match"), tag) ? Response.empty(304) : answer.body().make();
    return response.with("etag", tag).with("cache-control", "no-cache");
  }

  /** Of everything that is asked but the ends of the range, which say no more than the windows. */
  private static long tag(Request request, long fingerprint) {
    long hash = fingerprint * 31 + request.path().hashCode();
    for (Map.Entry<String, List<String>> entry : new TreeMap<>(request.query()).entrySet()) {
      String name = entry.getKey();
      if (!name.equals("from") && !name.equals("until")) {
        hash = (hash * 31 + name.hashCode()) * 0x9e3779b97f4a7c15L;
        hash = (hash ^ hash >>> 29) * 31 + entry.getValue().hashCode();
      }
    }
    return hash ^ hash >>> 32;
  }

  private static boolean isKnown(@Nullable String header, String tag) {
    if (header == null) {
      return false;
    }
    for (String known : header.split(",", 64)) {
      String trimmed = known.trim();
      if (trimmed.equals(tag) || trimmed.equals("W/" + tag) || trimmed.equals("*")) {
        return true;
      }
    }
    return false;
  }

  static Response error(ApiException e) throws IOException {
    byte[] body =
        JsonOut.object(
            json ->
                json.object(
                    "error",
                    members ->
                        members
                            .text("code", e.code())
                            .text("message", e.text())
                            .text("parameter", e.parameter())));
    return Response.of(e.status(), "application/json", body).with("cache-control", "no-store");
  }
}
