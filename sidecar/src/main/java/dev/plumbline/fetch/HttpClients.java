package dev.plumbline.fetch;

import dev.plumbline.listen.server.ServerStack;

/** Opens clients, which share event loops with the listeners. Thread-safe. */
public final class HttpClients {
  private final ServerStack stack;

  public HttpClients(ServerStack stack) {
    this.stack = stack;
  }

  /** Connects to nobody yet. */
  public HttpFetcher open(ClientSettings settings) {
    return new HttpFetcher(stack.vertx(), settings, this);
  }
}
