package dev.plumbline.serve.health;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.listen.server.TestIdentity;
import dev.plumbline.metric.MetricsHandler;
import dev.plumbline.serve.config.IngestionKeySources;
import dev.plumbline.serve.config.ReceiverKind;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.listener.Refusals;
import dev.plumbline.serve.route.Router;
import dev.plumbline.serve.source.Receivers;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.Pem;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with which no connection of TLS comes about are counted, shown and told of. */
@Timeout(60)
class HandshakeTroubleTest {
  private static final long NOW = 1_764_400_000_000L;
  private static final String NAME = "otlp/http";

  @TempDir Path directory;

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          told.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final Logger logger = Logger.getLogger(Refusals.class.getName());
  private final Refusals refusals =
      new Refusals(Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
  private final ServerStack stack = new ServerStack(refusals);

  @BeforeEach
  void listen() {
    logger.addHandler(log);
  }

  @AfterEach
  void close() {
    logger.removeHandler(log);
    stack.close();
  }

  private Listener open(Set<String> protocols) throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity known = TestIdentity.make(directory, "known");
    Identity identity = new Identity(Pem.ofFile(server.certificate()), Pem.ofFile(server.key()));
    Trust clients = new Trust(Pem.ofFile(known.certificate()), Trust.Authorities.NAMED);
    return stack.open(
        ListenerSettings.builder(NAME, ListenAddress.loopback(0))
            .route(Route.get("/x", request -> Response.text(200, "in")))
            .tls(new ServerTls(identity, clients, new TlsRules(protocols, List.of(), List.of())))
            .build());
  }

  /** To the end of what the server says. */
  private static void connect(Listener listener, SSLContext context, String protocol)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket("127.0.0.1", listener.address().port())) {
      socket.setEnabledProtocols(new String[] {protocol});
      socket.startHandshake();
      socket.getInputStream().readAllBytes();
    } catch (IOException expected) {
      // What it is, is seen at the server.
    }
  }

  private void speak(Listener listener, String words) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", listener.address().port())) {
      socket.getOutputStream().write(words.getBytes(US_ASCII));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (IOException expected) {
      // Bytes that it did not want to read.
    }
  }

  private Row row(Listener listener, long now) {
    ReceiverSettings receiver =
        new ReceiverSettings(
            NAME,
            ReceiverKind.OTLP_HTTP,
            new ReceiverSettings.Endpoint(
                listener.address(),
                null,
                ReceiverSettings.Origin.CONFIGURED,
                IngestionKeySources.NONE),
            null);
    Health.Listening listening =
        new Health.Listening(
            List.of(new Listeners.Open(listener, List.of(receiver))),
            List.of(),
            refusals,
            new Receivers(new Router(), "test"));
    return ReceiverRows.of(listening, now).get(0);
  }

  private void awaitCount(String reason) throws InterruptedException {
    while (refusals.of(NAME).isEmpty()) {
      Thread.sleep(5);
    }
    assertThat(refusals.of(NAME)).containsOnlyKeys("tls_" + reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void clientWithoutACertificate_isCounted_shownAndTold(String protocol) throws Exception {
    Listener listener = open(Set.of(protocol));
    connect(listener, TestIdentity.make(directory, "server").trusted(), protocol);
    awaitCount("certificate");
    connect(listener, TestIdentity.make(directory, "server").trusted(), protocol);
    while (refusals.of(NAME).get("tls_certificate") < 2) {
      Thread.sleep(5);
    }

    Row row = row(listener, NOW);
    assertThat(row.condition()).isEqualTo(Condition.WARNING);
    assertThat(row.text())
        .startsWith(
            "no TLS connection with 127.0.0.1: its certificate is missing, or none that we"
                + " accept: ");
    assertThat(row(listener, NOW + ReceiverRows.REFUSAL_SHOWN.toMillis() + 1).condition())
        .isEqualTo(Condition.OK);
    assertThat(told).as("one line a minute").containsExactly(NAME + ": " + row.text());
    assertThat(metrics())
        .contains(
            "plumbline_listen_handshakes_failed_total{listener=\"otlp/http\","
                + "reason=\"certificate\"} 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void clientThatWeDoNotTrust_isCounted(String protocol) throws Exception {
    TestIdentity stranger = TestIdentity.make(directory, "stranger");
    connect(
        open(Set.of(protocol)),
        stranger.clientTrusting(TestIdentity.make(directory, "server")),
        protocol);
    awaitCount("certificate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void clientThatDoesNotTrustUs_isCounted(String protocol) throws Exception {
    TestIdentity stranger = TestIdentity.make(directory, "stranger");
    connect(open(Set.of(protocol)), stranger.trusted(), protocol);
    awaitCount("distrusted");
  }

  @Test
  void clientOfAnotherVersion_isCounted() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    connect(open(Set.of("TLSv1.3")), server.trusted(), "TLSv1.2");
    awaitCount("nothing_in_common");
  }

  @Test
  void clientWithoutTls_isCounted() throws Exception {
    speak(open(Set.of("TLSv1.3")), "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    awaitCount("plaintext");
  }

  @Test
  void clientThatBreaksOff_isCounted() throws Exception {
    speak(open(Set.of("TLSv1.3")), "\u0016\u0003\u0001");
    awaitCount("broken_off");
  }

  @Test
  void lookWhetherAnybodyListens_isNoTrouble() throws Exception {
    Listener listener = open(Set.of("TLSv1.3"));
    speak(listener, "");
    TestIdentity known = TestIdentity.make(directory, "known");
    SSLContext context = known.clientTrusting(TestIdentity.make(directory, "server"));
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket("127.0.0.1", listener.address().port())) {
      socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
      socket.getOutputStream().write("GET /x HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).endsWith("in\n");
    }
    assertThat(refusals.of(NAME)).isEmpty();
    assertThat(row(listener, NOW).condition()).isEqualTo(Condition.OK);
  }

  private String metrics() throws Exception {
    Request request = new Request("GET", "/metrics", Map.of(), Map.of(), "", new byte[0]);
    Response answer = MetricsHandler.route(List.of(refusals)).handler().handle(request);
    return new String(answer.body(), UTF_8);
  }
}
