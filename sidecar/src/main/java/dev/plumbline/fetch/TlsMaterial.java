package dev.plumbline.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.export.transport.FileMarks;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
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
        .setEnabledSecureTransportProtocols(settings.protocols());
    settings.cipherSuites().forEach(options::addEnabledCipherSuite);
    if (!settings.groups().isEmpty()) {
      options.setKeyExchangeGroups(settings.groups());
    }
    try {
      ClientTls.Trust trust = settings.trust();
      if (trust != null) {
        options.setTrustOptions(TrustOptions.wrap(managers(trust)));
      }
      ClientTls.Identity identity = settings.identity();
      if (identity != null) {
        options.setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(bytes(identity.certificate())))
                .addKeyValue(Buffer.buffer(bytes(identity.key()))));
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new FetchException(
          FetchException.Kind.CREDENTIALS, "tls: files cannot be used: " + e.getMessage(), e);
    }
    return options;
  }

  private static byte[] bytes(ClientTls.Pem pem) throws IOException {
    Path file = pem.file();
    return file == null ? String.valueOf(pem.text()).getBytes(UTF_8) : Files.readAllBytes(file);
  }

  private static TrustManagerFactory managers(ClientTls.Trust trust)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    int count = 0;
    for (Certificate certificate : named(trust.certificates())) {
      trusted.setCertificateEntry("named" + count++, certificate);
    }
    if (trust.authorities() == ClientTls.Authorities.NAMED_AND_SYSTEM) {
      for (X509Certificate certificate : system()) {
        trusted.setCertificateEntry("system" + count++, certificate);
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory;
  }

  private static Collection<? extends Certificate> named(ClientTls.Pem pem)
      throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes(pem)));
    if (certificates.isEmpty()) {
      throw new IOException((pem.file() == null ? "ca_pem" : pem.file()) + " has no certificate");
    }
    return certificates;
  }

  private static List<X509Certificate> system() throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    List<X509Certificate> certificates = new ArrayList<>();
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        certificates.addAll(List.of(x509.getAcceptedIssuers()));
      }
    }
    return certificates;
  }
}
