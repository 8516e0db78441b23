package dev.plumbline.export.fake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * An authority, and certificates signed by it, made by the JDK's keytool in a directory of the
 * test. No key is ever committed.
 */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private final Path directory;
  private final Path store;

  private TestCertificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("certificates.p12");
  }

  /** A new authority named {@code ca}. */
  public static TestCertificates in(Path directory) {
    TestCertificates certificates = new TestCertificates(directory);
    certificates.keytool("ca", "-dname", "CN=Test authority", "-ext", "bc:critical=ca:true");
    return certificates;
  }

  /**
   * @param names such as {@code dns:localhost}
   */
  public TestCertificates signed(String alias, String names) {
    keytool(alias, "-dname", "CN=" + alias, "-signer", "ca", "-ext", "san=" + names);
    return this;
  }

  /** Valid until yesterday. */
  public TestCertificates signedAndExpired(String alias, String names) {
    keytool(
        alias,
        "-dname",
        "CN=" + alias,
        "-signer",
        "ca",
        "-ext",
        "san=" + names,
        "-startdate",
        "-3d",
        "-validity",
        "2");
    return this;
  }

  /** The authority's certificate, PEM. */
  public Path caFile() {
    return certificateFile("ca");
  }

  /** The chain, PEM. */
  public Path certificateFile(String alias) {
    try {
      StringBuilder pem = new StringBuilder();
      for (Certificate certificate : load().getCertificateChain(alias)) {
        pem.append(pem("CERTIFICATE", certificate.getEncoded()));
      }
      return Files.writeString(directory.resolve(alias + ".crt"), pem);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** PKCS #8, PEM. */
  public Path keyFile(String alias) {
    try {
      Key key = load().getKey(alias, PASSWORD.toCharArray());
      return Files.writeString(
          directory.resolve(alias + ".key"), pem("PRIVATE KEY", key.getEncoded()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For a server that shows that certificate and trusts clients of the authority. */
  public SSLContext serverContext(String alias) {
    try {
      KeyStore all = load();
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      own.setKeyEntry(
          alias,
          all.getKey(alias, PASSWORD.toCharArray()),
          PASSWORD.toCharArray(),
          all.getCertificateChain(alias));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, PASSWORD.toCharArray());
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("ca", all.getCertificate("ca"));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private KeyStore load() throws GeneralSecurityException, IOException {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD.toCharArray());
    }
    return loaded;
  }

  private static String pem(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }

  private void keytool(String alias, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + output);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
