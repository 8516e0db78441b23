package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.export.settings.TlsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key {@code tls} of an exporter. Its files must exist when the configuration is read; what
 * they hold is read with each connection.
 */
final class TlsReader {
  static final Set<String> KEYS =
      Set.of("ca", "certificate", "key", "server-name", "minimum-version");
  private static final Map<String, TlsSettings.Version> VERSIONS = new LinkedHashMap<>();

  static {
    for (TlsSettings.Version version : TlsSettings.Version.values()) {
      VERSIONS.put(version.text(), version);
    }
  }

  private final ConfigFile file;

  TlsReader(ConfigFile file) {
    this.file = requireNonNull(file, "file");
  }

  TlsSettings read(Section exporter) {
    Section tls = exporter.section("tls", KEYS);
    Path ca = path(tls, "ca");
    Path certificate = path(tls, "certificate");
    Path key = path(tls, "key");
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .caFile(ca)
            .serverName(tls.text("server-name"))
            .minimumVersion(tls.oneOf("minimum-version", TlsSettings.Version.TLS_1_2, VERSIONS));
    if (tls.has("certificate") != tls.has("key")) {
      String given = tls.has("key") ? "key" : "certificate";
      String missing = tls.has("key") ? "certificate" : "key";
      tls.problemAtKey(given, "needs " + tls.keyPath(missing) + " too");
    } else if (certificate != null && key != null) {
      settings.certificateFile(certificate).keyFile(key);
    }
    return settings.build();
  }

  private @Nullable Path path(Section tls, String key) {
    Path path = file.path(tls, key);
    if (path == null) {
      return null;
    }
    if (!Files.exists(path)) {
      tls.problem(key, "no such file: " + path);
      return null;
    }
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      tls.problem(key, "no readable file: " + path);
      return null;
    }
    return path;
  }
}
