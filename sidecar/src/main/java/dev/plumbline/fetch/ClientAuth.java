package dev.plumbline.fetch;

/** What a client shows of itself, as the configuration says it. Immutable. */
public interface ClientAuth {
  /**
   * Ready to be shown.
   *
   * @param clients for credentials that are asked of a server
   */
  Credentials open(HttpClients clients);
}
