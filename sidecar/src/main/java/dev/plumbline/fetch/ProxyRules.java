package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.Variables;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Through which proxy a URL is asked. Immutable.
 *
 * @param always for every URL; null for the rules below
 * @param http for URLs of that scheme; null for none
 * @param https for URLs of that scheme; null for none
 * @param exceptions names, {@code .domains}, addresses and networks that are asked directly, each
 *     perhaps with a port; {@code *} for all
 */
public record ProxyRules(
    @Nullable URI always, @Nullable URI http, @Nullable URI https, List<String> exceptions) {
  public static final ProxyRules NONE = new ProxyRules(null, null, null, List.of());

  public ProxyRules {
    exceptions = List.copyOf(exceptions);
  }

  /** That proxy for everything. */
  public static ProxyRules always(URI proxy) {
    return new ProxyRules(requireNonNull(proxy, "proxy"), null, null, List.of());
  }

  /**
   * As {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY} say, in either case.
   *
   * @throws IllegalArgumentException if one is no URL of a proxy
   */
  public static ProxyRules ofEnvironment(Variables environment) {
    String without = variable(environment, "NO_PROXY");
    return new ProxyRules(
        null,
        proxy(variable(environment, "HTTP_PROXY")),
        proxy(variable(environment, "HTTPS_PROXY")),
        without == null ? List.of() : List.of(without.trim().split("[\\s,]+", -1)));
  }

  private static @Nullable String variable(Variables environment, String name) {
    String upper = environment.get(name);
    String value = upper == null || upper.isBlank() ? environment.get(lower(name)) : upper;
    return value == null || value.isBlank() ? null : value;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable URI proxy(@Nullable String text) {
    return text == null ? null : parse(text);
  }

  /**
   * The URL of a proxy; one without a scheme is HTTP.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static URI parse(String text) {
    URI uri;
    try {
      uri = URI.create(text.contains("://") ? text : "http://" + text);
    } catch (IllegalArgumentException e) {
      throw refused();
    }
    String scheme = lower(String.valueOf(uri.getScheme()));
    if (uri.getHost() == null || !List.of("http", "socks5", "socks5h").contains(scheme)) {
      throw refused();
    }
    return uri;
  }

  /** The text may hold a password. */
  private static IllegalArgumentException refused() {
    return new IllegalArgumentException(
        "expected the URL of a proxy with the scheme http, socks5 or socks5h");
  }

  /** Null where it is asked directly. This machine always is, unless a proxy is for everything. */
  @Nullable URI proxyOf(URI url) {
    if (always != null) {
      return always;
    }
    URI proxy = "https".equals(url.getScheme()) ? https : http;
    return proxy == null || isDirect(url) ? null : proxy;
  }

  private boolean isDirect(URI url) {
    String host = lower(url.getHost()).replaceAll("[\\[\\]]", "");
    int port = url.getPort() > 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
    if (host.equals("localhost") || (isAddress(host) && address(host).isLoopbackAddress())) {
      return true;
    }
    return exceptions.stream().anyMatch(exception -> matches(lower(exception), host, port));
  }

  private static boolean matches(String exception, String host, int port) {
    if (exception.equals("*")) {
      return true;
    }
    String name = exception;
    int colon = name.lastIndexOf(':');
    if (colon > 0 && colon == name.indexOf(':')) {
      if (!name.substring(colon + 1).equals(Integer.toString(port))) {
        return false;
      }
      name = name.substring(0, colon);
    }
    if (name.isEmpty()) {
      return false;
    }
    int slash = name.indexOf('/');
    if (slash > 0) {
      return isAddress(host) && isIn(host, name.substring(0, slash), name.substring(slash + 1));
    }
    String domain = name.startsWith("*.") ? name.substring(1) : name;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private static boolean isIn(String host, String network, String bits) {
    if (!isAddress(network) || !bits.matches("\\d{1,3}")) {
      return false;
    }
    byte[] a = address(host).getAddress();
    byte[] b = address(network).getAddress();
    int count = Integer.parseInt(bits);
    if (a.length != b.length || count > 8 * a.length) {
      return false;
    }
    for (int bit = 0; bit < count; bit++) {
      int mask = 0x80 >>> (bit % 8);
      if ((a[bit / 8] & mask) != (b[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAddress(String host) {
    return host.matches("\\d{1,3}(\\.\\d{1,3}){3}") || host.indexOf(':') >= 0;
  }

  /** Of a literal, so that no name service is asked. */
  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress();
    }
  }

  /** Without the proxies, whose URLs may hold passwords. */
  @Override
  public String toString() {
    return "ProxyRules[" + exceptions + "]";
  }
}
