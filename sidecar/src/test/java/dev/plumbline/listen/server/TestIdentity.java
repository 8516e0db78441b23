package dev.plumbline.listen.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate that it signed itself, made by the JDK's keytool. */
public final class TestIdentity {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final Map<String, KeyStore> MADE = new ConcurrentHashMap<>();

  private final KeyStore store;
  private final Path certificate;
  private final Path key;

  private TestIdentity(KeyStore store, Path certificate, Path key) {
    this.store = store;
    this.certificate = certificate;
    this.key = key;
  }

  /** One of each name in a JVM, since keytool is a JVM too. */
  public static TestIdentity make(Path directory, String name) throws Exception {
    KeyStore store = MADE.get(name);
    if (store == null) {
      store = generate(directory.resolve(name + ".p12"), name);
      MADE.put(name, store);
    }
    Key key = store.getKey("test", PASSWORD);
    Certificate certificate = store.getCertificate("test");
    return new TestIdentity(
        store,
        pem(directory.resolve(name + ".pem"), "CERTIFICATE", certificate.getEncoded()),
        pem(directory.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded()));
  }

  private static KeyStore generate(Path file, String name) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static Path pem(Path file, String label, byte[] der) throws Exception {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n");
  }

  public Path certificate() {
    return certificate;
  }

  public Path key() {
    return key;
  }

  /** Of a client with this identity that trusts that server. */
  public SSLContext clientTrusting(TestIdentity server) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), server.trust(), null);
    return context;
  }

  /** Of a client without an identity that trusts this server. */
  public SSLContext trusted() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust(), null);
    return context;
  }

  private TrustManager[] trust() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store.getCertificate("test"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    return trust.getTrustManagers();
  }
}
