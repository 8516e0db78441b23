package dev.plumbline.listen.server;

/**
 * Told of each request that is not taken, before it is answered, and of each connection on which
 * none could come. Thread-safe; must not block.
 */
@FunctionalInterface
public interface RefusalCounter {
  /**
   * @param listener the listener's name
   * @param path of the route; {@code (none)} if no route has it
   */
  void refused(String listener, String path, int status, String reason);

  /**
   * A client spoke, and no handshake of TLS came of it.
   *
   * @param peer its address without port; empty of a unix socket
   * @param words why, of the peer
   */
  default void handshakeFailed(String listener, String peer, HandshakeFault fault, String words) {}
}
