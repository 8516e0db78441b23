package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files and rules of a TLS connection. The files are PEM and are read when a connection is
 * made, and again when they have changed; this value only names them. Immutable.
 */
public final class TlsSettings {
  /** The JDK's trust store, no client certificate, TLS 1.2 and later. */
  public static final TlsSettings DEFAULT = builder().build();

  /** The lowest protocol version that is spoken. */
  public enum Version {
    TLS_1_2("1.2", "TLSv1.2"),
    TLS_1_3("1.3", "TLSv1.3");

    private final String text;
    private final String protocol;

    Version(String text, String protocol) {
      this.text = text;
      this.protocol = protocol;
    }

    /** As users write it. */
    public String text() {
      return text;
    }

    /** As the JDK names it. */
    public String protocol() {
      return protocol;
    }
  }

  private final @Nullable Path caFile;
  private final @Nullable Path certificateFile;
  private final @Nullable Path keyFile;
  private final @Nullable String serverName;
  private final Version minimumVersion;

  private TlsSettings(Builder builder) {
    this.caFile = builder.caFile;
    this.certificateFile = builder.certificateFile;
    this.keyFile = builder.keyFile;
    this.serverName = builder.serverName;
    this.minimumVersion = builder.minimumVersion;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Certificates to trust instead of the JDK's; null for the JDK's. */
  public @Nullable Path caFile() {
    return caFile;
  }

  /** Our certificate chain for mutual TLS; null for none. */
  public @Nullable Path certificateFile() {
    return certificateFile;
  }

  /** The PKCS #8 key of that certificate, unencrypted; null if there is no certificate. */
  public @Nullable Path keyFile() {
    return keyFile;
  }

  /** The name that the receiver's certificate must carry; null for the endpoint's host. */
  public @Nullable String serverName() {
    return serverName;
  }

  public Version minimumVersion() {
    return minimumVersion;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof TlsSettings)) {
      return false;
    }
    TlsSettings that = (TlsSettings) other;
    return Objects.equals(caFile, that.caFile)
        && Objects.equals(certificateFile, that.certificateFile)
        && Objects.equals(keyFile, that.keyFile)
        && Objects.equals(serverName, that.serverName)
        && minimumVersion == that.minimumVersion;
  }

  @Override
  public int hashCode() {
    return Objects.hash(caFile, certificateFile, keyFile, serverName, minimumVersion);
  }

  @Override
  public String toString() {
    return "TlsSettings[ca="
        + caFile
        + ", certificate="
        + certificateFile
        + ", key="
        + keyFile
        + ", serverName="
        + serverName
        + ", minimumVersion="
        + minimumVersion.text()
        + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private @Nullable Path caFile;
    private @Nullable Path certificateFile;
    private @Nullable Path keyFile;
    private @Nullable String serverName;
    private Version minimumVersion = Version.TLS_1_2;

    private Builder() {}

    public Builder caFile(@Nullable Path caFile) {
      this.caFile = caFile;
      return this;
    }

    public Builder certificateFile(@Nullable Path certificateFile) {
      this.certificateFile = certificateFile;
      return this;
    }

    public Builder keyFile(@Nullable Path keyFile) {
      this.keyFile = keyFile;
      return this;
    }

    public Builder serverName(@Nullable String serverName) {
      this.serverName = serverName;
      return this;
    }

    public Builder minimumVersion(Version minimumVersion) {
      this.minimumVersion = requireNonNull(minimumVersion, "minimumVersion");
      return this;
    }

    /**
     * @throws IllegalArgumentException if there is a certificate without a key or the reverse
     */
    public TlsSettings build() {
      if ((certificateFile == null) != (keyFile == null)) {
        throw new IllegalArgumentException(
            "tls has "
                + (keyFile == null
                    ? "a certificate without its key"
                    : "a key without its certificate")
                + ", expected both or neither");
      }
      return new TlsSettings(this);
    }
  }
}
