package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.peers.Peers.PeerProcess;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.receive.OtlpReceiver;
import dev.plumbline.receive.ReceivedProfiles;
import dev.plumbline.receive.ReceiverCounts;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Collector's exporter, on grpc-go, does what our answer to a full queue asks it to. */
@Tag("long")
class ThrottledCollectorIT {
  private static final int REQUESTS = 3;

  /** As many as the Collector sends at a time. */
  private static final int REFUSED = 2;

  private static final int PATIENCE_SECONDS = 120;

  private static Peers peers;

  @TempDir private Path directory = Path.of("");
  private final List<Long> refusedNanos = new CopyOnWriteArrayList<>();
  private final List<Long> takenNanos = new CopyOnWriteArrayList<>();
  private final List<ReceivedProfiles> taken = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void buildPeers() {
    peers = Peers.build();
  }

  /** The first tries find no room. */
  private synchronized boolean accept(ReceivedProfiles profiles) {
    if (refusedNanos.size() < REFUSED) {
      refusedNanos.add(System.nanoTime());
      return false;
    }
    takenNanos.add(System.nanoTime());
    taken.add(profiles);
    return true;
  }

  @Test
  void collector_comesAgainAfterTheDelay_andLosesNothing() throws Exception {
    Path request =
        SampleRequest.write(
            OtlpEncoder.builder(OtlpLevel.V1_10).build(), directory.resolve("request"));
    Clock clock = Clock.systemUTC();
    OtlpReceiver receiver =
        new OtlpReceiver(
            this::accept, new ReceiverCounts("otlp", clock), OtlpReceiver.levels(clock), clock);
    int in = Peers.freePort();
    try (ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
        Listener listener =
            stack.open(
                ListenerSettings.builder("otlp", ListenAddress.loopback(0))
                    .route(receiver.grpcRoute())
                    .build());
        PeerProcess collector =
            peers.collector(
                in, directory.resolve("collector.log"), listener.address().toString())) {
      String sent =
          peers.call(
              List.of(
                  "load",
                  "-n",
                  Integer.toString(REQUESTS),
                  "-workers",
                  "1",
                  "-target",
                  "127.0.0.1:" + in,
                  request.toString()));
      assertThat(sent).contains(" 0 failed");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (taken.size() < REQUESTS && System.nanoTime() < end) {
        assertThat(collector.process().isAlive()).isTrue();
        Thread.sleep(100);
      }
    }
    assertThat(refusedNanos).hasSize(REFUSED);
    assertThat(taken)
        .hasSize(REQUESTS)
        .allSatisfy(
            each ->
                assertThat(each.window().profiles().get(0).total()).isEqualTo(SampleRequest.VALUE));
    assertThat(takenNanos.get(0) - refusedNanos.get(0))
        .isGreaterThanOrEqualTo(ListenLimits.RETRY_AFTER.toNanos());
  }
}
