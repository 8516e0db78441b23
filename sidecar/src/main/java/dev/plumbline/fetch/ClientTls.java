package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import dev.plumbline.tls.Identity;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a client proves itself and whom it trusts. Immutable; files are read when a connection is
 * made first, and again when they have changed.
 *
 * @param trust certificates to trust beside or instead of the system's; null for the system's
 * @param identity our own certificate with its key; null for none
 * @param serverName that the server's certificate must carry instead of its host; null for the host
 * @param verification whether the server's certificate is looked at
 * @param rules protocols, cipher suites and groups
 * @param reloadInterval least time between two looks at the files; zero for each request
 */
public record ClientTls(
    @Nullable Trust trust,
    @Nullable Identity identity,
    @Nullable String serverName,
    Verification verification,
    TlsRules rules,
    Duration reloadInterval) {
  /** The system's certificates, TLS 1.2 and 1.3, no certificate of our own. */
  public static final ClientTls DEFAULT =
      new ClientTls(null, null, null, Verification.FULL, TlsRules.DEFAULT, Duration.ZERO);

  public ClientTls {
    requireNonNull(verification, "verification");
    requireNonNull(rules, "rules");
    requireNonNull(reloadInterval, "reloadInterval");
  }

  /** Whether the server's certificate is looked at. */
  public enum Verification {
    FULL,
    /** Anybody may answer. */
    NONE
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
