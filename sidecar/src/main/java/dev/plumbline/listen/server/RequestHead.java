package dev.plumbline.listen.server;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads what stands before a body. Stateless. */
final class RequestHead {
  private static final byte[] NOTHING = {};

  private RequestHead() {}

  static Request read(HttpServerRequest request) throws RefusedException {
    try {
      SocketAddress peer = request.remoteAddress();
      String address = peer == null ? null : peer.hostAddress();
      return new Request(
          request.method().name(),
          path(request.path()),
          query(request),
          headers(request),
          address == null ? "" : address,
          NOTHING);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "request_line", "path or query is not percent-encoded UTF-8");
    }
  }

  private static String path(String raw) throws RefusedException {
    String path =
        raw == null || raw.isEmpty()
            ? "/"
            : URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    boolean hasControl = path.chars().anyMatch(c -> c < ' ' || c == '\\' || c == 0x7f);
    boolean hasDots = (path + "/").contains("/../") || (path + "/").contains("/./");
    if (hasControl || hasDots || !path.startsWith("/")) {
      throw new RefusedException(400, "request_line", "the path has segments that lead elsewhere");
    }
    return path;
  }

  private static Map<String, List<String>> query(HttpServerRequest request) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    for (Map.Entry<String, String> parameter : request.params()) {
      query
          .computeIfAbsent(parameter.getKey(), absent -> new ArrayList<>())
          .add(parameter.getValue());
    }
    query.replaceAll((name, values) -> List.copyOf(values));
    return query;
  }

  private static Map<String, String> headers(HttpServerRequest request) {
    Map<String, String> headers = new HashMap<>();
    for (Map.Entry<String, String> header : request.headers()) {
      headers.merge(
          header.getKey().toLowerCase(Locale.ROOT),
          header.getValue(),
          (before, more) -> before + ", " + more);
    }
    if (request.authority() != null) {
      headers.put("host", request.authority().toString());
    }
    return headers;
  }
}
