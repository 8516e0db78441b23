package dev.plumbline.receive;

import dev.plumbline.extension.AuthExtension;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Headers of a push as attributes of its resource, by OpenTelemetry's name for them: the
 * Collector's {@code include_metadata}, whose pipeline carries them beside the data. Left out are
 * credentials, what belongs to the connection or the body, and what differs from request to
 * request. Stateless.
 */
final class RequestMetadata {
  private static final String PREFIX = "http.request.header.";
  private static final int MAX_HEADERS = 64;
  private static final int MAX_CHARACTERS = 1_024;

  private static final Set<String> LEFT_OUT =
      Set.of(
          "authorization",
          "proxy-authorization",
          "cookie",
          "apikey",
          "token",
          "x-plumbline-service",
          "host",
          "connection",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "expect",
          "accept",
          "accept-encoding",
          "content-type",
          "content-length",
          "content-encoding",
          "date",
          "traceparent",
          "tracestate",
          "baggage",
          "x-request-id");

  private RequestMetadata() {}

  /**
   * That resource with the headers.
   *
   * @param auth whose header is a secret; null for none
   * @throws RefusedException if there are too many, or one is too long
   */
  static Resource addTo(Resource resource, Request request, @Nullable AuthExtension auth)
      throws RefusedException {
    List<Attribute> kept = new ArrayList<>();
    for (Map.Entry<String, String> header : new TreeMap<>(request.headers()).entrySet()) {
      String name = header.getKey();
      if (LEFT_OUT.contains(name)
          || (auth != null && name.equalsIgnoreCase(auth.header()))
          || name.startsWith(":")) {
        continue;
      }
      if (kept.size() == MAX_HEADERS
          || name.length() + header.getValue().length() > MAX_CHARACTERS) {
        throw new RefusedException(
            400,
            "metadata",
            "expected at most "
                + MAX_HEADERS
                + " headers of at most "
                + MAX_CHARACTERS
                + " characters, since include_metadata keeps them");
      }
      kept.add(Attribute.of(PREFIX + name, header.getValue()));
    }
    return resource.with(Attributes.of(kept));
  }
}
