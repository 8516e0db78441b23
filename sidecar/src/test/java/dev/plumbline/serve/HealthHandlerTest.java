package dev.plumbline.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.Request;
import dev.plumbline.scrape.Pull;
import dev.plumbline.scrape.ScrapeLoop;
import dev.plumbline.scrape.ScrapeSchedule;
import dev.plumbline.scrape.ScrapeStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthHandlerTest {
  private static final ScrapeSchedule SCHEDULE =
      new ScrapeSchedule(Duration.ofSeconds(10), Duration.ZERO);

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({"0, 0, false", "500, 500, false", "501, 500, true"})
  void targets_areBounded_andTheAnswerSaysSo(int targets, int rows, boolean isTruncated)
      throws Exception {
    List<ScrapeStatus> all =
        IntStream.range(0, targets)
            .mapToObj(i -> new Pull("http://target" + i, SCHEDULE, () -> 0))
            .map(pull -> ScrapeLoop.of(pull, "pprof").status())
            .toList();
    String answer = answer(all);
    assertThat(answer.split("\"url\":", -1)).hasSize(rows + 1);
    assertThat(answer).contains("\"truncated\":" + isTruncated);
  }

  private String answer(List<ScrapeStatus> targets) throws Exception {
    try (StateDirectory state = StateDirectory.hold(directory.resolve("state"));
        StoreHolder store = new StoreHolder(state, "test", List::of)) {
      Health health = new Health(List.of(), List.of(), List.of(), targets, store, List.of());
      Refusals refusals = new Refusals();
      Receivers receivers = new Receivers(new Router(), "test");
      Request request =
          new Request("GET", "/api/v1/health", Map.of(), Map.of(), "127.0.0.1", new byte[0]);
      byte[] body =
          HealthHandler.route(() -> health, refusals, receivers).handler().handle(request).body();
      return new String(body, UTF_8);
    }
  }
}
