package dev.plumbline.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.fetch.TestServer;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.receive.ReceiverCounts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteScraperTest {
  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final List<ProfileWindow> taken = new ArrayList<>();
  private final List<Scraper> open = new ArrayList<>();
  private boolean hasRoom = true;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
  }

  @AfterEach
  void close() {
    open.forEach(Scraper::close);
    server.close();
    stack.close();
  }

  private static Profile profile(String type, String unit, long value) {
    Frame frame = Frame.named("main.work", FrameType.NATIVE);
    return Profile.builder(
            Resource.of(Attributes.EMPTY),
            Scope.of("t", "1"),
            ProfileType.builder(type, unit).periodType("space", "bytes").period(1).build())
        .interval(1_700_000_000_000_000_000L, 1)
        .samples(List.of(Sample.of(StackTrace.of(List.of(frame)), value)))
        .build();
  }

  private static byte[] heap() {
    ProfileWindow window =
        ProfileWindow.of(
            List.of(profile("alloc_space", "bytes", 70), profile("inuse_space", "bytes", 7)));
    return new PprofEncoder().encode(window).get(0).gzipped();
  }

  private Scraper scraper(String path, String... sampleTypes) {
    ScrapeTarget target =
        new ScrapeTarget(
            server.url(path),
            new ScrapeSchedule(Duration.ofSeconds(10), Duration.ZERO),
            Duration.ofSeconds(60),
            Temporality.AUTO,
            Set.of(sampleTypes),
            Resource.of(Attributes.of(List.of(Attribute.of("service.name", "shop")))));
    ReceiverCounts counts = new ReceiverCounts("test", Clock.systemUTC());
    PprofIntake intake =
        new PprofIntake(
            profiles -> {
              taken.add(profiles.window());
              return hasRoom;
            },
            counts,
            Scope.of("plumbline", "1"));
    RemoteSettings settings =
        new RemoteSettings(ClientSettings.builder(target.url()).build(), List.of(target));
    List<Pull> pulls =
        settings.open(
            new PullSource.Parts(
                "pprof/remote", intake, new HttpClients(stack), Path.of("."), Clock.systemUTC()));
    open.add(pulls.get(0).scraper());
    return pulls.get(0).scraper();
  }

  private ScrapeException failure(int status, String body) {
    String path = "/" + status + body.hashCode();
    server.at(path, exchange -> TestServer.answer(exchange, status, body.getBytes(UTF_8)));
    return catchThrowableOfType(ScrapeException.class, () -> scraper(path).scrape());
  }

  @Test
  void profile_isHandedOver_withItsResource() throws Exception {
    server.at("/heap", exchange -> TestServer.answer(exchange, 200, heap()));
    assertThat(scraper("/heap?seconds=1").scrape()).isEqualTo(1);
    assertThat(taken.get(0).profiles()).hasSize(2);
    assertThat(taken.get(0).profiles())
        .allMatch(each -> "shop".equals(each.resource().attributes().string("service.name")));
  }

  @Test
  void sampleTypes_areKept_andOneThatIsMissingIsAFault() throws Exception {
    server.at("/heap", exchange -> TestServer.answer(exchange, 200, heap()));
    scraper("/heap", "inuse_space").scrape();
    assertThat(taken.get(0).profiles())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.type().type()).isEqualTo("inuse_space");
              assertThat(kept.samples().get(0).value()).isEqualTo(7);
            });
    ScrapeException missing =
        catchThrowableOfType(
            ScrapeException.class, () -> scraper("/heap", "inuse_space", "live").scrape());
    assertThat(missing.result()).isEqualTo(ScrapeResult.VALIDATION_ERROR);
    assertThat(missing).hasMessageContaining("[live]");
  }

  @Test
  void failures_areTold_withStatusAndFirstBytes() {
    assertThat(failure(404, "no such\npage").result()).isEqualTo(ScrapeResult.HTTP_4XX);
    assertThat(failure(404, "no such\npage")).hasMessage("status 404: no such page");
    assertThat(failure(304, "").result()).isEqualTo(ScrapeResult.HTTP_3XX);
    assertThat(failure(503, "").result()).isEqualTo(ScrapeResult.HTTP_5XX);
    assertThat(
            failure(500, "Could not enable CPU profiling: cpu profiling already in use").result())
        .isEqualTo(ScrapeResult.TARGET_BUSY);
    ScrapeException page = failure(200, "<html>hello</html>");
    assertThat(page.result()).isEqualTo(ScrapeResult.VALIDATION_ERROR);
    assertThat(page)
        .hasMessageContaining("begin \"<html>hello</html>\"")
        .hasMessageContaining("200");
    assertThat(failure(200, "").result()).isEqualTo(ScrapeResult.VALIDATION_ERROR);
    assertThat(taken).isEmpty();
  }

  /** Case RC-04. */
  @Test
  void oldText_isAProfileToo_andItsTimeIsThatOfTheAnswer() throws Exception {
    String text = "goroutine profile: total 5\n5 @ 0x10 0x20\n#\t0xf\tmain.work\n";
    server.at("/old", exchange -> TestServer.answer(exchange, 200, text.getBytes(UTF_8)));
    long before = System.currentTimeMillis();
    scraper("/old").scrape();
    Profile profile = taken.get(0).profiles().get(0);
    assertThat(profile.samples().get(0).value()).isEqualTo(5);
    assertThat((profile.startUnixNanos() + profile.durationNanos()) / 1_000_000)
        .isBetween(before, System.currentTimeMillis());
  }

  @Test
  void fullQueue_isALossThatIsTold() {
    server.at("/heap", exchange -> TestServer.answer(exchange, 200, heap()));
    hasRoom = false;
    ScrapeException full =
        catchThrowableOfType(ScrapeException.class, () -> scraper("/heap").scrape());
    assertThat(full.result()).isEqualTo(ScrapeResult.QUEUE);
  }
}
