package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.peers.Peers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A Collector and Plumbline between the same loads and sinks, in turns: how much less CPU we need
 * for a request, from its receipt over the durable queue to the sink's answer; the whole process
 * counts. Both send with gzip.
 */
@Tag("bars")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForwardingBarIT {
  private static final int ROUNDS = Integer.getInteger("plumbline.rounds", 7);
  private static final double PEAK_BAR_MEGABYTES = 400;

  @TempDir static Path directory = Path.of("");
  private Peers peers;
  private Forwarder collector;
  private Forwarder plumbline;

  @BeforeAll
  void start() throws Exception {
    peers = Peers.build();
    peers.call(List.of("gen", "-dir", profiles().toString()));
    collector = Forwarder.collector(peers, directory);
    plumbline = Forwarder.plumbline(peers, directory);
  }

  @AfterAll
  void end() throws Exception {
    plumbline.end();
    collector.end();
  }

  private Path profiles() {
    return directory.resolve("profiles");
  }

  /**
   * @param requests of a round
   * @param warmUps rounds of Plumbline alone before that
   */
  @ParameterizedTest
  @CsvSource({
    "small.otlp,    600, 20, 3",
    "medium.otlp,    60, 12, 4",
    "large.otlp,     10, 10, 4",
    "small.pb.gz,   300, 20, 4",
    "medium.pb.gz,   15, 20, 5",
    "large.pb.gz,     2, 20, 12",
  })
  void forwarding_costs_less_than_the_Collectors_by_the_bar(
      String file, int requests, int warmUps, double bar) throws Exception {
    final Path load = profiles().resolve(file);
    collector.forward(load, requests);
    for (int i = 0; i < warmUps; i++) {
      plumbline.forward(load, requests);
    }
    final double[] ratios = new double[ROUNDS];
    final double[] own = new double[ROUNDS];
    final double[] theirs = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      theirs[i] = collector.forward(load, requests);
      own[i] = plumbline.forward(load, requests);
      ratios[i] = theirs[i] / own[i];
    }
    Measured.of("ms of CPU a request of " + file + ", Collector", theirs).print();
    Measured.of("ms of CPU a request of " + file + ", Plumbline", own).print();
    System.out.printf(
        "MB at the peak: Collector %.0f, Plumbline %.0f%n",
        collector.peakMegabytes(), plumbline.peakMegabytes());
    assertThat(plumbline.peakMegabytes()).isLessThanOrEqualTo(PEAK_BAR_MEGABYTES);
    assertThat(Measured.of("times less CPU, " + file, ratios).print().reaches(bar)).isTrue();
  }
}
