package dev.plumbline.export.fake;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request as it came in, decompressed. Immutable. */
public final class ReceivedRequest {
  /** How it came. */
  public enum Protocol {
    GRPC,
    HTTP
  }

  private final Protocol protocol;
  private final String path;
  private final Map<String, String> headers;
  private final byte[] body;
  private final long receivedNanos = System.nanoTime();

  ReceivedRequest(Protocol protocol, String path, Map<String, String> headers, byte[] body) {
    this.protocol = protocol;
    this.path = path;
    this.headers = new TreeMap<>();
    headers.forEach((key, value) -> this.headers.put(key.toLowerCase(Locale.ROOT), value));
    this.body = body.clone();
  }

  public Protocol protocol() {
    return protocol;
  }

  /** With the leading slash; for HTTP with the query. */
  public String path() {
    return path;
  }

  /** Null if absent; the name in any case. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** An encoded {@code ExportProfilesServiceRequest}. */
  public byte[] body() {
    return body.clone();
  }

  /** On {@link System#nanoTime}. */
  public long receivedNanos() {
    return receivedNanos;
  }

  @Override
  public String toString() {
    return protocol + " " + path + " " + headers + " " + body.length + " bytes";
  }
}
