package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a client proves itself and whom it trusts. Immutable; files are read when a connection is
 * made first, and again when they have changed.
 *
 * @param trust certificates to trust beside or instead of the system's; null for the system's
 * @param identity our own certificate with its key; null for none
 * @param serverName that the server's certificate must carry instead of its host; null for the host
 * @param verification whether the server's certificate is looked at
 * @param protocols as the JDK names them
 * @param cipherSuites as the JDK names them; empty for the JDK's choice
 * @param groups of the key exchange, as the JDK names them; empty for the JDK's choice
 * @param reloadInterval least time between two looks at the files; zero for each request
 */
public record ClientTls(
    @Nullable Trust trust,
    @Nullable Identity identity,
    @Nullable String serverName,
    Verification verification,
    Set<String> protocols,
    List<String> cipherSuites,
    List<String> groups,
    Duration reloadInterval) {
  /** The system's certificates, TLS 1.2 and 1.3, no certificate of our own. */
  public static final ClientTls DEFAULT =
      new ClientTls(
          null,
          null,
          null,
          Verification.FULL,
          Set.of("TLSv1.2", "TLSv1.3"),
          List.of(),
          List.of(),
          Duration.ZERO);

  public ClientTls {
    requireNonNull(verification, "verification");
    protocols = Set.copyOf(protocols);
    cipherSuites = List.copyOf(cipherSuites);
    groups = List.copyOf(groups);
    requireNonNull(reloadInterval, "reloadInterval");
  }

  /** Whether the server's certificate is looked at. */
  public enum Verification {
    FULL,
    /** Anybody may answer. */
    NONE
  }

  /** Whose certificates count where some are named. */
  public enum Authorities {
    NAMED,
    NAMED_AND_SYSTEM
  }

  /** Trusted certificates. Immutable. */
  public record Trust(Pem certificates, Authorities authorities) {
    public Trust {
      requireNonNull(certificates, "certificates");
      requireNonNull(authorities, "authorities");
    }
  }

  /**
   * A certificate chain and its key, each a PEM file or its text. Immutable.
   *
   * @param key PKCS #8, unencrypted
   */
  public record Identity(Pem certificate, Pem key) {
    public Identity {
      requireNonNull(certificate, "certificate");
      requireNonNull(key, "key");
    }
  }

  /**
   * A PEM file or its text: exactly one of them. Immutable.
   *
   * @param text never shown
   */
  public record Pem(@Nullable Path file, @Nullable String text) {
    public Pem {
      if ((file == null) == (text == null)) {
        throw new IllegalArgumentException("PEM has both file and text or neither, expected one");
      }
    }

    /** Without the text, which may be a key. */
    @Override
    public String toString() {
      return file == null ? "PEM text" : file.toString();
    }
  }

  /** What this Java can speak, as the JDK names it. */
  public static Set<String> supportedCipherSuites() {
    try {
      return Set.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All files that are named. */
  List<Path> files() {
    List<@Nullable Path> named = new ArrayList<>();
    if (trust != null) {
      named.add(trust.certificates().file());
    }
    if (identity != null) {
      named.add(identity.certificate().file());
      named.add(identity.key().file());
    }
    List<Path> files = new ArrayList<>();
    for (Path file : named) {
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }
}
