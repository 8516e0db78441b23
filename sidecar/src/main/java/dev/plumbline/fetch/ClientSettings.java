package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a server is asked: the Collector's HTTP client, as a value. Immutable. */
public final class ClientSettings {
  /** Of an answer, as it comes (design §10). */
  public static final int DEFAULT_MAX_BODY_BYTES = 8 << 20;

  /** Of an answer after its content encoding was undone (design §10). */
  public static final int DEFAULT_MAX_INFLATED_BYTES = 32 << 20;

  private final URI endpoint;
  private final Map<String, String> headers;
  private final @Nullable String host;
  private final Duration timeout;
  private final ClientTls tls;
  private final ProxyRules proxy;
  private final ConnectionSettings connections;
  private final Redirects redirects;
  private final Cookies cookies;
  private final @Nullable ClientAuth auth;
  private final int maxBodyBytes;

  private ClientSettings(Builder builder) {
    this.endpoint = builder.endpoint;
    this.headers = new LinkedHashMap<>(builder.headers);
    this.host = builder.host;
    this.timeout = builder.timeout;
    this.tls = builder.tls;
    this.proxy = builder.proxy;
    this.connections = builder.connections;
    this.redirects = builder.redirects;
    this.cookies = builder.cookies;
    this.auth = builder.auth;
    this.maxBodyBytes = builder.maxBodyBytes;
  }

  /** Whether another URL is asked where a server names one. */
  public enum Redirects {
    FOLLOWED,
    REFUSED
  }

  /** Whether cookies of a server are sent back to it. */
  public enum Cookies {
    KEPT,
    IGNORED
  }

  /** Of a client with the Collector's defaults. */
  public static Builder builder(URI endpoint) {
    return new Builder(endpoint);
  }

  public URI endpoint() {
    return endpoint;
  }

  Map<String, String> headers() {
    return headers;
  }

  @Nullable String host() {
    return host;
  }

  /** Of a request as a whole; zero for none. */
  public Duration timeout() {
    return timeout;
  }

  ClientTls tls() {
    return tls;
  }

  ProxyRules proxy() {
    return proxy;
  }

  ConnectionSettings connections() {
    return connections;
  }

  Redirects redirects() {
    return redirects;
  }

  Cookies cookies() {
    return cookies;
  }

  @Nullable ClientAuth auth() {
    return auth;
  }

  int maxBodyBytes() {
    return maxBodyBytes;
  }

  private Object[] parts() {
    return new Object[] {
      endpoint,
      headers,
      String.valueOf(host),
      timeout,
      tls,
      proxy,
      connections,
      redirects,
      cookies,
      maxBodyBytes
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClientSettings that
        && Arrays.equals(parts(), that.parts())
        && Objects.equals(auth, that.auth);
  }

  @Override
  public int hashCode() {
    return Objects.hash(endpoint, timeout, headers);
  }

  /** Without headers, credentials and the values of the query. */
  @Override
  public String toString() {
    return "ClientSettings[" + MaskedUrl.of(endpoint) + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final URI endpoint;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable String host;
    private Duration timeout = Duration.ZERO;
    private ClientTls tls = ClientTls.DEFAULT;
    private ProxyRules proxy = ProxyRules.NONE;
    private ConnectionSettings connections = ConnectionSettings.DEFAULT;
    private Redirects redirects = Redirects.FOLLOWED;
    private Cookies cookies = Cookies.IGNORED;
    private @Nullable ClientAuth auth;
    private int maxBodyBytes = DEFAULT_MAX_BODY_BYTES;

    private Builder(URI endpoint) {
      this.endpoint = requireNonNull(endpoint, "endpoint");
    }

    /** Sent to the endpoint's own host, port and scheme only. */
    public Builder headers(Map<String, String> more) {
      headers.putAll(more);
      return this;
    }

    /** The header {@code Host} in place of the endpoint's; null for the endpoint's. */
    public Builder host(@Nullable String host) {
      this.host = host;
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = requireNonNull(timeout, "timeout");
      return this;
    }

    public Builder tls(ClientTls tls) {
      this.tls = requireNonNull(tls, "tls");
      return this;
    }

    public Builder proxy(ProxyRules proxy) {
      this.proxy = requireNonNull(proxy, "proxy");
      return this;
    }

    public Builder connections(ConnectionSettings connections) {
      this.connections = requireNonNull(connections, "connections");
      return this;
    }

    public Builder redirects(Redirects redirects) {
      this.redirects = requireNonNull(redirects, "redirects");
      return this;
    }

    public Builder cookies(Cookies cookies) {
      this.cookies = requireNonNull(cookies, "cookies");
      return this;
    }

    /** Credentials of each request; null for none. */
    public Builder auth(@Nullable ClientAuth auth) {
      this.auth = auth;
      return this;
    }

    public Builder maxBodyBytes(int maxBodyBytes) {
      this.maxBodyBytes = maxBodyBytes;
      return this;
    }

    public ClientSettings build() {
      return new ClientSettings(this);
    }
  }
}
