package dev.plumbline.fetch;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One request. Immutable.
 *
 * @param form of a POST; null for a GET
 */
record FetchRequest(URI url, @Nullable String form) {
  /** The same of another URL. */
  FetchRequest of(URI other) {
    return new FetchRequest(other, form);
  }

  int port() {
    return url.getPort() > 0 ? url.getPort() : isTls() ? 443 : 80;
  }

  boolean isTls() {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  /** Whether that URL is of the same server by scheme, host and port. */
  boolean isSameOrigin(URI other) {
    FetchRequest that = new FetchRequest(other, null);
    return isTls() == that.isTls()
        && port() == that.port()
        && url.getHost().equalsIgnoreCase(other.getHost());
  }

  /** Path and query as they are sent. */
  String target() {
    String path = url.getRawPath();
    String query = url.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }
}
