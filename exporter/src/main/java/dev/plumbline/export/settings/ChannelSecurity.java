package dev.plumbline.export.settings;

/**
 * Whether the bytes to the receiver are encrypted: the key {@code insecure} of the configuration.
 */
public enum ChannelSecurity {
  /** The default, {@code insecure: false}. */
  TLS,
  /** {@code insecure: true}. */
  PLAINTEXT
}
