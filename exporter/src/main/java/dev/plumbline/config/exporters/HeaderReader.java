package dev.plumbline.config.exporters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.config.SecretReader;
import dev.plumbline.config.Section;
import dev.plumbline.yaml.YamlEntry;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one exporter from the keys {@code headers}, {@code bearer}, {@code basic} and
 * {@code tenant}. A header that two keys set is a problem.
 */
final class HeaderReader {
  static final Set<String> BASIC_KEYS = Set.of("username", "password");

  private final SecretReader secrets;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, String> keyByName = new TreeMap<>();

  HeaderReader(SecretReader secrets) {
    this.secrets = secrets;
  }

  Map<String, String> read(Section exporter) {
    Section listed = exporter.openSection("headers");
    for (YamlEntry entry : listed.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      String fault = HeaderRules.nameFault(entry.key());
      if (fault != null) {
        listed.problemAtKey(key, fault);
      } else {
        put(listed, key, entry.key(), secrets.read(listed, key));
      }
    }
    String token = secrets.read(exporter, "bearer");
    put(exporter, "bearer", HeaderRules.AUTHORIZATION, token == null ? null : "Bearer " + token);
    basic(exporter);
    put(exporter, "tenant", HeaderRules.TENANT, secrets.read(exporter, "tenant"));
    return headers;
  }

  private void basic(Section exporter) {
    Section basic = exporter.section("basic", BASIC_KEYS);
    if (!basic.isPresent()) {
      return;
    }
    String username = secrets.read(basic, "username");
    String password = secrets.read(basic, "password");
    if (!basic.has("username") || !basic.has("password")) {
      exporter.problem("basic", "expected username and password");
      return;
    }
    if (username == null || password == null) {
      return;
    }
    if (username.indexOf(':') >= 0) {
      basic.problem("username", "has a colon, which would end it");
      return;
    }
    byte[] credentials = (username + ":" + password).getBytes(UTF_8);
    String encoded = Base64.getEncoder().encodeToString(credentials);
    put(exporter, "basic", HeaderRules.AUTHORIZATION, "Basic " + encoded);
  }

  private void put(Section section, String key, String name, @Nullable String value) {
    if (value == null) {
      return;
    }
    String fault = HeaderRules.valueFault(value);
    if (fault != null) {
      section.problem(key, fault);
      return;
    }
    String other = keyByName.putIfAbsent(name.toLowerCase(Locale.ROOT), section.keyPath(key));
    if (other != null) {
      section.problemAtKey(key, "sets the header " + name + ", which " + other + " sets too");
      return;
    }
    headers.put(name, value);
  }
}
