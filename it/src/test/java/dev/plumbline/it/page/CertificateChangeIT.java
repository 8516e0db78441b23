package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.TestCertificates;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of the page that are changed while the daemon runs. */
class CertificateChangeIT {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir Path directory;
  private Daemon daemon;

  @AfterEach
  void end() throws InterruptedException {
    if (daemon != null) {
      daemon.end();
    }
  }

  /** A Secret in a pod; then an editor that writes by rename, one file after the other. */
  @Test
  void newCertificates_areShown_throughSwappedLinksAndRenames_andABrokenOneIsNot()
      throws Exception {
    TestCertificates certificates = TestCertificates.in(directory);
    Path secret = Files.createDirectory(directory.resolve("secret"));
    swap(secret, certificates, 1);
    for (String name : List.of("tls.crt", "tls.key")) {
      Files.createSymbolicLink(secret.resolve(name), Path.of("..data", name));
    }
    daemon =
        Daemon.withPage(
            directory,
            "tls: { cert_file: '%s', key_file: '%s' }"
                .formatted(secret.resolve("tls.crt"), secret.resolve("tls.key")));
    assertThat(shownName()).isEqualTo("CN=page1");
    swap(secret, certificates, 2);
    awaitShown("CN=page2");
    certificates.signed("page3", "ip:127.0.0.1");
    replace(certificates.keyFile("page3"), secret.resolve("..data/tls.key"));
    replace(certificates.certificateFile("page3"), secret.resolve("..data/tls.crt"));
    awaitShown("CN=page3");
    Path broken = Files.writeString(directory.resolve("broken"), "no certificate");
    replace(broken, secret.resolve("..data/tls.crt"));
    await(() -> daemon.log().contains("keeps its certificate"));
    assertThat(shownName()).isEqualTo("CN=page3");
  }

  /** As Kubernetes does it: a new directory, a new link, a rename over the old one. */
  private static void swap(Path secret, TestCertificates certificates, int number)
      throws IOException {
    String name = "page" + number;
    certificates.signed(name, "ip:127.0.0.1");
    Path version = Files.createDirectory(secret.resolve("..v" + number));
    Files.copy(certificates.certificateFile(name), version.resolve("tls.crt"));
    Files.copy(certificates.keyFile(name), version.resolve("tls.key"));
    Path link = Files.createSymbolicLink(secret.resolve("..data_tmp"), version.getFileName());
    move(link, secret.resolve("..data"));
  }

  private static void replace(Path by, Path file) throws IOException {
    move(Files.copy(by, file.resolveSibling(file.getFileName() + "~")), file);
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void awaitShown(String name) throws Exception {
    await(() -> shownName().equals(name));
  }

  private void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.call()) {
      assertThat(System.nanoTime()).as(daemon.log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** Whose certificate a new connection is shown. */
  private String shownName() throws IOException, GeneralSecurityException {
    URI origin = URI.create(daemon.origin());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(origin.getHost(), origin.getPort())) {
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    }
  }

  /** What is shown is looked at, not trusted. */
  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
