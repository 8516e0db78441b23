package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Pem;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a listener. Immutable; files are read when the listener opens and at each reload.
 *
 * @param clients only clients with a certificate of these authorities get in; null lets all in
 */
public record ServerTls(Identity identity, @Nullable Trust clients, TlsRules rules) {
  public ServerTls {
    requireNonNull(identity, "identity");
    requireNonNull(rules, "rules");
  }

  /**
   * Of files, with TLS 1.2 and 1.3 and the JDK's cipher suites.
   *
   * @param clientCa only clients with a certificate of that authority get in; null lets all in
   */
  public static ServerTls ofFiles(Path certificate, Path key, @Nullable Path clientCa) {
    return new ServerTls(
        new Identity(Pem.ofFile(certificate), Pem.ofFile(key)),
        clientCa == null ? null : new Trust(Pem.ofFile(clientCa), Trust.Authorities.NAMED),
        TlsRules.DEFAULT);
  }

  /** All files that are named. */
  public List<Path> files() {
    List<Pem> named = new ArrayList<>(List.of(identity.certificate(), identity.key()));
    if (clients != null) {
      named.add(clients.certificates());
    }
    List<Path> files = new ArrayList<>();
    for (Pem pem : named) {
      Path file = pem.file();
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }
}
