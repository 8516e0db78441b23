package dev.plumbline.listen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Pem;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

class ListenerTlsTest {
  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});

  @AfterEach
  void close() {
    stack.close();
  }

  private Listener open(TestIdentity identity, @Nullable Path clientCa) throws Exception {
    return open(ServerTls.ofFiles(identity.certificate(), identity.key(), clientCa));
  }

  private Listener open(ServerTls tls) throws Exception {
    return stack.open(
        ListenerSettings.builder("tls", ListenAddress.loopback(0))
            .route(Route.get("/x", request -> Response.text(200, "in")))
            .tls(tls)
            .build());
  }

  private static Identity asText(TestIdentity identity) throws Exception {
    return new Identity(
        Pem.ofText(Files.readString(identity.certificate())),
        Pem.ofText(Files.readString(identity.key())));
  }

  private static HttpResponse<String> get(Listener listener, SSLContext context) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create("https://" + listener.address() + "/x")).build(),
            BodyHandlers.ofString());
  }

  @Test
  void tls_speaksHttp2() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    HttpResponse<String> answer = get(open(server, null), server.trusted());
    assertThat(answer.body()).isEqualTo("in\n");
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  @Test
  void clientAuthority_keepsStrangersOut() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity known = TestIdentity.make(directory, "known");
    TestIdentity stranger = TestIdentity.make(directory, "stranger");
    Listener listener = open(server, known.certificate());
    assertThat(get(listener, known.clientTrusting(server)).statusCode()).isEqualTo(200);
    assertThat(
            catchThrowableOfType(
                IOException.class, () -> get(listener, stranger.clientTrusting(server))))
        .isNotNull();
    assertThat(catchThrowableOfType(IOException.class, () -> get(listener, server.trusted())))
        .isNotNull();
  }

  @Test
  void changedFiles_areUsedAfterAReload_andBrokenOnesAreNot() throws Exception {
    TestIdentity first = TestIdentity.make(directory, "first");
    TestIdentity second = TestIdentity.make(directory, "second");
    Listener listener = open(first, null);
    Files.copy(second.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(second.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
    listener.reloadTls();
    assertThat(get(listener, second.trusted()).statusCode()).isEqualTo(200);
    assertThat(catchThrowableOfType(IOException.class, () -> get(listener, first.trusted())))
        .isNotNull();
    Files.writeString(first.certificate(), "nothing");
    assertThat(catchThrowableOfType(ListenException.class, listener::reloadTls)).isNotNull();
    assertThat(get(listener, second.trusted()).statusCode()).isEqualTo(200);
  }

  @Test
  void changedClientAuthority_letsOthersInAfterAReload() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity first = TestIdentity.make(directory, "first");
    TestIdentity second = TestIdentity.make(directory, "second");
    Path authority = Files.copy(first.certificate(), directory.resolve("ca.pem"));
    Listener listener = open(server, authority);
    assertThat(get(listener, first.clientTrusting(server)).statusCode()).isEqualTo(200);
    Files.copy(second.certificate(), authority, StandardCopyOption.REPLACE_EXISTING);
    listener.reloadTls();
    assertThat(get(listener, second.clientTrusting(server)).statusCode()).isEqualTo(200);
    assertThat(
            catchThrowableOfType(
                IOException.class, () -> get(listener, first.clientTrusting(server))))
        .isNotNull();
  }

  @Test
  void pemText_isAnIdentity_alsoAfterAReload() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    Listener listener = open(new ServerTls(asText(server), null, TlsRules.DEFAULT));
    assertThat(get(listener, server.trusted()).statusCode()).isEqualTo(200);
    listener.reloadTls();
    assertThat(get(listener, server.trusted()).statusCode()).isEqualTo(200);
  }

  /** Those of the system count beside the named one, and let in nobody whom they do not know. */
  @Test
  void systemAuthorities_doNotReplaceTheNamedOne() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity known = TestIdentity.make(directory, "known");
    TestIdentity stranger = TestIdentity.make(directory, "stranger");
    Trust clients = new Trust(Pem.ofFile(known.certificate()), Trust.Authorities.NAMED_AND_SYSTEM);
    assertThat(issuers(clients)).hasSizeGreaterThan(1);
    Listener listener = open(new ServerTls(asText(server), clients, TlsRules.DEFAULT));
    assertThat(get(listener, known.clientTrusting(server)).statusCode()).isEqualTo(200);
    assertThat(
            catchThrowableOfType(
                IOException.class, () -> get(listener, stranger.clientTrusting(server))))
        .isNotNull();
  }

  private static List<X509Certificate> issuers(Trust trust) throws Exception {
    X509TrustManager manager = (X509TrustManager) trust.managers().getTrustManagers()[0];
    return List.of(manager.getAcceptedIssuers());
  }

  @Test
  void rules_decideWhatIsSpoken() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    TlsRules rules = new TlsRules(Set.of("TLSv1.2"), List.of(suite), List.of());
    Listener listener = open(new ServerTls(asText(server), null, rules));
    SSLSession session =
        get(listener, server.trusted()).sslSession().orElseThrow(AssertionError::new);
    assertThat(session.getProtocol()).isEqualTo("TLSv1.2");
    assertThat(session.getCipherSuite()).isEqualTo(suite);
  }

  /** A client that offers another group only finds none in common. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_20)
  void groups_areTheListeners() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TlsRules defaults = TlsRules.DEFAULT;
    Listener listener =
        open(
            new ServerTls(
                asText(server),
                null,
                new TlsRules(defaults.protocols(), List.of(), List.of("secp384r1"))));
    assertThat(handshake(listener, server, "secp384r1")).isTrue();
    assertThat(handshake(listener, server, "x25519")).isFalse();
  }

  private static boolean handshake(Listener listener, TestIdentity server, String group)
      throws Exception {
    SSLSocketFactory sockets = server.trusted().getSocketFactory();
    try (SSLSocket socket =
        (SSLSocket) sockets.createSocket("127.0.0.1", listener.address().port())) {
      SSLParameters parameters = socket.getSSLParameters();
      // Since Java 20; these tests are compiled for 17.
      SSLParameters.class
          .getMethod("setNamedGroups", String[].class)
          .invoke(parameters, (Object) new String[] {group});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return true;
    } catch (SSLException refused) {
      return false;
    }
  }

  @Test
  void missingFile_isSaid() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    Files.delete(server.key());
    ListenException refused = catchThrowableOfType(ListenException.class, () -> open(server, null));
    assertThat(refused.isTaken()).isFalse();
    assertThat(refused).hasMessageContaining("tls cannot listen");
  }
}
