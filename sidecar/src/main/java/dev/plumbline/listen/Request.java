package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request, received whole. Immutable, but for the body, which its handler owns.
 *
 * @param method upper case
 * @param path decoded and without dot segments; never the query
 * @param query parameters in order, each with its values in order, decoded
 * @param headers by name in lower case
 * @param remoteAddress of the peer, without port; empty for a unix socket
 * @param body as it came over the wire, with the transfer encoding undone and the content encoding
 *     not; within the route's limit
 * @param isAlone whether no other large request is handled meanwhile
 */
@SuppressWarnings("ArrayRecordComponent") // the body is handed on, never compared
public record Request(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    String remoteAddress,
    byte[] body,
    boolean isAlone) {
  public Request {
    requireNonNull(method, "method");
    requireNonNull(path, "path");
    query = Map.copyOf(query);
    headers = Map.copyOf(headers);
    requireNonNull(remoteAddress, "remoteAddress");
    requireNonNull(body, "body");
  }

  /** One that has all the room that its route allows. */
  public Request(
      String method,
      String path,
      Map<String, List<String>> query,
      Map<String, String> headers,
      String remoteAddress,
      byte[] body) {
    this(method, path, query, headers, remoteAddress, body, true);
  }

  /** The same, handled alone. */
  public Request alone() {
    return new Request(method, path, query, headers, remoteAddress, body, true);
  }

  /** How many bytes the body may become: less than the limit beside others. */
  public int room(int maxBytes) {
    return isAlone ? maxBytes : Math.min(maxBytes, ListenLimits.LARGE_BYTES);
  }

  /** The first value of a header, whatever the case of its name; null if it is not there. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** The first value of a query parameter; null if it is not there. */
  public @Nullable String parameter(String name) {
    List<String> values = query.get(name);
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  /** The type of {@code Content-Type} in lower case, without its parameters; empty without one. */
  public String mediaType() {
    String type = header("content-type");
    if (type == null) {
      return "";
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }
}
