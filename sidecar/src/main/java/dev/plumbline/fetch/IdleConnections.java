package dev.plumbline.fetch;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The connections of one client that are open: closes one that would wait beyond the bound, and
 * those of HTTP/2 that answer no ping. Thread-safe.
 */
final class IdleConnections {
  private static final Buffer PING = Buffer.buffer("plumblin");

  private final Vertx vertx;
  private final ConnectionSettings settings;
  private final Object lock = new Object();
  private final Set<HttpConnection> open = new HashSet<>();
  private final Set<HttpConnection> busy = new HashSet<>();

  IdleConnections(Vertx vertx, ConnectionSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
  }

  /** Called on the connection's event loop. */
  void opened(HttpConnection connection) {
    synchronized (lock) {
      open.add(connection);
    }
    connection.closeHandler(
        closed -> {
          synchronized (lock) {
            open.remove(connection);
            busy.remove(connection);
          }
        });
    long interval = settings.http2().pingInterval().toMillis();
    if (interval > 0) {
      vertx.setPeriodic(interval, timer -> ping(connection, timer));
    }
  }

  private void ping(HttpConnection connection, long timer) {
    boolean isOpen;
    synchronized (lock) {
      isOpen = open.contains(connection);
    }
    if (!isOpen) {
      vertx.cancelTimer(timer);
      return;
    }
    AtomicBoolean isAnswered = new AtomicBoolean();
    try {
      connection.ping(PING).onSuccess(pong -> isAnswered.set(true));
    } catch (UnsupportedOperationException http1HasNone) {
      vertx.cancelTimer(timer);
      return;
    }
    vertx.setTimer(
        Math.max(1, settings.http2().pingAnswer().toMillis()),
        late -> {
          if (!isAnswered.get()) {
            connection.close();
          }
        });
  }

  void busy(HttpConnection connection) {
    synchronized (lock) {
      busy.add(connection);
    }
  }

  /** Its answer has come whole. */
  void idle(HttpConnection connection) {
    boolean isSurplus;
    synchronized (lock) {
      busy.remove(connection);
      isSurplus = open.size() - busy.size() > settings.idlePerHost();
    }
    if (isSurplus) {
      connection.close();
    }
  }

  /** It ends with the exchange that it had. */
  void forget(HttpConnection connection) {
    synchronized (lock) {
      busy.remove(connection);
    }
  }
}
