package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.peers.Peers;
import dev.plumbline.wire.Gzip;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  private static final double SIZE_BAR = 1.15;

  @TempDir static Path directory = Path.of("");
  private final List<Forwarder> started = new ArrayList<>();
  private Peers peers;
  private Forwarder collector;
  private Forwarder plumbline;

  @BeforeAll
  void start() throws Exception {
    peers = Peers.build();
    peers.call(List.of("gen", "-dir", profiles().toString()));
    collector = Forwarder.collector(peers, directory);
    started.add(collector);
    plumbline = Forwarder.plumbline(peers, directory);
    started.add(plumbline);
  }

  @AfterAll
  void end() throws Exception {
    for (Forwarder forwarder : started) {
      forwarder.end();
    }
  }

  /** What is pushed as pprof is compressed here; OTLP that came as gzip is passed on as it came. */
  @ParameterizedTest
  @ValueSource(strings = {"small.otlp", "medium.otlp", "large.otlp"})
  void our_gzip_is_a_little_larger_than_that_of_the_usual_level(String file) throws Exception {
    final byte[] request = Files.readAllBytes(profiles().resolve(file));
    final ByteArrayOutputStream usual = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(usual)) {
      gzip.write(request);
    }
    final int own = Gzip.deflate(request, request.length).length;
    final double ratio = (double) own / usual.size();
    System.out.printf(
        "%s: %d bytes, gzip level %d %d, level 6 %d: %.3f times%n",
        file, request.length, Gzip.LEVEL, own, usual.size(), ratio);
    assertThat(ratio).isLessThanOrEqualTo(SIZE_BAR);
  }

  private Path profiles() {
    return directory.resolve("profiles");
  }

  /**
   * @param requests of a round
   * @param warmUps rounds of Plumbline alone before that: of small requests it takes 20,000 until
   *     the compilers have nothing left to do
   */
  @ParameterizedTest
  @CsvSource({
    "small.otlp,   1000, 24, 3",
    "medium.otlp,    60, 12, 4",
    "large.otlp,     10, 10, 4",
    "small.pb.gz,   500, 20, 4",
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
