package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a listener. Immutable; the files are read when the listener opens and at each
 * reload.
 *
 * @param certificate PEM, with its chain
 * @param key PEM, PKCS#8
 * @param clientCa PEM; with it only clients with a certificate of that authority get in; null
 *     accepts all
 * @param rules protocols and cipher suites
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa, Rules rules) {
  public TlsFiles {
    requireNonNull(certificate, "certificate");
    requireNonNull(key, "key");
    requireNonNull(rules, "rules");
  }

  /** With TLS 1.2 and 1.3 and the JDK's cipher suites. */
  public TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {
    this(certificate, key, clientCa, Rules.DEFAULT);
  }

  /**
   * What is spoken. Immutable.
   *
   * @param protocols as the JDK names them
   * @param cipherSuites as the JDK names them; empty for its choice
   */
  public record Rules(Set<String> protocols, List<String> cipherSuites) {
    public static final Rules DEFAULT = new Rules(Set.of("TLSv1.2", "TLSv1.3"), List.of());

    public Rules {
      protocols = Set.copyOf(protocols);
      cipherSuites = List.copyOf(cipherSuites);
    }
  }
}
