package dev.plumbline.listen.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.ServerTls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that shuts its sending side down after its request, as {@code nc -N} and many scripts
 * do, waits for the answer.
 */
@Timeout(60)
class HalfClosedTest {
  private static final String GET = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final int LONG_MILLIS = 60_000;

  @TempDir Path directory;

  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final ServerStack stack =
      new ServerStack((listener, path, status, reason) -> refused.add(status + " " + reason));
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void close() {
    released.countDown();
    stack.close();
  }

  private ListenerSettings.Builder settings() {
    return ListenerSettings.builder("test", ListenAddress.loopback(0))
        .route(Route.get("/x", request -> Response.text(200, "in")))
        .route(
            Route.get(
                "/late",
                request -> {
                  released.await();
                  return Response.text(200, "late");
                }))
        .route(
            Route.get(
                "/long",
                request ->
                    Response.streamed(200, "text/plain", out -> out.write(new byte[4 << 20]))))
        .route(
            Route.post(
                "/body", 1 << 20, request -> Response.text(200, "" + request.body().length)));
  }

  private Socket connect() throws Exception {
    Socket socket = new Socket("127.0.0.1", stack.open(settings().build()).address().port());
    socket.setSoTimeout(LONG_MILLIS);
    return socket;
  }

  private static void say(Socket socket, String words) throws IOException {
    socket.getOutputStream().write(words.getBytes(US_ASCII));
    socket.shutdownOutput();
  }

  private static String all(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  @Test
  void answer_comesAfterTheLastWord() throws Exception {
    try (Socket socket = connect()) {
      say(socket, GET);

      assertThat(all(socket)).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\nin\n");
    }
  }

  @Test
  void answerThatTakesLong_isWaitedFor() throws Exception {
    try (Socket socket = connect()) {
      say(socket, GET.replace("/x", "/late"));
      socket.setSoTimeout(300);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      socket.setSoTimeout(LONG_MILLIS);
      released.countDown();

      assertThat(all(socket)).endsWith("late\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1", "HTTP/1.0"})
  void streamedAnswer_isWhole(String version) throws Exception {
    try (Socket socket = connect()) {
      say(socket, "GET /long " + version + "\r\nHost: h\r\n\r\n");

      assertThat(all(socket).length()).isGreaterThan(4 << 20);
    }
  }

  @Test
  void eachOfSeveralRequests_isAnswered() throws Exception {
    try (Socket socket = connect()) {
      say(socket, GET + GET + GET);

      assertThat(all(socket).split("HTTP/1.1 200 OK", -1)).hasSize(4);
    }
  }

  @Test
  void body_isTakenAndAnswered() throws Exception {
    try (Socket socket = connect()) {
      say(
          socket,
          "POST /body HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello");

      assertThat(all(socket)).contains("100 Continue").endsWith("\r\n\r\n5\n");
    }
  }

  @Test
  void bodyThatIsBrokenOff_endsTheConnectionAndIsCounted() throws Exception {
    try (Socket socket = connect()) {
      say(socket, "POST /body HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe");

      assertThat(all(socket)).isEmpty();
    }
    while (refused.isEmpty()) { // it is counted when the connection has ended
      Thread.sleep(5);
    }
    assertThat(refused).containsExactly("400 broken_off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "GET /x HTTP/1.1\r\nHo", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"})
  void connectionThatWaitsForNothing_isClosed(String begun) throws Exception {
    try (Socket socket = connect()) {
      say(socket, begun);

      assertThat(all(socket)).doesNotContain("200 OK");
    }
  }

  @Test
  void idleConnection_isClosed() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(GET.getBytes(US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      socket.shutdownOutput();

      assertThat(all(socket)).endsWith("in\n");
    }
  }

  @Test
  void unixSocket_isTheSame() throws Exception {
    Path path = directory.resolve("s");
    stack.open(
        ListenerSettings.builder("test", ListenAddress.unix(path))
            .route(Route.get("/x", request -> Response.text(200, "in")))
            .build());
    try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      socket.write(ByteBuffer.wrap(GET.getBytes(US_ASCII)));
      socket.shutdownOutput();

      assertThat(new String(Channels.newInputStream(socket).readAllBytes(), US_ASCII))
          .endsWith("\r\n\r\nin\n");
    }
  }

  /** Its close_notify is the last word; the JDK's client of TLS 1.2 reads nothing after its own. */
  @Test
  void tls_isTheSame() throws Exception {
    TestIdentity identity = TestIdentity.make(directory, "server");
    ServerTls tls = ServerTls.ofFiles(identity.certificate(), identity.key(), null);
    int port = stack.open(settings().tls(tls).build()).address().port();
    try (SSLSocket socket =
        (SSLSocket) identity.trusted().getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(LONG_MILLIS);
      say(socket, GET);

      assertThat(all(socket)).endsWith("\r\n\r\nin\n");
    }
  }

  /** As of a program that shuts the socket down below its TLS. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void socketBelowTls_isTheSame(String protocol) throws Exception {
    TestIdentity identity = TestIdentity.make(directory, "server");
    ServerTls tls = ServerTls.ofFiles(identity.certificate(), identity.key(), null);
    int port = stack.open(settings().tls(tls).build()).address().port();
    try (Socket below = new Socket("127.0.0.1", port);
        SSLSocket socket =
            (SSLSocket)
                identity
                    .trusted()
                    .getSocketFactory()
                    .createSocket(below, "127.0.0.1", port, true)) {
      socket.setSoTimeout(LONG_MILLIS);
      socket.setEnabledProtocols(new String[] {protocol});
      socket.getOutputStream().write(GET.getBytes(US_ASCII));
      below.shutdownOutput();

      assertThat(all(socket)).endsWith("\r\n\r\nin\n");
    }
  }
}
