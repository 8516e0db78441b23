package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a listener. Immutable; the files are read when the listener opens and at each
 * reload.
 *
 * @param certificate PEM, with its chain
 * @param key PEM, PKCS#8
 * @param clientCa PEM; with it only clients with a certificate of that authority get in; null
 *     accepts all
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {
  public TlsFiles {
    requireNonNull(certificate, "certificate");
    requireNonNull(key, "key");
  }
}
