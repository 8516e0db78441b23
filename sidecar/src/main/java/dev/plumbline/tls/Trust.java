package dev.plumbline.tls;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
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

/** Certificates of authorities that are trusted. Immutable. */
public record Trust(Pem certificates, Authorities authorities) {
  public Trust {
    requireNonNull(certificates, "certificates");
    requireNonNull(authorities, "authorities");
  }

  /** Whose certificates count. */
  public enum Authorities {
    NAMED,
    NAMED_AND_SYSTEM
  }

  /**
   * As the files are now.
   *
   * @throws IOException if the file cannot be read, or has no certificate
   */
  public TrustManagerFactory managers() throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    int count = 0;
    for (Certificate certificate : named()) {
      trusted.setCertificateEntry("named" + count++, certificate);
    }
    if (authorities == Authorities.NAMED_AND_SYSTEM) {
      for (X509Certificate certificate : system()) {
        trusted.setCertificateEntry("system" + count++, certificate);
      }
    }
    return factory(trusted);
  }

  private Collection<? extends Certificate> named() throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> named =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(certificates.bytes()));
    if (named.isEmpty()) {
      throw new IOException(certificates + " has no certificate");
    }
    return named;
  }

  private static List<X509Certificate> system() throws GeneralSecurityException {
    List<X509Certificate> system = new ArrayList<>();
    for (TrustManager manager : factory(null).getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        system.addAll(List.of(x509.getAcceptedIssuers()));
      }
    }
    return system;
  }

  /**
   * @param trusted null for the system's
   */
  private static TrustManagerFactory factory(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory;
  }
}
