package dev.plumbline.fetch;

import dev.plumbline.export.transport.FileMarks;
import dev.plumbline.fault.FaultText;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Trust;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the settings of TLS name, read from its files as they are now. Guarded by its fetcher. */
final class TlsMaterial {
  private final ClientTls settings;
  private final boolean isHttp2Offered;
  private List<Object> seen = List.of();
  private long lookedNanos;
  private boolean hasLooked;

  TlsMaterial(ClientTls settings, boolean isHttp2Offered) {
    this.settings = settings;
    this.isHttp2Offered = isHttp2Offered;
  }

  /**
   * The options if they are other than at the last call, and at the first call.
   *
   * @return null if nothing has changed
   * @throws FetchException if a file cannot be used
   */
  @Nullable ClientSSLOptions changed(long nowNanos) throws FetchException {
    if (hasLooked && nowNanos - lookedNanos < settings.reloadInterval().toNanos()) {
      return null;
    }
    List<Object> now = FileMarks.of(settings.files());
    boolean isSame = hasLooked && now.equals(seen);
    lookedNanos = nowNanos;
    if (isSame) {
      return null;
    }
    ClientSSLOptions options = options();
    hasLooked = true;
    seen = now;
    return options;
  }

  private ClientSSLOptions options() throws FetchException {
    ClientSSLOptions options = new ClientSSLOptions();
    boolean isVerified = settings.verification() == ClientTls.Verification.FULL;
    options
        .setTrustAll(!isVerified)
        .setHostnameVerificationAlgorithm(isVerified ? "HTTPS" : "")
        .setUseAlpn(isHttp2Offered)
        .setEnabledSecureTransportProtocols(settings.rules().protocols());
    settings.rules().cipherSuites().forEach(options::addEnabledCipherSuite);
    if (!settings.rules().groups().isEmpty()) {
      options.setKeyExchangeGroups(settings.rules().groups());
    }
    try {
      Trust trust = settings.trust();
      if (trust != null) {
        options.setTrustOptions(TrustOptions.wrap(trust.managers()));
      }
      Identity identity = settings.identity();
      if (identity != null) {
        options.setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(identity.certificate().bytes()))
                .addKeyValue(Buffer.buffer(identity.key().bytes())));
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new FetchException(
          FetchException.Kind.CREDENTIALS, "tls: files cannot be used: " + FaultText.of(e), e);
    }
    return options;
  }
}
