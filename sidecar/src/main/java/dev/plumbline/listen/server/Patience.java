package dev.plumbline.listen.server;

import dev.plumbline.listen.ConnectionRules;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;

/**
 * Closes connections that take longer than their listener's rules allow. Called on the listener's
 * event loops; thread-safe.
 */
final class Patience {
  private final Vertx vertx;
  private final ConnectionRules rules;

  Patience(Vertx vertx, ConnectionRules rules) {
    this.vertx = vertx;
    this.rules = rules;
  }

  /** The head of a request is there. */
  void begun(HttpServerRequest request) {
    if (rules.reuse() == ConnectionRules.Reuse.CLOSED && request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader("connection", "close");
      request.response().bodyEndHandler(written -> request.connection().close());
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
