package dev.plumbline.listen.server;

import io.vertx.core.http.HttpServerRequest;

/**
 * Reads on without keeping, so that a client who is still sending gets its answer, and not a broken
 * connection. Confined to the event loop.
 */
final class Discard {
  /** After so much more the connection is cut. */
  private static final long MOST_BYTES = 16L << 20;

  private final HttpServerRequest request;
  private long bytes;

  private Discard(HttpServerRequest request) {
    this.request = request;
  }

  static void rest(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    Discard discard = new Discard(request);
    request.exceptionHandler(ignored -> {});
    request.handler(chunk -> discard.take(chunk.length()));
  }

  private void take(int length) {
    bytes += length;
    if (bytes > MOST_BYTES) {
      request.connection().close();
    }
  }
}
