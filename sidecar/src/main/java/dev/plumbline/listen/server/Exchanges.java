package dev.plumbline.listen.server;

import dev.plumbline.listen.Cors;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.RouteOptions;
import dev.plumbline.listen.grpc.GrpcCall;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Begins each exchange of one listener: which route it is for, whether it may pass, whether its
 * body can fit. Called on the listener's event loop.
 */
final class Exchanges {
  private static final String NO_ROUTE = "(none)";

  private final ServerStack stack;
  private final ListenerSettings settings;
  private final RouteTable routes;
  private final Patience patience;

  Exchanges(ServerStack stack, ListenerSettings settings) {
    this.stack = stack;
    this.settings = settings;
    this.routes = new RouteTable(settings.routes());
    this.patience = new Patience(stack.vertx(), settings.rules());
  }

  void opened(HttpConnection connection) {
    patience.opened(connection);
  }

  void begin(HttpServerRequest request) {
    patience.begun(request);
    Request head;
    try {
      head = RequestHead.read(request);
    } catch (RefusedException e) {
      refuse(request, null, new Answer(request, settings.headers()), null, e);
      return;
    }
    List<Route> atPath = routes.at(head.path());
    Answer answer = new Answer(request, headers(head, atPath));
    if (answerPreflight(request, head, atPath, answer)) {
      return;
    }
    Route route = RouteTable.of(atPath, head.method());
    try {
      check(request, head, atPath, route);
    } catch (RefusedException e) {
      Answer words = e.status() == 405 ? answer.with("allow", allowed(atPath)) : answer;
      refuse(request, head, words, route == null ? other(atPath) : route, e);
      return;
    }
    if (route != null) {
      new Exchange(stack, settings.name(), route, request, head, answer).receive();
    }
  }

  /** Serves the path by another method, so it knows in which words to refuse; null without. */
  private static @Nullable Route other(List<Route> atPath) {
    return atPath.isEmpty() || atPath.get(0).needsHttp2() ? null : atPath.get(0);
  }

  /** Of each answer: the listener's, and over them the route's, whatever the method. */
  private Map<String, String> headers(Request head, List<Route> atPath) {
    if (atPath.isEmpty() || atPath.get(0).options().equals(RouteOptions.NONE)) {
      return settings.headers();
    }
    RouteOptions options = atPath.get(0).options();
    Map<String, String> headers = new LinkedHashMap<>(settings.headers());
    headers.putAll(options.headers());
    if (options.cors() != null) {
      headers.putAll(options.cors().answerTo(head));
    }
    return headers;
  }

  /** A browser asks before it has credentials to show, so no guard is asked. */
  private static boolean answerPreflight(
      HttpServerRequest request, Request head, List<Route> atPath, Answer answer) {
    Cors cors = atPath.isEmpty() ? null : atPath.get(0).options().cors();
    if (cors == null || !Cors.isPreflight(head)) {
      return false;
    }
    Discard.rest(request);
    answer.send(cors.preflight(head, atPath.get(0)));
    return true;
  }

  /** What could not be read as HTTP. */
  void invalid(HttpServerRequest request) {
    stack.refusals().refused(settings.name(), NO_ROUTE, 400, "http");
    HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER.handle(request);
  }

  private void check(
      HttpServerRequest request, Request head, List<Route> atPath, @Nullable Route route)
      throws RefusedException {
    settings.guard().check(head);
    if (atPath.isEmpty()) {
      throw new RefusedException(404, "path", "nothing is served at " + head.path());
    }
    if (route == null) {
      throw new RefusedException(
          405, "method", head.method() + " is not served here, expected " + allowed(atPath));
    }
    route.options().guard().check(head);
    if (route.needsHttp2() && request.version() != HttpVersion.HTTP_2) {
      throw new RefusedException(505, "http_version", "gRPC needs HTTP/2");
    }
    long announced = announcedLength(head);
    if (announced > route.maxBodyBytes() && route.maxBodyBytes() > 0) {
      throw Exchange.tooLarge(route);
    }
  }

  private static String allowed(List<Route> atPath) {
    return atPath.stream()
        .flatMap(route -> route.methods().stream())
        .sorted()
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** -1 if it is not said. */
  static long announcedLength(Request head) {
    String length = head.header("content-length");
    return length != null && length.matches("\\d{1,18}") ? Long.parseLong(length) : -1;
  }

  private void refuse(
      HttpServerRequest request,
      @Nullable Request head,
      Answer answer,
      @Nullable Route route,
      RefusedException refusal) {
    String path = route == null ? NO_ROUTE : route.path();
    stack.refusals().refused(settings.name(), path, refusal.status(), refusal.reason());
    Discard.rest(request);
    if (head != null && route != null) {
      answer.send(route.refusal(head, refusal));
    } else {
      answer.send(answer.isGrpc() ? GrpcCall.refusal(refusal) : Response.refusal(refusal));
    }
  }
}
