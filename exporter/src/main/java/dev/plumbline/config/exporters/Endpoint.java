package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ScalarText;
import dev.plumbline.export.settings.ChannelSecurity;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where an exporter sends, from the spellings that users know. One verdict for each:
 *
 * <ul>
 *   <li>gRPC: {@code h:4317}, {@code [::1]:4317}, {@code dns:///h:4317} and {@code h} (port 4317)
 *       are encrypted unless {@code insecure: true}; {@code http://h:4317} is plaintext and {@code
 *       https://h:4317} encrypted, with or without a slash at the end, and without a port it is the
 *       scheme's 80 or 443; {@code unix:///path} is plaintext. A path, a query and other schemes
 *       are refused.
 *   <li>HTTP, base URL: {@code /v1development/profiles} is appended once, whatever slashes the base
 *       ends with; a URL that ends in it, or in {@code /v1/profiles}, is used as it is; a query is
 *       kept. {@code h:4318} and {@code h} (port 4318) are {@code https} unless {@code insecure:
 *       true}.
 *   <li>HTTP, URL of the signal ({@code OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT}): used as it is; with
 *       no path it is the root.
 *   <li>{@code insecure: true} with {@code https}, and {@code insecure: false} with {@code http} or
 *       {@code unix}, contradict each other and are refused, as are credentials in a URL.
 * </ul>
 *
 * Immutable.
 */
public final class Endpoint {
  static final String SIGNAL_PATH = "/v1development/profiles";
  static final int GRPC_PORT = 4317;
  static final int HTTP_PORT = 4318;

  /** OpenObserve serves it, and readmes of others name it. */
  private static final String OTHER_SIGNAL_PATH = "/v1/profiles";

  private static final String UNIX = "unix:";
  private static final String DNS = "dns:";
  private static final int MAX_LENGTH = 2_048;

  /** {@code sun_path} of Linux holds 108 bytes with its end. */
  private static final int MAX_SOCKET_PATH_LENGTH = 107;

  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7E]+");

  private final String target;
  private final String host;
  private final int port;
  private final ChannelSecurity security;
  private final List<String> remarks;

  private Endpoint(
      String target, @Nullable HostAndPort hostAndPort, ChannelSecurity security, String remark) {
    this.target = requireNonNull(target, "target");
    this.host = hostAndPort == null ? "" : hostAndPort.host();
    this.port = hostAndPort == null ? 0 : hostAndPort.port();
    this.security = requireNonNull(security, "security");
    this.remarks = remark.isEmpty() ? List.of() : List.of(remark);
  }

  /**
   * @param asked by the key {@code insecure}; null if it is not written
   */
  public static Endpoint grpc(String text, @Nullable ChannelSecurity asked)
      throws EndpointException {
    String trimmed = checked(text);
    String lowerCase = trimmed.toLowerCase(Locale.ROOT);
    if (lowerCase.startsWith(UNIX)) {
      return unix(trimmed, asked);
    }
    String address = lowerCase.startsWith(DNS) ? withoutDnsScheme(trimmed) : trimmed;
    EndpointUrl url = EndpointUrl.parse(address);
    if (!url.path().isEmpty() && !url.path().equals("/")) {
      throw new EndpointException(
          "has the path "
              + ScalarText.shown(url.path())
              + ", which gRPC does not have: leave it out, or choose OTLP over HTTP");
    }
    if (!url.query().isEmpty()) {
      throw new EndpointException("has a query, which gRPC does not have: leave it out");
    }
    ChannelSecurity security = url.security(asked);
    HostAndPort hostAndPort = HostAndPort.parse(url.authority(), url.defaultPort(GRPC_PORT));
    return new Endpoint(
        hostAndPort.toString(),
        hostAndPort,
        security,
        hostAndPort.port() == HTTP_PORT ? "port 4318 is usually that of OTLP over HTTP" : "");
  }

  /** The signal's path is appended, once. */
  public static Endpoint httpBase(String text, @Nullable ChannelSecurity asked)
      throws EndpointException {
    EndpointUrl url = httpUrl(text);
    String base = url.path().replaceAll("/{2,}", "/").replaceAll("/$", "");
    boolean whole = base.endsWith(SIGNAL_PATH) || base.endsWith(OTHER_SIGNAL_PATH);
    return http(url, whole ? base : base + SIGNAL_PATH, asked);
  }

  /** The URL of the signal itself is used as it is. */
  public static Endpoint httpSignal(String text, @Nullable ChannelSecurity asked)
      throws EndpointException {
    EndpointUrl url = httpUrl(text);
    return http(url, url.path().isEmpty() ? "/" : url.path(), asked);
  }

  private static EndpointUrl httpUrl(String text) throws EndpointException {
    String trimmed = checked(text);
    String lowerCase = trimmed.toLowerCase(Locale.ROOT);
    if (lowerCase.startsWith(UNIX) || lowerCase.startsWith(DNS)) {
      throw new EndpointException(
          "begins with "
              + lowerCase.substring(0, lowerCase.indexOf(':') + 1)
              + ", expected http:// or https://");
    }
    return EndpointUrl.parse(trimmed);
  }

  private static Endpoint http(EndpointUrl url, String path, @Nullable ChannelSecurity asked)
      throws EndpointException {
    ChannelSecurity security = url.security(asked);
    HostAndPort hostAndPort = HostAndPort.parse(url.authority(), url.defaultPort(HTTP_PORT));
    String scheme = security == ChannelSecurity.TLS ? "https://" : "http://";
    String target = scheme + hostAndPort + path + url.query();
    EndpointUrl.checkUri(target);
    return new Endpoint(
        target,
        hostAndPort,
        security,
        hostAndPort.port() == GRPC_PORT ? "port 4317 is usually that of OTLP over gRPC" : "");
  }

  private static String checked(String text) throws EndpointException {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      throw new EndpointException("is empty, expected host:port or a URL");
    }
    if (trimmed.length() > MAX_LENGTH) {
      throw new EndpointException(
          "is " + trimmed.length() + " characters long, expected at most " + MAX_LENGTH);
    }
    if (!PRINTABLE.matcher(trimmed).matches()) {
      throw new EndpointException("has a blank or a character that is not ASCII");
    }
    return trimmed;
  }

  private static Endpoint unix(String text, @Nullable ChannelSecurity asked)
      throws EndpointException {
    String path = text.substring(UNIX.length());
    if (path.startsWith("//")) {
      path = path.substring(2);
    }
    if (!path.startsWith("/") || path.length() == 1) {
      throw new EndpointException(
          "has no absolute path of a socket, expected unix:///path/of/socket");
    }
    if (path.length() > MAX_SOCKET_PATH_LENGTH) {
      throw new EndpointException(
          "has a socket path of "
              + path.length()
              + " bytes, expected at most "
              + MAX_SOCKET_PATH_LENGTH);
    }
    if (asked == ChannelSecurity.TLS) {
      throw new EndpointException(
          "is a unix socket, which is plaintext, and insecure: false asks for TLS: remove insecure");
    }
    return new Endpoint(UNIX + "//" + path, null, ChannelSecurity.PLAINTEXT, "");
  }

  private static String withoutDnsScheme(String text) throws EndpointException {
    String rest = text.substring(DNS.length());
    if (rest.startsWith("///")) {
      return rest.substring(3);
    }
    if (rest.startsWith("/")) {
      throw new EndpointException("names a DNS server, expected dns:///host:port");
    }
    return rest;
  }

  /** {@code host:port} or {@code unix:///path} for gRPC, the whole URL for HTTP. */
  public String target() {
    return target;
  }

  /** An IPv6 address stands in brackets; empty for a unix socket. */
  public String host() {
    return host;
  }

  /** 0 for a unix socket. */
  public int port() {
    return port;
  }

  public ChannelSecurity security() {
    return security;
  }

  /** What looks wrong but need not be, for a warning. */
  public List<String> remarks() {
    return remarks;
  }

  /** Without the query, which may hold a secret. */
  @Override
  public String toString() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
