package dev.plumbline.receive;

import static java.util.Objects.requireNonNull;

import dev.plumbline.extension.AuthExtension;
import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.Cors;
import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.RouteOptions;
import dev.plumbline.profile.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a receiver answers over HTTP: the keys of the Collector's HTTP server. Immutable.
 *
 * @param rules of the listener; null where nothing is said of them
 * @param auth whom its path lets in; null for all
 * @param authParameters of the query that count as headers for {@code auth}
 * @param cors null for no page of another origin
 * @param metadata what becomes of a request's headers
 * @param responseHeaders of each answer
 * @param encodings values of {@code Content-Encoding} that are taken, in lower case; the empty one
 *     stands for a body as it is
 */
public record ServerOptions(
    @Nullable ConnectionRules rules,
    @Nullable AuthExtension auth,
    List<String> authParameters,
    @Nullable Cors cors,
    Metadata metadata,
    Map<String, String> responseHeaders,
    Set<String> encodings) {
  /** All that the Collector takes. */
  public static final Set<String> ALL_ENCODINGS =
      Set.of("", "gzip", "zstd", "zlib", "snappy", "deflate", "lz4", "x-snappy-framed");

  /** Of a receiver that says nothing. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(null, null, List.of(), null, Metadata.LEFT_OUT, Map.of(), ALL_ENCODINGS);

  /** What becomes of the headers of a request that are not HTTP's own. */
  public enum Metadata {
    /** Attributes of the resource. */
    KEPT,
    LEFT_OUT
  }

  public ServerOptions {
    requireNonNull(metadata, "metadata");
    authParameters = List.copyOf(authParameters);
    responseHeaders = Map.copyOf(responseHeaders);
    encodings = Set.copyOf(encodings);
  }

  /** For each route of the receiver. */
  public RouteOptions ofRoutes() {
    Guard guard = auth == null ? null : auth.guard();
    return new RouteOptions(
        guard == null ? Guard.NONE : overParameters(guard), cors, responseHeaders);
  }

  /**
   * Whose profile a push is, with what it says beside the data.
   *
   * @throws RefusedException if that is too much
   */
  Resource withMetadata(Resource resource, Request request) throws RefusedException {
    return metadata == Metadata.KEPT ? RequestMetadata.addTo(resource, request, auth) : resource;
  }

  private Guard overParameters(Guard guard) {
    return request -> guard.check(withParameters(request));
  }

  private Request withParameters(Request request) {
    if (authParameters.isEmpty()) {
      return request;
    }
    Map<String, String> headers = new HashMap<>(request.headers());
    for (String name : authParameters) {
      String value = request.parameter(name);
      if (value != null) {
        headers.put(name.toLowerCase(Locale.ROOT), value);
      }
    }
    return new Request(
        request.method(),
        request.path(),
        request.query(),
        headers,
        request.remoteAddress(),
        request.body());
  }
}
