package dev.plumbline.listen.server;

/** Told of each request that is not taken, before it is answered. Thread-safe; must not block. */
@FunctionalInterface
public interface RefusalCounter {
  /**
   * @param listener the listener's name
   * @param path of the route; {@code (none)} if no route has it
   */
  void refused(String listener, String path, int status, String reason);
}
