package dev.plumbline.fetch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A URL as it may be shown: without credentials, with the values of its query masked. Stateless.
 */
public final class MaskedUrl {
  private static final String MASK = "REDACTED";

  /** Parameters of Go's pprof handlers, whose values are no secrets. */
  private static final Set<String> SHOWN = Set.of("seconds", "debug", "gc");

  private MaskedUrl() {}

  public static String of(URI url) {
    StringBuilder text = new StringBuilder();
    text.append(url.getScheme()).append("://").append(hostAndPort(url));
    String path = url.getRawPath();
    text.append(path == null ? "" : path);
    String query = url.getRawQuery();
    if (query != null) {
      List<String> parts = new ArrayList<>();
      for (String part : query.split("&", -1)) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        parts.add(equals < 0 || SHOWN.contains(name) ? part : name + "=" + MASK);
      }
      text.append('?').append(String.join("&", parts));
    }
    return text.toString();
  }

  /** The port is left out where the URL has none. */
  public static String hostAndPort(URI url) {
    return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }
}
