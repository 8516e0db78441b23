package dev.plumbline.listen.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that connects and does not speak must not keep its connection. */
class SilentConnectionTest {
  private static final Duration SOON = Duration.ofMillis(200);
  private static final int LONG_MILLIS = 60_000;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});

  @AfterEach
  void close() {
    stack.close();
  }

  private Listener open(Duration head, Duration idle) throws ListenException {
    return stack.open(
        ListenerSettings.builder("test", ListenAddress.loopback(0))
            .route(Route.get("/x", request -> Response.text(200, "in")))
            .rules(
                new ConnectionRules(
                    head, Duration.ZERO, Duration.ZERO, idle, ConnectionRules.Reuse.KEPT))
            .build());
  }

  private static Socket connect(Listener listener) throws IOException {
    Socket socket = new Socket("127.0.0.1", listener.address().port());
    socket.setSoTimeout(LONG_MILLIS);
    return socket;
  }

  @Test
  void head_boundsAConnectionThatSaysNothing() throws Exception {
    try (Socket socket = connect(open(SOON, Duration.ZERO))) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void idle_boundsAConnectionThatSaysNothing() throws Exception {
    try (Socket socket = connect(open(Duration.ZERO, SOON))) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** By its first bytes it may become one of HTTP/2. */
  @ParameterizedTest
  @ValueSource(strings = {"P", "PRI * HTTP/2.0\r\n", "G", "GET / HTTP/1.1\r\n"})
  void head_boundsAConnectionThatStops(String begun) throws Exception {
    try (Socket socket = connect(open(SOON, Duration.ZERO))) {
      socket.getOutputStream().write(begun.getBytes(US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }
}
