package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.fetch.ClientTls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Key {@code tls} of a client. */
final class ClientTlsReader {
  private static final Set<String> KEYS =
      Set.of(
          "insecure",
          "insecure_skip_verify",
          "server_name_override",
          "ca_file",
          "ca_pem",
          "cert_file",
          "cert_pem",
          "key_file",
          "key_pem",
          "min_version",
          "max_version",
          "cipher_suites",
          "curve_preferences",
          "reload_interval",
          "include_system_ca_certs_pool",
          "tpm");

  private final CollectorFile context;

  ClientTlsReader(CollectorFile context) {
    this.context = context;
  }

  ClientTls read(Section client) {
    Section tls = client.section("tls", KEYS);
    if (!tls.isPresent()) {
      return ClientTls.DEFAULT;
    }
    if (tls.isNamed("tpm")) {
      tls.problemAtKey("tpm", "keys in a TPM cannot be used, expected key_file or key_pem");
    }
    // The scheme of the URL decides whether TLS is spoken, as in the Collector's HTTP client.
    tls.truth("insecure");
    return new ClientTls(
        trust(tls),
        identity(tls),
        tls.text("server_name_override"),
        tls.truth("insecure_skip_verify", false)
            ? ClientTls.Verification.NONE
            : ClientTls.Verification.FULL,
        TlsVersions.read(tls),
        ciphers(tls),
        groups(tls),
        DurationKeys.notNegative(tls, "reload_interval", Duration.ZERO));
  }

  private ClientTls.@Nullable Trust trust(Section tls) {
    boolean isWithSystem = tls.truth("include_system_ca_certs_pool", false);
    ClientTls.Pem named = pem(tls, "ca");
    return named == null
        ? null
        : new ClientTls.Trust(
            named,
            isWithSystem ? ClientTls.Authorities.NAMED_AND_SYSTEM : ClientTls.Authorities.NAMED);
  }

  private ClientTls.@Nullable Identity identity(Section tls) {
    ClientTls.Pem certificate = pem(tls, "cert");
    ClientTls.Pem key = pem(tls, "key");
    boolean hasCertificate = tls.has("cert_file") || tls.has("cert_pem");
    boolean hasKey = tls.has("key_file") || tls.has("key_pem");
    if (hasCertificate != hasKey) {
      tls.problemAtKey(
          hasKey ? "key_file" : "cert_file",
          "for auth via TLS, provide both certificate and key, or neither");
    }
    return certificate == null || key == null ? null : new ClientTls.Identity(certificate, key);
  }

  private ClientTls.@Nullable Pem pem(Section tls, String what) {
    String fileKey = what + "_file";
    String textKey = what + "_pem";
    if (tls.has(fileKey) && tls.has(textKey)) {
      tls.problemAtKey(textKey, "provide either " + fileKey + " or " + textKey + ", not both");
    }
    Path file = context.readable(tls, fileKey);
    String text = file == null ? context.secret(tls, textKey) : null;
    return file == null && text == null ? null : new ClientTls.Pem(file, text);
  }

  static List<String> ciphers(Section tls) {
    List<String> ciphers = tls.texts("cipher_suites");
    if (!ciphers.isEmpty()) {
      Set<String> known = ClientTls.supportedCipherSuites();
      for (String cipher : ciphers) {
        if (!known.contains(cipher)) {
          tls.problem("cipher_suites", "this Java does not know the suite \"" + cipher + "\"");
        }
      }
    }
    return ciphers;
  }

  /** Java chooses groups for one connection since its version 20. */
  static List<String> groups(Section tls) {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("X25519", "x25519");
    names.put("P256", "secp256r1");
    names.put("P384", "secp384r1");
    names.put("P521", "secp521r1");
    List<String> groups = new ArrayList<>();
    for (String text : tls.texts("curve_preferences")) {
      String group = names.get(text);
      if (group == null) {
        tls.problem(
            "curve_preferences", "has \"" + text + "\", expected some of " + names.keySet());
      } else {
        groups.add(group);
      }
    }
    if (!groups.isEmpty() && Runtime.version().feature() < 20) {
      tls.problemAtKey("curve_preferences", "needs Java 20 or newer");
    }
    return groups;
  }
}
