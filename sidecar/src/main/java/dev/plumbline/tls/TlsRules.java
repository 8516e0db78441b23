package dev.plumbline.tls;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * What is spoken. Immutable.
 *
 * @param protocols as the JDK names them
 * @param cipherSuites as the JDK names them; empty for the JDK's choice
 * @param groups of the key exchange, as the JDK names them; empty for the JDK's choice
 */
public record TlsRules(Set<String> protocols, List<String> cipherSuites, List<String> groups) {
  /** TLS 1.2 and 1.3. */
  public static final TlsRules DEFAULT =
      new TlsRules(Set.of("TLSv1.2", "TLSv1.3"), List.of(), List.of());

  public TlsRules {
    protocols = Set.copyOf(protocols);
    cipherSuites = List.copyOf(cipherSuites);
    groups = List.copyOf(groups);
  }

  /** What this Java can speak, as the JDK names it. */
  public static Set<String> supportedCipherSuites() {
    try {
      return Set.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
