package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.extension.AuthExtension;
import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.ConnectionSettings;
import dev.plumbline.fetch.ProxyRules;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of the Collector's HTTP client, which stand beside those of what uses it. */
final class ClientReader {
  static final Set<String> KEYS =
      Set.of(
          "endpoint",
          "timeout",
          "proxy_url",
          "tls",
          "headers",
          "auth",
          "compression",
          "compression_params",
          "read_buffer_size",
          "write_buffer_size",
          "max_idle_conns",
          "max_idle_conns_per_host",
          "max_conns_per_host",
          "idle_conn_timeout",
          "disable_keep_alives",
          "http2_read_idle_timeout",
          "http2_ping_timeout",
          "force_attempt_http2",
          "cookies",
          "middlewares",
          "follow_redirects",
          "max_response_body_size");

  private static final List<String> COMPRESSIONS =
      List.of("none", "gzip", "zstd", "zlib", "snappy", "x-snappy-framed", "deflate", "lz4");
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_BUFFER_BYTES = 64 << 20;
  private static final long MOST_BODY_BYTES = 256L << 20;

  private final CollectorFile context;

  ClientReader(CollectorFile context) {
    this.context = context;
  }

  /** An absolute http or https URL; null if it is not written, or none, which has been said. */
  static @Nullable URI url(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      URI url = new URI(text.strip());
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      if (url.getHost() != null
          && url.getRawFragment() == null
          && (scheme.equals("http") || scheme.equals("https"))) {
        return url;
      }
    } catch (URISyntaxException ignored) {
      // Said below, without the text, which may hold a secret.
    }
    section.problem(
        key, "expected a URL with http:// or https:// and a host, such as http://localhost:6060");
    return null;
  }

  ClientSettings read(Section section, URI endpoint) {
    checkCompression(section);
    checkMiddlewares(section);
    Map<String, String> headers = HeaderPairs.read(context, section, "headers");
    String host = host(headers);
    String user = endpoint.getRawUserInfo();
    if (user != null) {
      section.problem("endpoint", "has credentials before the host: write them as auth or header");
    }
    return ClientSettings.builder(endpoint)
        .headers(headers)
        .host(host)
        .timeout(DurationKeys.notNegative(section, "timeout", Duration.ZERO))
        .tls(new ClientTlsReader(context).read(section))
        .proxy(proxy(section))
        .connections(connections(section))
        .redirects(
            section.truth("follow_redirects", true)
                ? ClientSettings.Redirects.FOLLOWED
                : ClientSettings.Redirects.REFUSED)
        .cookies(cookies(section))
        .auth(auth(section))
        .maxBodyBytes(
            (int)
                section.size(
                    "max_response_body_size",
                    ClientSettings.DEFAULT_MAX_BODY_BYTES,
                    1,
                    MOST_BODY_BYTES))
        .build();
  }

  /** A GET has no body; what a request would be compressed with is checked all the same. */
  private static void checkCompression(Section section) {
    String compression = section.text("compression");
    if (compression != null
        && !compression.isEmpty()
        && !COMPRESSIONS.contains(compression.toLowerCase(Locale.ROOT))) {
      section.problem(
          "compression",
          "unsupported compression type \"" + compression + "\", expected one of " + COMPRESSIONS);
    }
    section.section("compression_params", Set.of("level")).number("level", 0, -1, 22);
  }

  /** Each is a name, or a mapping with one at {@code id}. */
  static void checkMiddlewares(Section section) {
    YamlNode list = section.node("middlewares");
    if (list == null || list.kind() != YamlNode.Kind.LIST) {
      section.texts("middlewares").forEach(name -> refuseMiddleware(section, name));
      return;
    }
    for (YamlNode item : list.items()) {
      String name = item.kind() == YamlNode.Kind.SCALAR ? item.text() : "";
      if (item.kind() == YamlNode.Kind.MAPPING) {
        for (YamlEntry entry : item.entries()) {
          boolean isId = entry.key().equals("id") && entry.value().kind() == YamlNode.Kind.SCALAR;
          name = isId ? entry.value().text() : name;
        }
      }
      refuseMiddleware(section, name);
    }
  }

  private static void refuseMiddleware(Section section, String name) {
    section.problem(
        "middlewares", "names \"" + name + "\", and no extension of that kind is known here");
  }

  private ProxyRules proxy(Section section) {
    String text = context.secret(section, "proxy_url");
    String key = "proxy_url";
    try {
      return text == null || text.isEmpty()
          ? ProxyRules.ofEnvironment(context.environment())
          : ProxyRules.always(ProxyRules.parse(text));
    } catch (IllegalArgumentException e) {
      section.problem(
          key,
          e.getMessage()
              + (text == null ? " in HTTP_PROXY and HTTPS_PROXY of the environment" : ""));
      return ProxyRules.NONE;
    }
  }

  private static ConnectionSettings connections(Section section) {
    ConnectionSettings defaults = ConnectionSettings.DEFAULT;
    return new ConnectionSettings(
        section.truth("disable_keep_alives", false)
            ? ConnectionSettings.Reuse.CLOSED
            : ConnectionSettings.Reuse.KEPT,
        (int) section.number("max_conns_per_host", 0, 0, MOST_CONNECTIONS),
        (int) section.number("max_idle_conns", defaults.maxIdle(), 0, MOST_CONNECTIONS),
        (int) section.number("max_idle_conns_per_host", 0, 0, MOST_CONNECTIONS),
        DurationKeys.notNegative(section, "idle_conn_timeout", defaults.idleTimeout()),
        new ConnectionSettings.Http2(
            section.truth("force_attempt_http2", true)
                ? ConnectionSettings.Http2.Use.OFFERED
                : ConnectionSettings.Http2.Use.NEVER,
            DurationKeys.notNegative(section, "http2_read_idle_timeout", Duration.ZERO),
            DurationKeys.notNegative(section, "http2_ping_timeout", Duration.ZERO)),
        (int) section.number("read_buffer_size", 0, 0, MOST_BUFFER_BYTES),
        (int) section.number("write_buffer_size", 0, 0, MOST_BUFFER_BYTES));
  }

  /** On if the key stands there, unless it says {@code enabled: false}. */
  private static ClientSettings.Cookies cookies(Section section) {
    boolean isOn =
        section.isNamed("cookies")
            && section.section("cookies", Set.of("enabled")).truth("enabled", true);
    return isOn ? ClientSettings.Cookies.KEPT : ClientSettings.Cookies.IGNORED;
  }

  private @Nullable AuthExtension auth(Section section) {
    AuthExtension extension =
        context.authenticator(section.section("auth", Set.of("authenticator")));
    if (extension != null && !extension.isForClients()) {
      section.problem(
          "auth", "the extension " + extension.id() + " is a server's, expected a client's");
      return null;
    }
    return extension;
  }

  /** Takes the header out that is the request's own. */
  private static @Nullable String host(Map<String, String> headers) {
    for (String name : headers.keySet()) {
      if (name.equalsIgnoreCase(HeaderPairs.HOST)) {
        return headers.remove(name);
      }
    }
    return null;
  }
}
