package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ScalarText;
import dev.plumbline.export.settings.ChannelSecurity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parts of an endpoint that is a URL, or one without its scheme. Immutable. */
final class EndpointUrl {
  private static final String SCHEME_END = "://";

  private final String scheme;
  private final String authority;
  private final String path;
  private final String query;

  private EndpointUrl(String scheme, String authority, String path, String query) {
    this.scheme = requireNonNull(scheme, "scheme");
    this.authority = requireNonNull(authority, "authority");
    this.path = requireNonNull(path, "path");
    this.query = requireNonNull(query, "query");
  }

  static EndpointUrl parse(String text) throws EndpointException {
    int schemeEnd = text.indexOf(SCHEME_END);
    String scheme = schemeEnd < 0 ? "" : text.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
    if (schemeEnd >= 0 && !scheme.equals("http") && !scheme.equals("https")) {
      throw new EndpointException(
          "has the scheme " + ScalarText.shown(scheme) + ", expected http or https");
    }
    String rest = schemeEnd < 0 ? text : text.substring(schemeEnd + SCHEME_END.length());
    if (rest.indexOf('#') >= 0) {
      throw new EndpointException("has a fragment (#), which no request carries");
    }
    int query = rest.indexOf('?');
    String beforeQuery = query < 0 ? rest : rest.substring(0, query);
    int slash = beforeQuery.indexOf('/');
    String authority = slash < 0 ? beforeQuery : beforeQuery.substring(0, slash);
    if (authority.indexOf('@') >= 0) {
      throw new EndpointException(
          "has credentials before the host: write them under basic or bearer, or as a header");
    }
    return new EndpointUrl(
        scheme,
        authority,
        slash < 0 ? "" : beforeQuery.substring(slash),
        query < 0 ? "" : rest.substring(query));
  }

  /** What the HTTP client will refuse is refused here, with the endpoint's key. */
  static void checkUri(String target) throws EndpointException {
    try {
      if (new URI(target).getHost() != null) {
        return;
      }
    } catch (URISyntaxException e) {
      throw new EndpointException("is no valid URL: " + e.getReason());
    }
    throw new EndpointException("has a host that no URL may have (an underscore is not allowed)");
  }

  /** Host and port as written. */
  String authority() {
    return authority;
  }

  /** Empty or with a slash at its start. */
  String path() {
    return path;
  }

  /** Empty or with a question mark at its start. */
  String query() {
    return query;
  }

  int defaultPort(int withoutScheme) {
    switch (scheme) {
      case "http":
        return 80;
      case "https":
        return 443;
      default:
        return withoutScheme;
    }
  }

  /** The scheme decides; without one the wish; without both TLS. */
  ChannelSecurity security(@Nullable ChannelSecurity asked) throws EndpointException {
    if (scheme.equals("https") && asked == ChannelSecurity.PLAINTEXT) {
      throw new EndpointException(
          "says https and insecure: true asks for plaintext: write http:// or remove insecure");
    }
    if (scheme.equals("http") && asked == ChannelSecurity.TLS) {
      throw new EndpointException(
          "says http and insecure: false asks for TLS: write https:// or remove insecure");
    }
    if (scheme.isEmpty()) {
      return asked == null ? ChannelSecurity.TLS : asked;
    }
    return scheme.equals("http") ? ChannelSecurity.PLAINTEXT : ChannelSecurity.TLS;
  }
}
