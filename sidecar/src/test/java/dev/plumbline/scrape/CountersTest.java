package dev.plumbline.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.fetch.TestServer;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.receive.ReceiverCounts;
import dev.plumbline.wire.IntList;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Targets whose counters grow from their start on, asked again and again. */
class CountersTest {
  private static final long TIME = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final List<Profile> taken = new ArrayList<>();
  private byte[] answer = {};
  private boolean hasRoom = true;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    server.at("/", exchange -> TestServer.answer(exchange, 200, answer));
  }

  @AfterEach
  void close() {
    server.close();
    stack.close();
  }

  private Scraper scraper(String path, Temporality temporality) {
    ScrapeTarget target =
        new ScrapeTarget(
            server.url(path),
            new ScrapeSchedule(Duration.ofSeconds(10), Duration.ZERO),
            Duration.ofSeconds(60),
            temporality,
            Set.of(),
            Resource.of(Attributes.EMPTY));
    PprofIntake intake =
        new PprofIntake(
            profiles -> {
              if (hasRoom) {
                taken.addAll(profiles.window().profiles());
              }
              return hasRoom;
            },
            new ReceiverCounts("test", Clock.systemUTC()),
            Scope.of("plumbline", "1"));
    return new RemoteSettings(ClientSettings.builder(target.url()).build(), List.of(target))
        .open(
            new PullSource.Parts(
                "pprof/remote", intake, new HttpClients(stack), Path.of("."), Clock.systemUTC()))
        .get(0)
        .scraper();
  }

  /** A heap profile at a second; rows are an address and alloc_space and inuse_space there. */
  private static byte[] heap(long second, long durationNanos, long[]... rows) {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("alloc_space"), builder.string("bytes"));
    builder.sampleType(builder.string("inuse_space"), builder.string("bytes"));
    builder.interval(TIME + second * SECOND, durationNanos);
    for (long[] row : rows) {
      int name = builder.string("f" + row[0]);
      int function = builder.function(name, name, 0, 0);
      builder.beginLocation(0, row[0], false);
      builder.line(function, 1, 0);
      IntList stack = new IntList();
      stack.add(builder.endLocation());
      builder.sample(builder.stack(stack), 0, new long[] {row[1], row[2]});
    }
    return builder.build().toProtobuf();
  }

  /** Values by function of what is taken of a type at the next turn. */
  private Map<String, Long> turn(Scraper scraper, String type, byte[] next) throws Exception {
    answer = next;
    taken.clear();
    scraper.scrape();
    Map<String, Long> values = new TreeMap<>();
    for (Profile profile : taken) {
      if (profile.type().type().equals(type)) {
        profile
            .samples()
            .forEach(
                sample ->
                    values.merge(
                        sample.stackTrace().frames().get(0).functionName(),
                        sample.value(),
                        Long::sum));
      }
    }
    return values;
  }

  private static long[] row(long address, long alloc, long inuse) {
    return new long[] {address, alloc, inuse};
  }

  @Test
  void counters_areWhatWasAddedSince_andStatesStayAsTheyAre() throws Exception {
    Scraper heap = scraper("/debug/pprof/heap", Temporality.AUTO);
    assertThat(turn(heap, "alloc_space", heap(0, 0, row(1, 100, 5), row(2, 50, 7)))).isEmpty();
    assertThat(taken).extracting(profile -> profile.type().type()).containsExactly("inuse_space");

    byte[] next = heap(10, 0, row(2, 50, 6), row(3, 9, 9), row(1, 130, 4));
    assertThat(turn(heap, "alloc_space", next)).isEqualTo(Map.of("f1", 30L, "f3", 9L));
    Profile added =
        taken.stream().filter(each -> each.type().type().equals("alloc_space")).findAny().get();
    assertThat(added.startUnixNanos()).isEqualTo(TIME);
    assertThat(added.durationNanos()).isEqualTo(10 * SECOND);
    assertThat(turn(heap, "inuse_space", next)).isEqualTo(Map.of("f1", 4L, "f2", 6L, "f3", 9L));
  }

  @Test
  void targetThatBeganAnew_countsFromZero() throws Exception {
    Scraper heap = scraper("/debug/pprof/heap", Temporality.AUTO);
    turn(heap, "alloc_space", heap(0, 0, row(1, 100, 5), row(2, 50, 7)));
    assertThat(turn(heap, "alloc_space", heap(10, 0, row(1, 20, 5), row(2, 60, 7))))
        .isEqualTo(Map.of("f1", 20L, "f2", 60L));
    // Other addresses, as of a library that is somewhere else now.
    assertThat(turn(heap, "alloc_space", heap(20, 0, row(7, 3, 1)))).isEqualTo(Map.of("f7", 3L));
  }

  /** Case CV-09: an answer without samples changes nothing of what the next one is compared to. */
  @Test
  void emptyAnswer_isNoNewBeginning() throws Exception {
    Scraper heap = scraper("/debug/pprof/heap", Temporality.AUTO);
    turn(heap, "alloc_space", heap(0, 0, row(1, 100, 5)));
    byte[] nothing = {0x0A, 0, 0x0A, 0, 0x1A, 2, 0x08, 1, 0x32, 0};
    assertThat(turn(heap, "alloc_space", nothing)).isEmpty();
    assertThat(taken).isEmpty();
    assertThat(turn(heap, "alloc_space", heap(20, 0))).isEmpty();
    assertThat(turn(heap, "alloc_space", heap(30, 0, row(1, 110, 5)))).isEqualTo(Map.of("f1", 10L));
  }

  @Test
  void whatFoundNoRoom_comesWithTheNextTurn() throws Exception {
    Scraper heap = scraper("/debug/pprof/heap", Temporality.AUTO);
    turn(heap, "alloc_space", heap(0, 0, row(1, 100, 5)));
    hasRoom = false;
    answer = heap(10, 0, row(1, 107, 5));
    assertThatThrownBy(heap::scrape).isInstanceOf(ScrapeException.class);
    hasRoom = true;
    assertThat(turn(heap, "alloc_space", heap(20, 0, row(1, 110, 5)))).isEqualTo(Map.of("f1", 10L));
  }

  @Test
  void stacksThatStandTwice_areSummed_beforeTheyAreCompared() throws Exception {
    Scraper heap = scraper("/debug/pprof/heap", Temporality.AUTO);
    turn(heap, "alloc_space", heap(0, 0, row(1, 10, 1), row(1, 5, 1)));
    assertThat(turn(heap, "alloc_space", heap(10, 0, row(1, 18, 1)))).isEqualTo(Map.of("f1", 3L));
    assertThat(turn(heap, "alloc_space", heap(20, 0, row(1, 10, 1), row(1, 12, 1))))
        .isEqualTo(Map.of("f1", 4L));
  }

  @Test
  void countersOfAWindow_areTakenAsTheyAre() throws Exception {
    byte[] whole = heap(0, 0, row(1, 100, 5));
    for (Scraper scraper :
        List.of(
            scraper("/debug/pprof/heap?seconds=5", Temporality.AUTO),
            scraper("/debug/pprof/delta_heap", Temporality.AUTO),
            scraper("/debug/pprof/heap", Temporality.DELTA))) {
      assertThat(turn(scraper, "alloc_space", whole)).isEqualTo(Map.of("f1", 100L));
      assertThat(turn(scraper, "alloc_space", whole)).isEqualTo(Map.of("f1", 100L));
    }
    Scraper lasting = scraper("/debug/pprof/heap", Temporality.AUTO);
    assertThat(turn(lasting, "alloc_space", heap(0, SECOND, row(1, 100, 5))))
        .isEqualTo(Map.of("f1", 100L));
  }

  @Test
  void countersByAnyName_whereItIsSaidThatTheyAre() throws Exception {
    Scraper scraper = scraper("/counters?seconds=5", Temporality.CUMULATIVE);
    assertThat(turn(scraper, "alloc_space", heap(0, SECOND, row(1, 100, 5)))).isEmpty();
    assertThat(turn(scraper, "alloc_space", heap(10, SECOND, row(1, 101, 5))))
        .isEqualTo(Map.of("f1", 1L));
  }
}
