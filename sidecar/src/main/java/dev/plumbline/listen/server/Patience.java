package dev.plumbline.listen.server;

import dev.plumbline.listen.ConnectionRules;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes connections that take longer than their listener's rules allow. Called on the listener's
 * event loops; thread-safe.
 */
final class Patience {
  private final Vertx vertx;
  private final ConnectionRules rules;

  /** The timer of each connection whose next request's head is waited for. */
  private final Map<HttpConnection, Long> heads = new ConcurrentHashMap<>();

  Patience(Vertx vertx, ConnectionRules rules) {
    this.vertx = vertx;
    this.rules = rules;
  }

  /**
   * It is known what a connection speaks: after the handshake of TLS, else after the preface of
   * HTTP/2, or after the first head of HTTP/1.
   */
  void opened(HttpConnection connection) {
    Acceptance.known(connection);
    if (!rules.head().isZero()) {
      connection.closeHandler(closed -> headCame(connection));
      awaitHead(connection, rules.head());
    }
  }

  private void awaitHead(HttpConnection connection, Duration patience) {
    long timer =
        vertx.setTimer(
            millis(patience),
            late -> {
              heads.remove(connection);
              connection.close();
            });
    Long before = heads.put(connection, timer);
    if (before != null) {
      vertx.cancelTimer(before);
    }
  }

  private void headCame(HttpConnection connection) {
    Long timer = heads.remove(connection);
    if (timer != null) {
      vertx.cancelTimer(timer);
    }
  }

  /** The head of a request is there. */
  void begun(HttpServerRequest request) {
    headCame(request.connection());
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().bodyEndHandler(written -> ended(request.connection()));
      if (rules.reuse() == ConnectionRules.Reuse.CLOSED) {
        request.response().putHeader("connection", "close");
      }
    }
    if (!rules.read().isZero()) {
      vertx.setTimer(
          millis(rules.read()),
          late -> {
            if (!request.isEnded()) {
              giveUp(request);
            }
          });
    }
    if (!rules.write().isZero()) {
      vertx.setTimer(
          millis(rules.write()),
          late -> {
            if (!request.response().ended() && !request.response().closed()) {
              giveUp(request);
            }
          });
    }
  }

  /** An answer is out, on a connection that has one exchange at a time. */
  private void ended(HttpConnection connection) {
    if (rules.reuse() == ConnectionRules.Reuse.CLOSED) {
      connection.close();
    } else if (!rules.head().isZero() && !rules.idle().isZero()) {
      awaitHead(connection, rules.idle().plus(rules.head()));
    }
  }

  /** Others on a connection of HTTP/2 go on. */
  private static void giveUp(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }

  private static long millis(Duration duration) {
    return Math.max(1, duration.toMillis());
  }
}
