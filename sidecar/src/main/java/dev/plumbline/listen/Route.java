package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.function.BiFunction;

/**
 * What a listener serves at a path: requests of some methods, with bodies of a bounded size.
 * Immutable. Of several that fit a path, the exact one is taken, else the longest prefix.
 */
public final class Route {
  private final Set<String> methods;
  private final String path;
  private final boolean isPrefix;
  private final int maxBodyBytes;
  private final Handler handler;
  private final BiFunction<Request, RefusedException, Response> refusals;
  private final boolean needsHttp2;
  private final RouteOptions options;

  private Route(
      Set<String> methods,
      String path,
      boolean isPrefix,
      int maxBodyBytes,
      Handler handler,
      BiFunction<Request, RefusedException, Response> refusals,
      boolean needsHttp2) {
    this(methods, path, isPrefix, maxBodyBytes, handler, refusals, needsHttp2, RouteOptions.NONE);
  }

  private Route(
      Set<String> methods,
      String path,
      boolean isPrefix,
      int maxBodyBytes,
      Handler handler,
      BiFunction<Request, RefusedException, Response> refusals,
      boolean needsHttp2,
      RouteOptions options) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "path is \"" + path + "\", expected one that begins with /");
    }
    this.methods = Set.copyOf(methods);
    this.path = path;
    this.isPrefix = isPrefix;
    this.maxBodyBytes = maxBodyBytes;
    this.handler = requireNonNull(handler, "handler");
    this.refusals = refusals;
    this.needsHttp2 = needsHttp2;
    this.options = requireNonNull(options, "options");
  }

  /** GET and HEAD of exactly that path. */
  public static Route get(String path, Handler handler) {
    return new Route(Set.of("GET", "HEAD"), path, false, 0, handler, Route::asText, false);
  }

  /** GET and HEAD of that path and of all below it. */
  public static Route getBelow(String path, Handler handler) {
    return new Route(Set.of("GET", "HEAD"), path, true, 0, handler, Route::asText, false);
  }

  /**
   * POST to exactly that path.
   *
   * @param maxBodyBytes as they come over the wire; more is answered by 413
   */
  public static Route post(String path, int maxBodyBytes, Handler handler) {
    return new Route(Set.of("POST"), path, false, maxBodyBytes, handler, Route::asText, false);
  }

  /**
   * The same with refusals in the words of its protocol. The headers {@code Retry-After} and {@code
   * WWW-Authenticate} are added where they belong.
   *
   * @param refusalBody of the request, whose body may not have been received, and the refusal
   */
  public Route answering(BiFunction<Request, RefusedException, Response> refusalBody) {
    return new Route(
        methods,
        path,
        isPrefix,
        maxBodyBytes,
        handler,
        (head, refusal) -> refusalBody.apply(head, refusal).withHeadersOf(refusal),
        needsHttp2,
        options);
  }

  /** The same for clients of HTTP/2 alone. */
  public Route overHttp2() {
    return new Route(methods, path, isPrefix, maxBodyBytes, handler, refusals, true, options);
  }

  /** The same with options of its own. */
  public Route with(RouteOptions own) {
    return new Route(methods, path, isPrefix, maxBodyBytes, handler, refusals, needsHttp2, own);
  }

  public RouteOptions options() {
    return options;
  }

  /** What a refused request is answered. */
  public Response refusal(Request head, RefusedException refusal) {
    return refusals.apply(head, refusal);
  }

  private static Response asText(Request head, RefusedException refusal) {
    return Response.refusal(refusal);
  }

  public Set<String> methods() {
    return methods;
  }

  public String path() {
    return path;
  }

  public boolean isPrefix() {
    return isPrefix;
  }

  /** Of the wire. */
  public int maxBodyBytes() {
    return maxBodyBytes;
  }

  public boolean needsHttp2() {
    return needsHttp2;
  }

  /** Of what passed. */
  public Handler handler() {
    return handler;
  }

  @Override
  public String toString() {
    return String.join("/", methods) + " " + path + (isPrefix ? "*" : "");
  }
}
