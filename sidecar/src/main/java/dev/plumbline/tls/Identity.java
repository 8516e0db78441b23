package dev.plumbline.tls;

import static java.util.Objects.requireNonNull;

/**
 * A certificate chain and its key. Immutable.
 *
 * @param key unencrypted
 */
public record Identity(Pem certificate, Pem key) {
  public Identity {
    requireNonNull(certificate, "certificate");
    requireNonNull(key, "key");
  }
}
