package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.extension.AuthExtension;
import dev.plumbline.extension.BasicAuth;
import dev.plumbline.extension.BearerTokenAuth;
import dev.plumbline.extension.OAuth2Client;
import dev.plumbline.extension.Secret;
import dev.plumbline.extension.UserFile;
import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code extensions}: authenticators of the kinds {@code basicauth}, {@code
 * bearertokenauth} and {@code oauth2client}, each perhaps with a name behind a slash.
 */
final class ExtensionsReader {
  private static final Set<String> BASIC_KEYS = Set.of("htpasswd", "client_auth");
  private static final Set<String> USER_FILE_KEYS = Set.of("file", "inline");
  private static final Set<String> USER_KEYS =
      Set.of("username", "username_file", "password", "password_file");
  private static final Set<String> BEARER_KEYS =
      Set.of("scheme", "header", "token", "tokens", "filename");
  private static final Set<String> OAUTH_KEYS =
      Set.of(
          "client_id",
          "client_id_file",
          "client_secret",
          "client_secret_file",
          "token_url",
          "scopes",
          "endpoint_params",
          "timeout",
          "tls",
          "expiry_buffer",
          "grant_type");
  private static final String GRANT = "client_credentials";

  private final CollectorFile context;

  ExtensionsReader(CollectorFile context) {
    this.context = context;
  }

  /** By id. */
  Map<String, AuthExtension> read() {
    Section section = context.file().openSection("extensions");
    Map<String, AuthExtension> extensions = new LinkedHashMap<>();
    for (YamlEntry entry : section.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      int slash = key.indexOf('/');
      AuthExtension extension =
          switch (slash < 0 ? key : key.substring(0, slash)) {
            case "basicauth" -> basic(section.section(key, BASIC_KEYS), entry.key());
            case "bearertokenauth" -> bearer(section.section(key, BEARER_KEYS), entry.key());
            case "oauth2client" -> oauth(section.section(key, OAUTH_KEYS), entry.key());
            default -> unknown(section, key);
          };
      if (extension != null) {
        extensions.put(entry.key(), extension);
      }
    }
    return extensions;
  }

  private static @Nullable AuthExtension unknown(Section section, String key) {
    section.problemAtKey(
        key,
        "is an extension of a kind that is not known, expected basicauth, bearertokenauth or"
            + " oauth2client");
    return null;
  }

  private @Nullable AuthExtension basic(Section section, String id) {
    if (section.isNamed("htpasswd") == section.isNamed("client_auth")) {
      section.problemAtKey(
          "htpasswd",
          section.isNamed("htpasswd")
              ? "stands beside client_auth, expected one of them"
              : "no credential source provided, expected htpasswd or client_auth");
      return null;
    }
    if (section.isNamed("htpasswd")) {
      UserFile users = users(section.section("htpasswd", USER_FILE_KEYS));
      return users == null ? null : new BasicAuth(id, null, users);
    }
    Section client = section.section("client_auth", USER_KEYS);
    Secret username = context.secretOrFile(client, "username");
    Secret password = context.secretOrFile(client, "password");
    if (username == null || password == null) {
      section.problem("client_auth", "expected username and password, or files with them");
      return null;
    }
    return new BasicAuth(id, new BasicAuth.User(username, password), null);
  }

  private @Nullable UserFile users(Section section) {
    Path file = context.readable(section, "file");
    String inline = context.secret(section, "inline");
    if (inline != null) {
      String fault = UserFile.fault(inline);
      if (fault != null) {
        section.problem("inline", fault);
      }
    }
    if (file == null && inline == null) {
      section.problem("inline", "no credential source provided, expected file, inline or both");
      return null;
    }
    return new UserFile(
        inline == null ? null : Secret.of(inline), file == null ? null : Secret.ofFile(file));
  }

  private @Nullable AuthExtension bearer(Section section, String id) {
    List<Secret> tokens = new ArrayList<>();
    String token = context.secret(section, "token");
    if (token != null) {
      tokens.add(Secret.of(token));
    }
    section.texts("tokens").forEach(each -> tokens.add(Secret.of(each)));
    Path file = context.readable(section, "filename");
    int sources =
        (section.has("token") ? 1 : 0)
            + (section.has("tokens") ? 1 : 0)
            + (section.has("filename") ? 1 : 0);
    if (sources != 1) {
      section.problemAtKey(
          section.has("token") ? "token" : "filename",
          "expected exactly one of token, tokens and filename, found " + sources);
      return null;
    }
    String scheme = section.text("scheme");
    String header = section.text("header");
    return new BearerTokenAuth(
        id,
        scheme == null ? BearerTokenAuth.DEFAULT_SCHEME : scheme,
        header == null ? BearerTokenAuth.DEFAULT_HEADER : header,
        tokens,
        file == null ? null : Secret.ofFile(file));
  }

  private @Nullable AuthExtension oauth(Section section, String id) {
    Secret clientId = context.secretOrFile(section, "client_id");
    Secret clientSecret = context.secretOrFile(section, "client_secret");
    URI url = ClientReader.url(section, "token_url");
    if (clientId == null) {
      section.problem("client_id", "no client_id provided, expected it or its file");
    }
    if (clientSecret == null) {
      section.problem("client_secret", "no client_secret provided, expected it or its file");
    }
    if (!section.has("token_url")) {
      section.problem("token_url", "no token_url provided");
    }
    String grant = section.text("grant_type");
    if (grant != null && !grant.equals(GRANT)) {
      section.problem("grant_type", "is \"" + grant + "\", expected " + GRANT);
    }
    if (clientId == null || clientSecret == null || url == null) {
      return null;
    }
    ClientSettings server =
        ClientSettings.builder(url)
            .timeout(DurationKeys.notNegative(section, "timeout", Duration.ZERO))
            .tls(new ClientTlsReader(context).read(section))
            .build();
    return new OAuth2Client(
        id,
        clientId,
        clientSecret,
        server,
        section.texts("scopes"),
        parameters(section.openSection("endpoint_params")),
        DurationKeys.notNegative(section, "expiry_buffer", OAuth2Client.DEFAULT_EXPIRY_BUFFER));
  }

  private static Map<String, List<String>> parameters(Section section) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (YamlEntry entry : section.entries()) {
      if (entry.value().kind() == YamlNode.Kind.MAPPING) {
        section.problem(entry.key().toLowerCase(Locale.ROOT), "expected a value or a list");
      } else {
        parameters.put(entry.key(), section.texts(entry.key().toLowerCase(Locale.ROOT)));
      }
    }
    return parameters;
  }
}
