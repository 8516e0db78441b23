package dev.plumbline.export.http;

import dev.plumbline.export.settings.TlsSettings;
import dev.plumbline.export.transport.ReceiverAddress;
import dev.plumbline.export.transport.TlsContext;
import io.netty.handler.codec.TooLongFrameException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The parts of an endpoint's URL, and TLS as HTTP/1.1 needs it. */
final class HttpEndpoint {
  private HttpEndpoint() {}

  static ReceiverAddress address(URI endpoint) {
    String scheme = String.valueOf(endpoint.getScheme());
    String host = endpoint.getHost();
    boolean secure = scheme.equalsIgnoreCase("https");
    if (host == null || !(secure || scheme.equalsIgnoreCase("http"))) {
      throw new IllegalArgumentException(
          "endpoint is " + scheme + "://" + host + ", expected http://host:port/path or https");
    }
    int port = endpoint.getPort();
    return ReceiverAddress.of(host, port > 0 ? port : secure ? 443 : 80);
  }

  static String pathAndQuery(URI endpoint) {
    String path = endpoint.getRawPath();
    String query = endpoint.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  /** A query may hold a token. */
  static String pathAlone(String pathAndQuery) {
    int question = pathAndQuery.indexOf('?');
    return question < 0 ? pathAndQuery : pathAndQuery.substring(0, question);
  }

  static TlsContext tls(TlsSettings settings) {
    return new TlsContext(settings, builder -> builder.endpointIdentificationAlgorithm("HTTPS"));
  }

  /** Whether the aggregator gave up because of its bound. */
  static boolean isTooLarge(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 16; depth++) {
      if (cause instanceof TooLongFrameException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
