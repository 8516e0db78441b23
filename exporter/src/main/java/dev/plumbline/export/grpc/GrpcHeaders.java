package dev.plumbline.export.grpc;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The configured headers as gRPC metadata: keys in lower case, values of printable ASCII. What gRPC
 * cannot carry is left out with one line that names the key alone.
 */
final class GrpcHeaders {
  private static final Logger logger = Logger.getLogger(GrpcSender.class.getName());

  private GrpcHeaders() {}

  static Metadata of(String exporterName, Map<String, String> headers) {
    Metadata metadata = new Metadata();
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String key = header.getKey().toLowerCase(Locale.ROOT);
      if (!isKey(key) || !isValue(header.getValue())) {
        logger.log(
            Level.WARNING,
            () ->
                "exporter "
                    + exporterName
                    + ": header "
                    + key
                    + " cannot be sent over gRPC, expected a key of [a-z0-9_.-] that does not begin"
                    + " with grpc- or end in -bin and a value of printable ASCII; left out");
        continue;
      }
      metadata.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), header.getValue());
    }
    return metadata;
  }

  private static boolean isKey(String key) {
    return key.matches("[a-z0-9_.-]+") && !key.endsWith("-bin") && !key.startsWith("grpc-");
  }

  private static boolean isValue(String value) {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(value)
        && value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
