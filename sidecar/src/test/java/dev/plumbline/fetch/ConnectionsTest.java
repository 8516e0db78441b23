package dev.plumbline.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fetch.ConnectionSettings.Http2;
import dev.plumbline.fetch.ConnectionSettings.Reuse;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.listen.server.TestIdentity;
import dev.plumbline.tls.TlsRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of connections that wait, and of those whose other end is silent. */
class ConnectionsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Http2 NO_PINGS = new Http2(Http2.Use.OFFERED, Duration.ZERO, Duration.ZERO);

  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    threads.shutdownNow();
    stack.close();
  }

  private <T extends AutoCloseable> T opened(T each) {
    open.add(0, each);
    return each;
  }

  private HttpFetcher fetcher(ClientSettings.Builder settings) {
    return opened(new HttpClients(stack).open(settings.build()));
  }

  private static ConnectionSettings connections(
      int most, int mostIdle, int mostIdlePerHost, Duration idle, Http2 http2) {
    return new ConnectionSettings(Reuse.KEPT, most, mostIdle, mostIdlePerHost, idle, http2, 0, 0);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private void fetchTogether(HttpFetcher fetcher, HeldServer server, int times) throws Exception {
    List<Future<Fetched>> answers = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      answers.add(threads.submit(() -> fetcher.get(server.url(), LONG)));
    }
    for (Future<Fetched> answer : answers) {
      assertThat(answer.get().status()).isEqualTo(200);
    }
  }

  /** The number of connections that wait by these bounds, of four that were needed at once. */
  private int idle(int mostIdle, int mostIdlePerHost) throws Exception {
    HeldServer server = opened(new HeldServer());
    server.together(4);
    ConnectionSettings settings =
        connections(0, mostIdle, mostIdlePerHost, LONG.multipliedBy(10), NO_PINGS);
    HttpFetcher fetcher = fetcher(ClientSettings.builder(server.url()).connections(settings));
    fetchTogether(fetcher, server, 4);
    assertThat(server.opened()).isEqualTo(4);
    int kept = settings.idlePerHost();
    await(() -> server.closed() == 4 - kept);
    // Those that are left are used again, and closed once the client is.
    server.together(1);
    for (int i = 0; i < 3; i++) {
      fetcher.get(server.url(), LONG);
    }
    assertThat(server.opened()).isEqualTo(4);
    fetcher.close();
    await(() -> server.closed() == 4);
    return kept;
  }

  @Test
  void connectionsThatWait_areAsManyAsAreAllowed() throws Exception {
    assertThat(idle(100, 0)).isEqualTo(2);
    assertThat(idle(1, 0)).isEqualTo(1);
    assertThat(idle(100, 3)).isEqualTo(3);
    assertThat(idle(0, 4)).isEqualTo(4);
  }

  @Test
  void connectionThatWaitsTooLong_isClosed() throws Exception {
    HeldServer server = opened(new HeldServer());
    ConnectionSettings settings = connections(0, 100, 0, Duration.ofSeconds(1), NO_PINGS);
    HttpFetcher fetcher = fetcher(ClientSettings.builder(server.url()).connections(settings));
    fetcher.get(server.url(), LONG);
    await(() -> server.closed() == 1);
    assertThat(fetcher.get(server.url(), LONG).status()).isEqualTo(200);
    assertThat(server.opened()).isEqualTo(2);
  }

  /** Two requests that wait for each other would never end over one connection. */
  @Test
  void connectionsOfAHost_areBounded() throws Exception {
    HeldServer server = opened(new HeldServer());
    ConnectionSettings settings = connections(1, 100, 0, LONG, NO_PINGS);
    HttpFetcher fetcher = fetcher(ClientSettings.builder(server.url()).connections(settings));
    fetchTogether(fetcher, server, 5);
    assertThat(server.opened()).isEqualTo(1);
  }

  private HttpFetcher pinging(PingedServer server, Duration answer) {
    Http2 pings = new Http2(Http2.Use.OFFERED, SHORT, answer);
    ClientTls tls =
        new ClientTls(
            null, null, null, ClientTls.Verification.NONE, TlsRules.DEFAULT, Duration.ZERO);
    return fetcher(
        ClientSettings.builder(server.url())
            .connections(connections(0, 100, 0, LONG.multipliedBy(10), pings))
            .tls(tls));
  }

  @Test
  void connectionThatAnswersNoPing_isClosed_andTheNextRequestHasANewOne() throws Exception {
    TestIdentity identity = TestIdentity.make(directory, "server");
    PingedServer server = opened(new PingedServer(identity, PingedServer.Pings.IGNORED));
    HttpFetcher fetcher = pinging(server, SHORT);
    assertThat(fetcher.get(server.url(), LONG).status()).isEqualTo(200);
    await(() -> server.closed() == 1);
    assertThat(server.pinged()).isPositive();
    assertThat(fetcher.get(server.url(), LONG).status()).isEqualTo(200);
    assertThat(server.opened()).isEqualTo(2);
  }

  @Test
  void connectionThatAnswersPings_isKept() throws Exception {
    TestIdentity identity = TestIdentity.make(directory, "server");
    PingedServer server = opened(new PingedServer(identity, PingedServer.Pings.ANSWERED));
    HttpFetcher fetcher = pinging(server, LONG);
    fetcher.get(server.url(), LONG);
    await(() -> server.pinged() >= 5);
    assertThat(fetcher.get(server.url(), LONG).status()).isEqualTo(200);
    assertThat(server.opened()).isEqualTo(1);
    assertThat(server.closed()).isZero();
  }
}
