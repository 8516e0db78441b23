package dev.plumbline.listen.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.guard.BearerGuard;
import dev.plumbline.listen.guard.SameSiteGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListenerTest {
  private static final int MAX_BODY = 1_000;

  private final List<String> refusals = new CopyOnWriteArrayList<>();
  private final ServerStack stack =
      new ServerStack(
          (listener, path, status, reason) -> refusals.add(path + " " + status + " " + reason));

  @AfterEach
  void close() {
    stack.close();
  }

  @ParameterizedTest
  @EnumSource
  void request_reachesItsHandler_andTheAnswerComesBack(HttpClient.Version version)
      throws Exception {
    Listener listener =
        open(
            Route.post(
                "/in",
                MAX_BODY,
                request ->
                    Response.text(
                        202,
                        request.method()
                            + request.parameter("q")
                            + request.query().get("r")
                            + request.mediaType()
                            + new String(request.body(), UTF_8))));
    HttpResponse<String> answer =
        client(version)
            .send(
                HttpRequest.newBuilder(uri(listener, "/in?q=a%20b&r=1&r=2"))
                    .header("Content-Type", "Text/Plain; charset=x")
                    .POST(BodyPublishers.ofString("hello"))
                    .build(),
                BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("POSTa b[1, 2]text/plainhello\n");
    assertThat(answer.version()).isEqualTo(version);
  }

  @Test
  void pathOrMethodThatIsNotServed_is404Or405_andCounted() throws Exception {
    Listener listener = open(Route.post("/in", MAX_BODY, request -> Response.empty(204)));
    assertThat(get(listener, "/other").statusCode()).isEqualTo(404);
    HttpResponse<String> wrongMethod = get(listener, "/in");
    assertThat(wrongMethod.statusCode()).isEqualTo(405);
    assertThat(wrongMethod.body()).isEqualTo("GET is not served here, expected POST\n");
    assertThat(wrongMethod.headers().firstValue("allow")).contains("POST");
    assertThat(refusals).containsExactly("(none) 404 path", "/in 405 method");
  }

  @Test
  void pathThatLeadsElsewhere_isRefused() throws Exception {
    Listener listener = open(Route.getBelow("/", request -> Response.text(200, request.path())));
    assertThat(get(listener, "/a%2e%2e/b").body()).isEqualTo("/a../b\n");
    assertThat(get(listener, "/%2e%2e/etc/passwd").statusCode()).isEqualTo(400);
    assertThat(get(listener, "/a%5cb").statusCode()).isEqualTo(400);
  }

  @Test
  void bodyAboveTheLimit_is413_announcedOrNot() throws Exception {
    Listener listener = open(Route.post("/in", MAX_BODY, request -> Response.empty(204)));
    byte[] large = new byte[MAX_BODY + 1];
    assertThat(post(listener, BodyPublishers.ofByteArray(large)).statusCode()).isEqualTo(413);
    assertThat(
            post(
                    listener,
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[300_000])))
                .statusCode())
        .isEqualTo(413);
    assertThat(post(listener, BodyPublishers.ofByteArray(new byte[MAX_BODY])).statusCode())
        .isEqualTo(204);
    assertThat(refusals).containsExactly("/in 413 body_size", "/in 413 body_size");
    assertThat(stack.inFlightBytes()).isZero();
  }

  private Socket connect(Listener listener) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), listener.address().port());
  }

  @Test
  void bodyThatIsBrokenOff_isCounted_andNoLongerHeld() throws Exception {
    Listener listener = open(Route.post("/in", MAX_BODY, request -> Response.empty(204)));
    try (Socket sender = connect(listener)) {
      sender
          .getOutputStream()
          .write("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf".getBytes(UTF_8));
      while (stack.inFlightBytes() < 4) {
        Thread.onSpinWait();
      }
    }
    while (refusals.isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(refusals).containsExactly("/in 400 broken_off");
    while (stack.inFlightBytes() > 0) {
      Thread.onSpinWait();
    }
  }

  /** Else senders that do not wait could fill the heap with what waits for its turn. */
  @Test
  void bodyThatIsHandled_isHeld_whenItsSenderIsGone() throws Exception {
    Semaphore handled = new Semaphore(0);
    Semaphore mayEnd = new Semaphore(0);
    Listener listener =
        open(
            Route.post(
                "/in",
                MAX_BODY,
                request -> {
                  handled.release();
                  mayEnd.acquire();
                  return Response.empty(204);
                }));
    try (Socket sender = connect(listener)) {
      sender
          .getOutputStream()
          .write("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody".getBytes(UTF_8));
      handled.acquire();
    }
    for (int i = 0; i < 50; i++) {
      get(listener, "/other"); // so that the end of the connection has been seen
      assertThat(stack.inFlightBytes()).isEqualTo(4);
    }
    mayEnd.release();
    while (stack.inFlightBytes() > 0) {
      Thread.onSpinWait();
    }
    assertThat(refusals).doesNotContain("/in 400 broken_off");
  }

  /** It would fill the heap again, however often it came. */
  @Test
  void whatHasNoMemoryAlone_is413() throws Exception {
    Listener listener =
        open(
            Route.post(
                "/in",
                MAX_BODY,
                request -> {
                  throw new OutOfMemoryError("as if");
                }));
    HttpResponse<String> answer = post(listener, BodyPublishers.ofByteArray(new byte[10]));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("10 bytes", "heap");
    assertThat(answer.headers().firstValue("retry-after")).isEmpty();
    assertThat(refusals).containsExactly("/in 413 memory");
    assertThat(stack.inFlightBytes()).isZero();
  }

  @Test
  void whatIsLargerThanItsShareOfTheHeap_is413() throws Exception {
    Listener listener =
        open(
            Route.post(
                "/in",
                MAX_BODY,
                request -> {
                  LargerThanHeapException.check(Runtime.getRuntime().maxMemory() / 5);
                  LargerThanHeapException.check(Runtime.getRuntime().maxMemory() / 5 + 1);
                  return Response.empty(204);
                }));
    HttpResponse<String> answer = post(listener, BodyPublishers.ofByteArray(new byte[10]));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("MiB of memory", "the key memory");
    assertThat(refusals).containsExactly("/in 413 memory");
  }

  @Test
  void whatHasNoMemoryBesideOthers_isHandledAlone() throws Exception {
    Listener listener =
        open(
            Route.post(
                "/in",
                MAX_BODY,
                request -> {
                  if (!request.isAlone()) {
                    throw new OutOfMemoryError("as if");
                  }
                  return Response.empty(204);
                }));
    assertThat(post(listener, BodyPublishers.ofByteArray(new byte[10])).statusCode())
        .isEqualTo(204);
    assertThat(refusals).isEmpty();
  }

  /** It may fit when the others are gone. */
  @Test
  void whatHasNoMemoryWhileOthersHoldMuch_isToComeAgain() throws Exception {
    Listener listener =
        open(
            Route.post(
                "/in",
                8 << 20,
                request -> {
                  throw new OutOfMemoryError("as if");
                }));
    try (Socket large = connect(listener)) {
      OutputStream out = large.getOutputStream();
      out.write("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n".getBytes(UTF_8));
      out.write(new byte[5 << 20]);
      out.flush();
      while (stack.inFlightBytes() < 5 << 20) {
        Thread.onSpinWait();
      }
      HttpResponse<String> answer = post(listener, BodyPublishers.ofByteArray(new byte[10]));
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("retry-after")).isPresent();
    }
    assertThat(refusals).contains("/in 503 memory");
  }

  @Test
  void streamedAnswer_arrivesWhole() throws Exception {
    byte[] piece = new byte[100_000];
    Arrays.fill(piece, (byte) 'x');
    Listener listener =
        open(
            Route.get(
                "/out",
                request ->
                    Response.streamed(
                        200,
                        "application/octet-stream",
                        out -> {
                          for (int i = 0; i < 50; i++) {
                            out.write(piece);
                          }
                        })));
    assertThat(get(listener, "/out").body()).hasSize(50 * piece.length);
  }

  @Test
  void streamThatFails_endsTheAnswerBroken() throws Exception {
    Listener listener =
        open(
            Route.get(
                "/out",
                request ->
                    Response.streamed(
                        200,
                        "text/plain",
                        out -> {
                          out.write(new byte[200_000]);
                          throw new IOException("disk");
                        })));
    assertThat(catchThrowableOfType(IOException.class, () -> get(listener, "/out"))).isNotNull();
  }

  @Test
  void handlerThatThrows_is500_andTellsNothing() throws Exception {
    Listener listener =
        open(
            Route.get(
                "/bad",
                request -> {
                  throw new IllegalStateException("secret");
                }));
    HttpResponse<String> answer = get(listener, "/bad");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).doesNotContain("secret");
    assertThat(refusals).containsExactly("/bad 500 fault");
  }

  @Test
  void refusalOfAHandler_isItsAnswer() throws Exception {
    Listener listener =
        open(
            Route.get(
                "/busy",
                request -> {
                  throw new RefusedException(429, "queue", "later");
                }));
    HttpResponse<String> answer = get(listener, "/busy");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.body()).isEqualTo("later\n");
    assertThat(answer.headers().firstValue("retry-after")).contains("5");
  }

  @Test
  void guard_isAskedBeforeTheBody() throws Exception {
    Listener listener =
        stack.open(
            ListenerSettings.builder("page", ListenAddress.loopback(0))
                .route(Route.get("/x", request -> Response.text(200, "in")))
                .guard(new SameSiteGuard(ListenAddress.loopback(0), Set.of()))
                .guard(new BearerGuard(() -> "t0ken"))
                .header("x-frame-options", "DENY")
                .build());
    HttpResponse<String> without = get(listener, "/x");
    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.headers().firstValue("www-authenticate")).contains("Bearer");
    HttpRequest request =
        HttpRequest.newBuilder(uri(listener, "/x")).header("Authorization", "bearer t0ken").build();
    HttpResponse<String> with =
        client(HttpClient.Version.HTTP_1_1).send(request, BodyHandlers.ofString());
    assertThat(with.body()).isEqualTo("in\n");
    assertThat(with.headers().firstValue("x-frame-options")).contains("DENY");
  }

  @Test
  void takenPort_isToldApart() throws Exception {
    Listener first = open(Route.get("/", request -> Response.empty(204)));
    ListenException refused =
        catchThrowableOfType(
            ListenException.class,
            () -> stack.open(ListenerSettings.builder("second", first.address()).build()));
    assertThat(refused.isTaken()).isTrue();
    assertThat(refused).hasMessageContaining("second").hasMessageContaining("127.0.0.1:");
  }

  @Test
  void closedListener_givesItsPortBack() throws Exception {
    Listener first = open(Route.get("/", request -> Response.empty(204)));
    assertThat(get(first, "/").statusCode()).isEqualTo(204);
    first.close();
    first.close();
    Listener second =
        stack.open(
            ListenerSettings.builder("again", first.address())
                .route(Route.get("/", request -> Response.empty(200)))
                .build());
    assertThat(get(second, "/").statusCode()).isEqualTo(200);
  }

  private Listener open(Route route) throws ListenException {
    return stack.open(
        ListenerSettings.builder("test", ListenAddress.loopback(0)).route(route).build());
  }

  private static URI uri(Listener listener, String path) {
    return URI.create("http://" + listener.address() + path);
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder().version(version).build();
  }

  private static HttpResponse<String> get(Listener listener, String path) throws Exception {
    return client(HttpClient.Version.HTTP_1_1)
        .send(HttpRequest.newBuilder(uri(listener, path)).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(Listener listener, HttpRequest.BodyPublisher body)
      throws Exception {
    return client(HttpClient.Version.HTTP_1_1)
        .send(
            HttpRequest.newBuilder(uri(listener, "/in")).POST(body).build(),
            BodyHandlers.ofString());
  }
}
