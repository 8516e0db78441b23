package dev.plumbline.export.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The configured headers as HTTP sends them, values in the bytes of UTF-8. What would break the
 * message is left out with one line that names the key alone.
 */
final class HttpHeaderSet {
  private static final Logger logger = Logger.getLogger(HttpSender.class.getName());

  private HttpHeaderSet() {}

  static HttpHeaders of(String exporterName, Map<String, String> headers) {
    HttpHeaders set = new DefaultHttpHeaders();
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String key = header.getKey();
      String value = header.getValue();
      if (!key.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
          || value.chars().anyMatch(Character::isISOControl)) {
        logger.log(
            Level.WARNING,
            () ->
                "exporter "
                    + exporterName
                    + ": header "
                    + key
                    + " cannot be sent over HTTP, expected a token and a value without control"
                    + " characters; left out");
        continue;
      }
      // Netty writes one byte a character, so the bytes of UTF-8 go in as characters.
      set.add(key, new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }
    return set;
  }
}
