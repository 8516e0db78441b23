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
  private final boolean isGrpc;

  private Route(
      Set<String> methods,
      String path,
      boolean isPrefix,
      int maxBodyBytes,
      Handler handler,
      BiFunction<Request, RefusedException, Response> refusals,
      boolean isGrpc) {
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
    this.isGrpc = isGrpc;
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
   * A unary gRPC method.
   *
   * @param service with its package
   * @param maxMessageBytes inflated and as it comes; more is RESOURCE_EXHAUSTED
   */
  public static Route grpc(
      String service, String method, int maxMessageBytes, GrpcHandler handler) {
    return new Route(
        Set.of("POST"),
        "/" + service + "/" + method,
        false,
        maxMessageBytes + GrpcFrame.HEADER_BYTES,
        new GrpcCall(maxMessageBytes, handler),
        (head, refusal) -> Answer.grpc(refusal),
        true);
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
        (head, refusal) -> Answer.withHeaders(refusal, refusalBody.apply(head, refusal)),
        isGrpc);
  }

  /** What a refused request is answered. */
  Response refusal(Request head, RefusedException refusal) {
    return refusals.apply(head, refusal);
  }

  private static Response asText(Request head, RefusedException refusal) {
    return Answer.text(refusal);
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

  public boolean isGrpc() {
    return isGrpc;
  }

  Handler handler() {
    return handler;
  }

  @Override
  public String toString() {
    return String.join("/", methods) + " " + path + (isPrefix ? "*" : "");
  }
}
