package dev.plumbline.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.listen.server.TestIdentity;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Pem;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpFetcherTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final HttpClients clients = new HttpClients(stack);
  private final List<AutoCloseable> open = new ArrayList<>();
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    open.add(server);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    stack.close();
  }

  private HttpFetcher fetcher(ClientSettings settings) {
    HttpFetcher fetcher = clients.open(settings);
    open.add(0, fetcher);
    return fetcher;
  }

  private FetchException failure(ClientSettings settings, URI url, Duration timeout) {
    return catchThrowableOfType(FetchException.class, () -> fetcher(settings).get(url, timeout));
  }

  @Test
  void answer_isInflated_andHeadersAreSent_withTheHostThatIsSaid() throws Exception {
    server.at(
        "/p",
        exchange -> {
          server.note(exchange.getRequestHeaders().getFirst("X-Key"));
          server.note(exchange.getRequestHeaders().getFirst("Host"));
          server.note(exchange.getRequestURI().toString());
          exchange.getResponseHeaders().add("Content-Encoding", "gzip");
          TestServer.answer(exchange, 200, gzip("profile".getBytes(UTF_8)));
        });
    ClientSettings settings =
        ClientSettings.builder(server.url("/p?seconds=1"))
            .headers(Map.of("X-Key", "secret"))
            .host("profiles.example:81")
            .build();
    Fetched answer = fetcher(settings).get(settings.endpoint(), LONG);
    assertThat(new String(answer.body(), UTF_8)).isEqualTo("profile");
    assertThat(server.notes()).containsExactly("secret", "profiles.example:81", "/p?seconds=1");
  }

  @Test
  void redirects_areFollowed_orTheAnswerIsTheRedirect() throws Exception {
    server.at("/new", exchange -> TestServer.answer(exchange, 200, "here".getBytes(UTF_8)));
    server.at(
        "/old",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/new");
          TestServer.answer(exchange, 302, new byte[0]);
        });
    server.at(
        "/circle",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/circle");
          TestServer.answer(exchange, 301, new byte[0]);
        });
    URI old = server.url("/old");
    assertThat(fetcher(ClientSettings.builder(old).build()).get(old, LONG).status()).isEqualTo(200);
    ClientSettings refusing =
        ClientSettings.builder(old).redirects(ClientSettings.Redirects.REFUSED).build();
    assertThat(fetcher(refusing).get(old, LONG).status()).isEqualTo(302);
    URI circle = server.url("/circle");
    assertThat(failure(ClientSettings.builder(circle).build(), circle, LONG))
        .hasMessage("more than 10 redirects");
  }

  @Test
  void credentials_areNotShownToAnotherServer() throws Exception {
    TestServer other = TestServer.start();
    open.add(other);
    other.at(
        "/",
        exchange -> {
          other.note(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
          TestServer.answer(exchange, 200, "x".getBytes(UTF_8));
        });
    server.at(
        "/",
        exchange -> {
          server.note(exchange.getRequestHeaders().getFirst("X-Key"));
          exchange.getResponseHeaders().add("Location", other.url("/x").toString());
          TestServer.answer(exchange, 307, new byte[0]);
        });
    URI url = server.url("/");
    ClientSettings settings =
        ClientSettings.builder(url).headers(Map.of("X-Key", "secret")).build();
    assertThat(fetcher(settings).get(url, LONG).status()).isEqualTo(200);
    assertThat(server.notes()).containsExactly("secret");
    assertThat(other.notes()).containsExactly("null");
  }

  @Test
  void largeAnswer_isBrokenOff_saidOrNot() throws Exception {
    server.at("/said", exchange -> TestServer.answer(exchange, 200, new byte[1001]));
    server.at(
        "/unsaid",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(new byte[1001]);
        });
    for (String path : List.of("/said", "/unsaid")) {
      URI url = server.url(path);
      FetchException refused =
          failure(ClientSettings.builder(url).maxBodyBytes(1000).build(), url, LONG);
      assertThat(refused.kind()).isEqualTo(FetchException.Kind.TOO_LARGE);
    }
  }

  /** Random bits: 33 MiB that no ratio would give away, and that come as less than 8 MiB. */
  @Test
  void answerThatInflatesTooFar_isBrokenOff_byItsRatioOrItsSize() throws Exception {
    byte[] large = new byte[33 << 20];
    Random random = new Random(1);
    for (int i = 0; i < large.length; i += 32) {
      int bits = random.nextInt();
      for (int bit = 0; bit < 32; bit++) {
        large[i + bit] = (byte) (bits >> bit & 1);
      }
    }
    for (byte[] inflated : List.of(large, new byte[2 << 20])) {
      byte[] body = gzip(inflated);
      assertThat(body).hasSizeLessThan(ClientSettings.DEFAULT_MAX_BODY_BYTES);
      String path = "/" + inflated.length;
      server.at(
          path,
          exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            TestServer.answer(exchange, 200, body);
          });
      URI url = server.url(path);
      assertThat(failure(ClientSettings.builder(url).build(), url, LONG).kind())
          .isEqualTo(FetchException.Kind.TOO_LARGE);
    }
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  @Test
  void silentServer_isGivenUp_andAMissingOneIsSaid() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    server.at(
        "/",
        exchange -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    URI url = server.url("/");
    assertThat(failure(ClientSettings.builder(url).build(), url, Duration.ofMillis(50)).kind())
        .isEqualTo(FetchException.Kind.TIMEOUT);
    server.close();
    FetchException refused = failure(ClientSettings.builder(url).build(), url, LONG);
    assertThat(refused.kind()).isEqualTo(FetchException.Kind.CONNECTION);
    assertThat(refused).hasMessageStartingWith("Connection refused");
  }

  private Set<String> portsOf(ConnectionSettings.Reuse reuse) throws Exception {
    URI url = server.url("/ports");
    ConnectionSettings defaults = ConnectionSettings.DEFAULT;
    ConnectionSettings connections =
        new ConnectionSettings(reuse, 0, 1, 0, defaults.idleTimeout(), defaults.http2(), 0, 0);
    HttpFetcher fetcher = fetcher(ClientSettings.builder(url).connections(connections).build());
    server.notes().clear();
    for (int i = 0; i < 3; i++) {
      fetcher.get(url, LONG);
    }
    return Set.copyOf(server.notes());
  }

  @Test
  void connection_isKept_unlessKeepAliveIsOff() throws Exception {
    server.at(
        "/ports",
        exchange -> {
          server.note(Integer.toString(exchange.getRemoteAddress().getPort()));
          TestServer.answer(exchange, 200, "x".getBytes(UTF_8));
        });
    assertThat(portsOf(ConnectionSettings.Reuse.KEPT)).hasSize(1);
    assertThat(portsOf(ConnectionSettings.Reuse.CLOSED)).hasSize(3);
  }

  @Test
  void cookies_areSentBack_whereTheyAreKept() throws Exception {
    server.at(
        "/",
        exchange -> {
          server.note(String.valueOf(exchange.getRequestHeaders().getFirst("Cookie")));
          exchange.getResponseHeaders().add("Set-Cookie", "a=1");
          exchange.getResponseHeaders().add("Set-Cookie", "b=2; Path=/");
          TestServer.answer(exchange, 200, "x".getBytes(UTF_8));
        });
    URI url = server.url("/");
    HttpFetcher keeping =
        fetcher(ClientSettings.builder(url).cookies(ClientSettings.Cookies.KEPT).build());
    keeping.get(url, LONG);
    keeping.get(url, LONG);
    assertThat(server.notes().get(0)).isEqualTo("null");
    assertThat(server.notes().get(1)).contains("a=1").contains("b=2");
  }

  @Test
  void proxy_isAskedForTheWholeUrl() throws Exception {
    server.at(
        "/",
        exchange -> {
          server.note(exchange.getRequestURI().toString());
          TestServer.answer(exchange, 200, "by proxy".getBytes(UTF_8));
        });
    URI url = URI.create("http://profiles.invalid/x");
    ClientSettings settings =
        ClientSettings.builder(url).proxy(ProxyRules.always(server.url("/"))).build();
    assertThat(new String(fetcher(settings).get(url, LONG).body(), UTF_8)).isEqualTo("by proxy");
    assertThat(server.notes()).singleElement().asString().contains("/x");
  }

  private Listener tlsListener(TestIdentity identity, @Nullable Path clientCa) throws Exception {
    Listener listener =
        stack.open(
            ListenerSettings.builder("tls", ListenAddress.loopback(0))
                .route(Route.get("/x", request -> Response.text(200, "in")))
                .tls(ServerTls.ofFiles(identity.certificate(), identity.key(), clientCa))
                .build());
    open.add(0, listener);
    return listener;
  }

  private static ClientTls tls(
      Path ca,
      @Nullable Identity identity,
      @Nullable String name,
      ClientTls.Verification verification) {
    return new ClientTls(
        new Trust(Pem.ofFile(ca), Trust.Authorities.NAMED),
        identity,
        name,
        verification,
        TlsRules.DEFAULT,
        Duration.ZERO);
  }

  @Test
  void tls_trustsWhatIsNamed_showsItsCertificate_andReadsChangedFiles() throws Exception {
    TestIdentity first = TestIdentity.make(directory, "first");
    TestIdentity own = TestIdentity.make(directory, "own");
    Listener listener = tlsListener(first, own.certificate());
    URI url = URI.create("https://" + listener.address() + "/x");
    Path ca = Files.copy(own.certificate(), directory.resolve("ca.pem"));
    Identity identity = new Identity(Pem.ofFile(own.certificate()), Pem.ofFile(own.key()));
    ClientSettings settings =
        ClientSettings.builder(url)
            .tls(tls(ca, identity, null, ClientTls.Verification.FULL))
            .build();
    HttpFetcher fetcher = fetcher(settings);
    assertThat(catchThrowableOfType(FetchException.class, () -> fetcher.get(url, LONG)).kind())
        .isEqualTo(FetchException.Kind.CONNECTION);
    Files.copy(first.certificate(), ca, StandardCopyOption.REPLACE_EXISTING);
    assertThat(fetcher.get(url, LONG).status()).isEqualTo(200);
    ClientSettings stranger =
        ClientSettings.builder(url).tls(tls(ca, null, null, ClientTls.Verification.FULL)).build();
    assertThat(failure(stranger, url, LONG).kind()).isEqualTo(FetchException.Kind.CONNECTION);
  }

  @Test
  void serverName_isWhatTheCertificateMustSay_unlessNobodyLooks() throws Exception {
    TestIdentity identity = TestIdentity.make(directory, "server");
    Listener listener = tlsListener(identity, null);
    URI url = URI.create("https://" + listener.address() + "/x");
    Path ca = identity.certificate();
    ClientSettings.Builder client = ClientSettings.builder(url);
    client.tls(tls(ca, null, "localhost", ClientTls.Verification.FULL));
    assertThat(fetcher(client.build()).get(url, LONG).status()).isEqualTo(200);
    client.tls(tls(ca, null, "elsewhere.example", ClientTls.Verification.FULL));
    assertThat(failure(client.build(), url, LONG)).isNotNull();
    client.tls(tls(ca, null, "elsewhere.example", ClientTls.Verification.NONE));
    assertThat(fetcher(client.build()).get(url, LONG).status()).isEqualTo(200);
  }

  @Test
  void texts_showNoSecrets() {
    URI url = URI.create("https://user:word@host:1/p?token=secret&seconds=5&x");
    assertThat(MaskedUrl.of(url)).isEqualTo("https://host:1/p?token=REDACTED&seconds=5&x");
    ClientSettings settings =
        ClientSettings.builder(url).headers(Map.of("X-Key", "secret")).build();
    assertThat(settings.toString()).doesNotContain("secret").doesNotContain("word");
  }
}
