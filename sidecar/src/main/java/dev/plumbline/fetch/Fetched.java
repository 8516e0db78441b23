package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer, received whole. Immutable, but for the body, which its receiver owns.
 *
 * @param url that answered: the last one of redirects
 * @param headers by name in lower case; several values of one name are lines
 * @param body with its content encoding undone
 */
@SuppressWarnings("ArrayRecordComponent") // the body is handed on, never compared
public record Fetched(URI url, int status, Map<String, String> headers, byte[] body) {
  public Fetched {
    requireNonNull(url, "url");
    headers = Map.copyOf(headers);
    requireNonNull(body, "body");
  }

  /** Null if it is not there. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
