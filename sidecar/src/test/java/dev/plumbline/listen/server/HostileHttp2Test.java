package dev.plumbline.listen.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Frames of HTTP/2 that ask for much and cost their sender little: the connection is closed, or
 * bears it, and others are served as before.
 */
class HostileHttp2Test {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int END_HEADERS = 4;
  private static final int PATIENCE_MILLIS = 60_000;

  /** By the static table: POST, http, and {@code :path: /in}. */
  private static final byte[] HEAD = {(byte) 0x83, (byte) 0x86, 0x04, 3, '/', 'i', 'n'};

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private Listener listener;

  @BeforeEach
  void open() throws Exception {
    listener =
        stack.open(
            ListenerSettings.builder("test", ListenAddress.loopback(0))
                .route(Route.post("/in", 1_000, request -> Response.empty(204)))
                .route(Route.get("/", request -> Response.text(200, "well")))
                .build());
  }

  @AfterEach
  void close() {
    listener.close();
    stack.close();
  }

  /** What a sender of frames does. */
  @FunctionalInterface
  private interface Attack {
    void on(OutputStream out) throws IOException;
  }

  /**
   * Does it, and reads on until the server closes the connection. Afterwards the listener answers,
   * and holds nothing of it.
   */
  private void assertClosed(Attack attack) throws Exception {
    try (Socket socket = connect()) {
      OutputStream out = new BufferedOutputStream(socket.getOutputStream());
      attack.on(out);
      out.flush();
      while (socket.getInputStream().read() >= 0) {
        continue;
      }
    } catch (SocketTimeoutException open) {
      throw new AssertionError("the connection is still open", open);
    } catch (IOException closedWhileWeSent) {
      // as expected
    }
    assertServes();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", listener.address().port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(socket.getOutputStream(), SETTINGS, 0, 0, new byte[0]);
    return socket;
  }

  private void assertServes() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + "/"))
            .timeout(Duration.ofMillis(PATIENCE_MILLIS))
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
        .isEqualTo("well\n");
    assertThat(stack.inFlightBytes()).isZero();
  }

  private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.write(
        new byte[] {
          (byte) (payload.length >> 16),
          (byte) (payload.length >> 8),
          (byte) payload.length,
          (byte) type,
          (byte) flags,
          (byte) (stream >> 24),
          (byte) (stream >> 16),
          (byte) (stream >> 8),
          (byte) stream
        });
    out.write(payload);
  }

  /** A header field that is not put into the table: {@code a: a…}. */
  private static byte[] field(int length) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {0, 1, 'a'});
    out.write(127);
    int rest = length - 127;
    while (rest >= 128) {
      out.write(rest & 127 | 128);
      rest >>= 7;
    }
    out.write(rest);
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) 'a');
    out.write(value);
    return out.toByteArray();
  }

  @Test
  void headersWithoutAnEnd_areBrokenOff() throws Exception {
    assertClosed(
        out -> {
          frame(out, HEADERS, 0, 1, HEAD);
          byte[] more = field(8_000);
          for (int i = 0; i < 10_000; i++) {
            frame(out, CONTINUATION, 0, 1, more);
          }
        });
  }

  /** A frame of nothing costs nine bytes, and there is no end of them. */
  @Test
  void emptyContinuations_areBrokenOff() throws Exception {
    assertClosed(
        out -> {
          frame(out, HEADERS, 0, 1, HEAD);
          for (int i = 0; i < 1_000_000; i++) {
            frame(out, CONTINUATION, 0, 1, new byte[0]);
          }
        });
  }

  @Test
  void requestsThatAreTakenBackAtOnce_areBrokenOff() throws Exception {
    assertClosed(
        out -> {
          for (int stream = 1; stream < 200_000; stream += 2) {
            frame(out, HEADERS, END_HEADERS, stream, HEAD);
            frame(out, RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
          }
        });
  }

  /** Answers that nobody reads. */
  @Test
  void pingsAndSettingsWithoutEnd_areBrokenOff() throws Exception {
    for (int type : new int[] {PING, SETTINGS}) {
      byte[] payload = new byte[type == PING ? 8 : 0];
      try (Socket socket = connect()) {
        OutputStream out = new BufferedOutputStream(socket.getOutputStream());
        for (int i = 0; i < 5_000_000; i++) {
          frame(out, type, 0, 0, payload);
        }
        throw new AssertionError("the connection is still open");
      } catch (IOException closed) {
        assertServes();
      }
    }
  }

  @Test
  void framesThatBreakTheRules_endTheConnection() throws Exception {
    assertClosed(out -> frame(out, DATA, 0, 1, new byte[1]));
    assertClosed(out -> frame(out, SETTINGS, 0, 0, new byte[5]));
    assertClosed(out -> frame(out, WINDOW_UPDATE, 0, 0, new byte[] {0x7f, -1, -1, -1}));
    assertClosed(out -> frame(out, HEADERS, END_HEADERS, 2, HEAD));
    assertClosed(out -> out.write(new byte[] {-1, -1, -1, DATA, 0, 0, 0, 0, 1}));
    assertClosed(out -> frame(out, HEADERS, END_HEADERS, 1, new byte[] {-1, -1, -1, -1, -1, -1}));
  }
}
