package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Attribute;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the daemon answers to other people's tools, and how it refuses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiDocIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Path directory = Path.of("");
  private Daemon daemon;

  @BeforeAll
  void start(@TempDir Path shared) throws Exception {
    directory = shared;
    daemon = Daemon.start(directory, "{}");
    long start = (System.currentTimeMillis() - 60_000) * 1_000_000;
    daemon.send(
        start,
        List.of("main;f;f;f;g 10", "main;f;h;f 5", "main;k 5"),
        Attribute.of("service.name", "shop"));
    daemon.send(start, List.of("main;other 10"), Attribute.of("service.name", "cart"));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!(get("/api/v1/services").contains("shop")
        && get("/api/v1/services").contains("cart"))) {
      assertThat(System.nanoTime()).isLessThan(end); // the store writes on a thread of its own
      Thread.sleep(50);
    }
  }

  @AfterAll
  void end() throws InterruptedException {
    if (daemon != null) {
      daemon.end();
    }
  }

  private String get(String pathAndQuery) throws Exception {
    HttpResponse<byte[]> answer = daemon.get(pathAndQuery);
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    assertThat(answer.statusCode()).as("%s: %s", pathAndQuery, body).isEqualTo(200);
    return body;
  }

  @Test
  void refusals_haveTheDocumentedForm_whateverRefuses() throws Exception {
    for (String wrong :
        List.of("/api/v1/nothing", "/api/v1/top?from=yesterday", "/api/v1/top?colour=red")) {
      HttpResponse<byte[]> answer = daemon.get(wrong);
      assertThat(answer.statusCode()).as(wrong).isBetween(400, 404);
      assertThat(new String(answer.body(), StandardCharsets.UTF_8))
          .contains("{\"error\":{\"code\":", "\"message\":", "\"parameter\":");
    }
  }

  /** Case PG-04: totals of a recursive function, as the tool sums them. */
  @Test
  void goToolPprof_readsTheEndpoint() throws Exception {
    String top = new GoTool(directory).top(daemon.origin() + "/pprof?service=shop&seconds=300");
    assertThat(top).contains("Type: cpu");
    assertThat(top).containsPattern(" 25.00% .* 75.00%\\s+f\n");
    assertThat(top).containsPattern(" 50.00% .* 50.00%\\s+g\n");
  }

  @Test
  void goToolPprof_readsTheDaemonsThreads() throws Exception {
    String top = new GoTool(directory).top(daemon.origin() + "/debug/pprof/goroutine");
    assertThat(top).contains("flat%", "cum%");
  }
}
