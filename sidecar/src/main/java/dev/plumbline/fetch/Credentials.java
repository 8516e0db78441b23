package dev.plumbline.fetch;

import java.util.Map;

/** Shown with each request. Thread-safe. */
public interface Credentials extends AutoCloseable {
  /**
   * Headers by name. May ask a server.
   *
   * @throws FetchException if they cannot be had
   */
  Map<String, String> headers() throws FetchException, InterruptedException;

  /** They were not accepted: others are got next time, if there can be others. */
  default boolean renew() {
    return false;
  }

  @Override
  default void close() {}
}
