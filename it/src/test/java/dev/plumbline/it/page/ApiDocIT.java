package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.profile.Attribute;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/api.md shows is what the daemon answers, and what other people's tools can read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiDocIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SECTION = "\n### GET ";
  private static final String EXAMPLE = "```json\n";

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

  private static Map<String, String> examples() throws Exception {
    Map<String, String> examples = new LinkedHashMap<>();
    String text = Files.readString(Checkout.root().resolve("docs/api.md"));
    for (String section : text.split(SECTION, -1)) {
      int start = section.indexOf(EXAMPLE) + EXAMPLE.length();
      if (section.startsWith("/") && start >= EXAMPLE.length()) {
        String path = section.substring(0, section.indexOf('\n'));
        examples.put(path, section.substring(start, section.indexOf("```", start)));
      }
    }
    return examples;
  }

  private static String parameters(String path, String function) {
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "attribute-values" -> "?key=service.name";
      case "series" -> "?by=service.name&limit=1";
      case "flamegraph" -> "?search=f&group=service.name";
      case "search" -> "?search=f";
      case "sandwich" -> "?function=" + function;
      case "diff", "diff-top" -> "?service=shop&baseService=cart";
      default -> "";
    };
  }

  @Test
  void examples_haveExactlyTheMembersOfTheAnswers() throws Exception {
    Matcher key = Pattern.compile("\"key\":\"([0-9a-f]{16})\"").matcher(get("/api/v1/top"));
    assertThat(key.find()).isTrue();
    Map<String, String> examples = examples();
    assertThat(examples).hasSizeGreaterThanOrEqualTo(12);
    for (Map.Entry<String, String> example : examples.entrySet()) {
      String path = example.getKey();
      JsonShape documented = JsonShape.of(example.getValue());
      JsonShape answered = JsonShape.of(get(path + parameters(path, key.group(1))));
      assertThat(documented.unlike(answered)).as("documented of %s", path).isEmpty();
      assertThat(answered.unlike(documented)).as("answered by %s", path).isEmpty();
    }
  }

  @Test
  void refusals_haveTheDocumentedForm_whateverRefuses() throws Exception {
    for (String wrong :
        List.of("/api/v1/nothing", "/api/v1/top?from=yesterday", "/api/v1/top?colour=red")) {
      HttpResponse<byte[]> answer = daemon.get(wrong);
      assertThat(answer.statusCode()).as(wrong).isBetween(400, 404);
      assertThat(JsonShape.of(new String(answer.body(), StandardCharsets.UTF_8)).kinds())
          .containsKeys(".error.code", ".error.message", ".error.parameter");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "profile?seconds=1",
        "allocs?seconds=1",
        "block?seconds=1",
        "mutex?seconds=1",
        "goroutine"
      })
  void goToolPprof_readsTheDaemonsOwnProfiles(String profile) throws Exception {
    String top = new GoTool(directory).top(daemon.origin() + "/debug/pprof/" + profile);
    assertThat(top).contains("flat%", "cum%");
  }
}
