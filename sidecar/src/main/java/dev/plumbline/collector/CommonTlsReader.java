package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Pem;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What key {@code tls} has of clients and servers alike. Confined to the thread that reads. */
final class CommonTlsReader {
  private static final String CIPHERS = "cipher_suites";
  private static final String CURVES = "curve_preferences";
  private static final String SYSTEM_POOL = "include_system_ca_certs_pool";
  private static final int JAVA_WITH_GROUPS = 20;

  /** As the JDK names them, which lets a connection choose these apart from those of TLS 1.2. */
  private static final List<String> TLS_1_3_CIPHERS =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  /** Of the Collector's list the one with a key exchange that is safe from quantum computers. */
  private static final String HYBRID = "X25519MLKEM768";

  private static final Map<String, String> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("X25519", "x25519");
    GROUPS.put("P256", "secp256r1");
    GROUPS.put("P384", "secp384r1");
    GROUPS.put("P521", "secp521r1");
  }

  private static final Set<String> KEYS =
      Set.of(
          "ca_file",
          "ca_pem",
          "cert_file",
          "cert_pem",
          "key_file",
          "key_pem",
          "min_version",
          "max_version",
          CIPHERS,
          CURVES,
          "reload_interval",
          SYSTEM_POOL,
          "tpm");

  private final CollectorFile context;
  private final Section tls;

  CommonTlsReader(CollectorFile context, Section tls) {
    this.context = context;
    this.tls = tls;
  }

  /** All keys of one side, which has these of its own. */
  static Set<String> keysWith(String... own) {
    Set<String> keys = new HashSet<>(KEYS);
    keys.addAll(List.of(own));
    return Set.copyOf(keys);
  }

  /**
   * Null if none is named, or it cannot be used, which has been said.
   *
   * @param name of its keys before {@code _file} and {@code _pem}
   */
  @Nullable Trust trust(String name) {
    boolean isWithSystem = tls.truth(SYSTEM_POOL, false);
    Pem named = pem(name);
    return named == null
        ? null
        : new Trust(
            named, isWithSystem ? Trust.Authorities.NAMED_AND_SYSTEM : Trust.Authorities.NAMED);
  }

  /** Null if none is named, or it cannot be used, which has been said. */
  @Nullable Identity identity() {
    if (tls.isNamed("tpm")) {
      tls.problemAtKey("tpm", "keys in a TPM cannot be used, expected key_file or key_pem");
    }
    Pem certificate = pem("cert");
    Pem key = pem("key");
    boolean hasCertificate = tls.has("cert_file") || tls.has("cert_pem");
    boolean hasKey = tls.has("key_file") || tls.has("key_pem");
    if (hasCertificate != hasKey) {
      tls.problemAtKey(
          hasKey ? "key_file" : "cert_file",
          "for auth via TLS, provide both certificate and key, or neither");
    }
    return certificate == null || key == null ? null : new Identity(certificate, key);
  }

  private @Nullable Pem pem(String name) {
    String fileKey = name + "_file";
    String textKey = name + "_pem";
    if (tls.has(fileKey) && tls.has(textKey)) {
      tls.problemAtKey(textKey, "provide either " + fileKey + " or " + textKey + ", not both");
    }
    Path file = context.readable(tls, fileKey);
    if (file != null) {
      return Pem.ofFile(file);
    }
    String text = context.secret(tls, textKey);
    return text == null ? null : Pem.ofText(text);
  }

  TlsRules rules() {
    Set<String> protocols = TlsVersions.read(tls);
    return new TlsRules(protocols, ciphers(protocols), groups());
  }

  /**
   * As in the Collector, a list without suites of TLS 1.3 says nothing about TLS 1.3; one with some
   * chooses among them too, which there it cannot.
   */
  private List<String> ciphers(Set<String> protocols) {
    List<String> ciphers = new ArrayList<>(tls.texts(CIPHERS));
    if (ciphers.isEmpty()) {
      return ciphers;
    }
    Set<String> known = TlsRules.supportedCipherSuites();
    for (String cipher : ciphers) {
      if (!known.contains(cipher)) {
        tls.problem(CIPHERS, "this Java does not know the suite \"" + cipher + "\"");
      }
    }
    if (protocols.contains(TlsVersions.TLS_1_3)
        && ciphers.stream().noneMatch(TLS_1_3_CIPHERS::contains)) {
      TLS_1_3_CIPHERS.stream().filter(known::contains).forEach(ciphers::add);
    }
    return ciphers;
  }

  /** Java chooses groups for one connection since its version 20. */
  private List<String> groups() {
    List<String> groups = new ArrayList<>();
    for (String text : tls.texts(CURVES)) {
      String group = GROUPS.get(text);
      if (text.equals(HYBRID)) {
        tls.problem(
            CURVES,
            "has \""
                + text
                + "\", which Java's TLS cannot do, expected some of "
                + GROUPS.keySet());
      } else if (group == null) {
        tls.problem(CURVES, "has \"" + text + "\", expected some of " + GROUPS.keySet());
      } else {
        groups.add(group);
      }
    }
    if (!groups.isEmpty() && Runtime.version().feature() < JAVA_WITH_GROUPS) {
      tls.problemAtKey(
          CURVES,
          "needs Java " + JAVA_WITH_GROUPS + " or newer, this is " + Runtime.version().feature());
    }
    return groups;
  }
}
