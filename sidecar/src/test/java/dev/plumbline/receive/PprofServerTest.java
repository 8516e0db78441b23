package dev.plumbline.receive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.extension.BearerTokenAuth;
import dev.plumbline.extension.Secret;
import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.Cors;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Scope;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/pprof} with the options of its server, over real connections. */
class PprofServerTest {
  private static final byte[] TEXT = "goroutine profile: total 5\n5 @ 0x10 0x20\n".getBytes(UTF_8);

  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final List<Profile> taken = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    stack.close();
  }

  private Listener open(ListenAddress address, ServerOptions options) throws Exception {
    ProfileIntake intake =
        profiles -> {
          taken.addAll(profiles.window().profiles());
          return true;
        };
    ReceiverCounts counts = new ReceiverCounts("test", Clock.systemUTC());
    ListenerSettings.Builder settings =
        ListenerSettings.builder("test", address)
            .route(
                new PprofServerReceiver(
                        intake, counts, Scope.of("t", "1"), 1_000, options, Clock.systemUTC())
                    .route());
    if (options.rules() != null) {
      settings.rules(options.rules());
    }
    return stack.open(settings.build());
  }

  private Listener open(ServerOptions options) throws Exception {
    return open(ListenAddress.loopback(0), options);
  }

  private static HttpResponse<String> send(
      Listener listener, String query, String method, byte[] body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + "/v1/pprof" + query))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }

  private static ServerOptions guarded(@Nullable Cors cors) {
    return new ServerOptions(
        null,
        new BearerTokenAuth(
            "bearertokenauth", "Bearer", "Authorization", List.of(Secret.of("t")), null),
        List.of("authorization"),
        cors,
        ServerOptions.Metadata.LEFT_OUT,
        Map.of("X-Own", "yes"),
        Set.of("", "gzip"));
  }

  @Test
  void oldText_isTaken() throws Exception {
    Listener listener = open(ServerOptions.DEFAULT);
    assertThat(send(listener, "", "POST", TEXT).statusCode()).isEqualTo(204);
    assertThat(taken)
        .singleElement()
        .satisfies(each -> assertThat(each.samples().get(0).value()).isEqualTo(5));
    assertThat(send(listener, "", "POST", "goroutine profile: total 5\n".getBytes(UTF_8)))
        .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(400));
    assertThat(send(listener, "", "GET", new byte[0]).statusCode()).isEqualTo(405);
    assertThat(send(listener, "", "POST", new byte[1_001]).statusCode()).isEqualTo(413);
  }

  /** As Go writes them where waits are not counted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--- contention:\ncycles/second=2445429915\n",
        "--- mutex:\ncycles/second=2445429915\nsampling period=0\n",
        "goroutine profile: total 0\n",
        "heap profile: 0: 0 [0: 0] @ heap/1048576\n\n# runtime.MemStats\n# Alloc = 1\n"
      })
  void oldTextOfNothing_isTakenAsEmpty(String text) throws Exception {
    HttpResponse<String> answer =
        send(open(ServerOptions.DEFAULT), "", "POST", text.getBytes(UTF_8));
    assertThat(answer.body()).isEmpty();
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(taken).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html><body>404</body></html> | HTML or XML (\"<html><body>404",
        "{\"a\":1} | JSON",
        "[object FormData] | JSON (\"[object FormData]\")",
        "Not found | text (\"Not found\")",
        "goroutine profile: total 5 | pprof count text: has no samples",
      })
  void whatIsNoProfile_isToldByItsLook(String body, String words) throws Exception {
    HttpResponse<String> answer =
        send(open(ServerOptions.DEFAULT), "", "POST", body.getBytes(UTF_8));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(words).hasLineCount(1);
  }

  @Test
  void recording_isToldByItsLook() throws Exception {
    HttpResponse<String> answer =
        send(open(ServerOptions.DEFAULT), "", "POST", new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 0});
    assertThat(answer.body()).contains("JFR recording", "plumbline convert");
  }

  @ParameterizedTest
  @CsvSource({
    "label=plain, 'label is \"plain\", expected KEY:VALUE'",
    "from=yesterday, 'from is \"yesterday\", expected a time'",
  })
  void queryThatCannotBeRead_isQuoted(String query, String words) throws Exception {
    HttpResponse<String> answer = send(open(ServerOptions.DEFAULT), "?" + query, "POST", TEXT);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({
    "from=1767225600&until=1767225610, 2026-01-01T00:00:00Z, 10",
    "from=1767225600000&until=2026-01-01T00:00:30Z, 2026-01-01T00:00:00Z, 30",
    "from=1767225600000000&until=1767225601000000000, 2026-01-01T00:00:00Z, 1",
  })
  void fromAndUntil_areTheWindow(String query, Instant start, int seconds) throws Exception {
    assertThat(send(open(ServerOptions.DEFAULT), "?" + query, "POST", TEXT).statusCode())
        .isEqualTo(204);
    assertThat(taken.get(0).startUnixNanos()).isEqualTo(start.getEpochSecond() * 1_000_000_000L);
    assertThat(taken.get(0).durationNanos()).isEqualTo(seconds * 1_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"from=yesterday", "from=1767225610&until=1767225600", "until=1e9"})
  void timesThatAreNone_areRefused(String query) throws Exception {
    assertThat(send(open(ServerOptions.DEFAULT), "?" + query, "POST", TEXT).statusCode())
        .isEqualTo(400);
    assertThat(taken).isEmpty();
  }

  @Test
  void auth_isAskedFor_alsoInTheQuery_andAnswersHaveTheHeaders() throws Exception {
    Listener listener = open(guarded(null));
    HttpResponse<String> refused = send(listener, "", "POST", TEXT);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("www-authenticate")).hasValue("Bearer");
    assertThat(refused.headers().firstValue("x-own")).hasValue("yes");
    assertThat(send(listener, "", "POST", TEXT, "Authorization", "Bearer t").statusCode())
        .isEqualTo(204);
    assertThat(send(listener, "?authorization=Bearer%20t", "POST", TEXT).statusCode())
        .isEqualTo(204);
  }

  @Test
  void encoding_thatIsSwitchedOff_isRefused() throws Exception {
    String[] headers = {"Authorization", "Bearer t", "Content-Encoding", "zstd"};
    HttpResponse<String> refused = send(open(guarded(null)), "", "POST", TEXT, headers);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("unsupported Content-Encoding \"zstd\"");
  }

  @Test
  void preflight_isAnswered_toOriginsThatMay() throws Exception {
    Cors cors =
        new Cors(
            List.of("https://*.example"), List.of("X-A"), List.of("X-Own"), Duration.ofMinutes(1));
    Listener listener = open(guarded(cors));
    String[] question = {
      "Origin", "https://page.example",
      "Access-Control-Request-Method", "POST",
      "Access-Control-Request-Headers", "x-a, content-type"
    };
    HttpResponse<String> answer = send(listener, "", "OPTIONS", new byte[0], question);
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().map())
        .containsEntry("access-control-allow-origin", List.of("https://page.example"))
        .containsEntry("access-control-allow-methods", List.of("POST"))
        .containsEntry("access-control-allow-headers", List.of("x-a, content-type"))
        .containsEntry("access-control-max-age", List.of("60"))
        .containsEntry("vary", List.of("Origin"));
    question[1] = "https://elsewhere.test";
    assertThat(send(listener, "", "OPTIONS", new byte[0], question).headers().map())
        .doesNotContainKey("access-control-allow-origin")
        .doesNotContainKey("access-control-allow-methods");
    HttpResponse<String> taken =
        send(
            listener,
            "",
            "POST",
            TEXT,
            "Origin",
            "https://page.example",
            "Authorization",
            "Bearer t");
    assertThat(taken.headers().map())
        .containsEntry("access-control-allow-origin", List.of("https://page.example"))
        .containsEntry("access-control-expose-headers", List.of("X-Own"));
  }

  private static ServerOptions with(ConnectionRules rules) {
    return new ServerOptions(
        rules,
        null,
        List.of(),
        null,
        ServerOptions.Metadata.LEFT_OUT,
        Map.of(),
        ServerOptions.ALL_ENCODINGS);
  }

  /** What the server says until it closes; it closes since it is done with us. */
  private static String untilClosed(Listener listener, String request) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", listener.address().port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), US_ASCII);
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void slowSenders_areLeft_andKeepAliveCanBeSwitchedOff() throws Exception {
    Duration soon = Duration.ofMillis(50);
    ConnectionRules.Reuse kept = ConnectionRules.Reuse.KEPT;
    Duration none = Duration.ZERO;
    Listener body = open(with(new ConnectionRules(none, soon, none, none, kept)));
    String begun = "POST /v1/pprof HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx";
    assertThat(untilClosed(body, begun)).isEmpty();
    Listener write = open(with(new ConnectionRules(none, none, soon, none, kept)));
    assertThat(untilClosed(write, begun)).isEmpty();
    Listener once =
        open(with(new ConnectionRules(none, none, none, none, ConnectionRules.Reuse.CLOSED)));
    String whole =
        "POST /v1/pprof HTTP/1.1\r\nHost: a\r\nContent-Length: "
            + TEXT.length
            + "\r\n\r\n"
            + new String(TEXT, US_ASCII);
    assertThat(untilClosed(once, whole)).startsWith("HTTP/1.1 204").contains("connection: close");
  }

  /** Bytes that come now and then keep a connection from being idle, and not the server waiting. */
  @Test
  void slowHead_isLeft_alsoBehindAnAnswer() throws Exception {
    Duration soon = Duration.ofMillis(200);
    Duration none = Duration.ZERO;
    ConnectionRules rules = new ConnectionRules(soon, none, none, soon, ConnectionRules.Reuse.KEPT);
    Listener listener = open(with(rules));
    String head = "POST /v1/pprof HTTP/1.1\r\nHost: a\r\n";
    String whole = head + "Content-Length: 4\r\n\r\nnone";
    assertThat(dripping(listener, "")).isEmpty();
    assertThat(dripping(listener, whole)).startsWith("HTTP/1.1 400").containsOnlyOnce("HTTP/1.1");
  }

  /**
   * What the server says until it closes, while another head comes line by line, without an end.
   */
  private static String dripping(Listener listener, String request) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (Socket socket = new Socket("127.0.0.1", listener.address().port())) {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      socket.setSoTimeout(50);
      String line = "POST /v1/pprof HTTP/1.1\r\n";
      byte[] some = new byte[1_000];
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (System.nanoTime() < end) {
        try {
          int length = socket.getInputStream().read(some);
          if (length < 0) {
            return said.toString(US_ASCII);
          }
          said.write(some, 0, length);
        } catch (SocketTimeoutException goesOn) {
          socket.getOutputStream().write(line.getBytes(US_ASCII));
          line = "A: b\r\n";
        }
      }
      throw new AssertionError("the connection is still open");
    } catch (SocketException reset) {
      return said.toString(US_ASCII);
    }
  }

  @Test
  void headersOfARequest_areAttributes_whereTheyAreAskedFor() throws Exception {
    ServerOptions options =
        new ServerOptions(
            null,
            new BearerTokenAuth("bearertokenauth", "", "X-Key", List.of(Secret.of("t")), null),
            List.of(),
            null,
            ServerOptions.Metadata.KEPT,
            Map.of(),
            ServerOptions.ALL_ENCODINGS);
    String[] headers = {"X-Key", "t", "X-Tenant", "blue", "Cookie", "a=b", "Traceparent", "00-1"};
    assertThat(send(open(options), "?service=shop", "POST", TEXT, headers).statusCode())
        .isEqualTo(204);
    Attributes attributes = taken.get(0).resource().attributes();
    assertThat(attributes.string("http.request.header.x-tenant")).isEqualTo("blue");
    assertThat(attributes.string("service.name")).isEqualTo("shop");
    assertThat(attributes.toString())
        .doesNotContain("x-key")
        .doesNotContain("cookie")
        .doesNotContain("content-length")
        .doesNotContain("traceparent");
    String[] many = {"X-Key", "t", "X-Tenant", "b".repeat(1_100)};
    assertThat(send(open(options), "", "POST", TEXT, many).statusCode()).isEqualTo(400);
    assertThat(send(open(ServerOptions.DEFAULT), "", "POST", TEXT, headers).statusCode())
        .isEqualTo(204);
    assertThat(taken.get(1).resource().attributes().string("http.request.header.x-tenant"))
        .isNull();
  }

  @Test
  void unixSocket_isServed_overAStaleOne_andGoesWithTheListener() throws Exception {
    Path socket = directory.resolve("p.sock");
    try (ServerSocketChannel stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      stale.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
    Listener listener = open(ListenAddress.unix(socket), ServerOptions.DEFAULT);
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      String whole =
          "POST /v1/pprof HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: "
              + TEXT.length
              + "\r\n\r\n"
              + new String(TEXT, US_ASCII);
      client.write(ByteBuffer.wrap(whole.getBytes(US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(1_000);
      assertThat(client.read(answer)).isPositive();
      assertThat(new String(answer.array(), US_ASCII)).startsWith("HTTP/1.1 204");
    }
    listener.close();
    assertThat(Files.exists(socket)).isFalse();
  }
}
