package dev.plumbline.listen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that takes longer than the end of everything has no word left to say. */
class StackEndTest {
  private static final List<String> PATHS = List.of("/answer", "/stream", "/fault");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final CountDownLatch areHandled = new CountDownLatch(PATHS.size());
  private final CountDownLatch isOver = new CountDownLatch(1);
  private final List<Thread> workers = new CopyOnWriteArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          said.add(record.getMessage() + " " + record.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(log);
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void listenNoMore() {
    Logger.getLogger("").removeHandler(log);
    System.setErr(err);
    isOver.countDown();
    stack.close();
  }

  @Test
  void whatIsHandledPastTheEnd_isGivenUpInSilence() throws Exception {
    Listener listener = stack.open(settings());
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (String path : PATHS) {
      URI uri = URI.create("http://" + listener.address() + path);
      answers.add(
          client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray()));
    }
    areHandled.await();
    stack.close();
    isOver.countDown();
    for (Thread worker : workers) {
      worker.join(PATIENCE.toMillis());
      assertThat(worker.isAlive()).isFalse();
    }
    assertThat(answers).allSatisfy(answer -> assertThat(answer).failsWithin(PATIENCE));
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("Exception");
    assertThat(said).noneMatch(line -> line.contains("/fault") || line.contains("Rejected"));
  }

  private ListenerSettings settings() {
    return ListenerSettings.builder("test", ListenAddress.loopback(0))
        .route(
            Route.get(
                "/answer",
                request -> {
                  takeLong();
                  return Response.empty(204);
                }))
        .route(
            Route.get(
                "/stream",
                request ->
                    Response.streamed(
                        200,
                        "text/plain",
                        out -> {
                          takeLong();
                          out.write(new byte[200_000]);
                        })))
        .route(
            Route.get(
                "/fault",
                request -> {
                  takeLong();
                  throw new IOException("the store is closed");
                }))
        .build();
  }

  /** As a query in native code does, it heeds no interrupt. */
  private void takeLong() {
    workers.add(Thread.currentThread());
    areHandled.countDown();
    boolean isInterrupted = false;
    while (isOver.getCount() > 0) {
      try {
        isOver.await();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
