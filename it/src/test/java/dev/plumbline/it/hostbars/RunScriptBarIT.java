package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.page.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What somebody meets who types {@code ./run} in a built checkout: the seconds until a browser
 * shows a flame graph of the host, and until it shows one of the shop. Needs the default ports.
 */
@Tag("bars")
class RunScriptBarIT extends HostTestCase {
  private static final double MAX_SECONDS = 20;
  private static final double PATIENCE_MILLIS = 120_000;
  private static final Pattern PAGE = Pattern.compile("page (http://[0-9.]+:[0-9]+)/");
  private static final String DRAWN = ".flame[data-boxes]:not([data-boxes='0'])";

  @Test
  void flameGraph_isOnThePageSoon() throws Exception {
    forgetEarlierRuns();
    // What is built is what is tested here: it is no older than its sources.
    Files.setLastModifiedTime(Launcher.ROOT.resolve("it/target/lib"), FileTime.from(Instant.now()));
    Path said = directory.resolve("said.txt");
    long start = System.nanoTime();
    Process run =
        new ProcessBuilder(Launcher.ROOT.resolve("run").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try (Chromium chromium = new Chromium(origin(run, said))) {
      double ready = secondsSince(start);
      Page page = chromium.open("/");
      page.waitForSelector(DRAWN, new Page.WaitForSelectorOptions().setTimeout(PATIENCE_MILLIS));
      double drawn = secondsSince(start);
      chromium.keep(page, "run-first-graph-light-1440");
      page.waitForSelector(
          ".timeline-legend :text('shop')",
          new Page.WaitForSelectorOptions().setTimeout(PATIENCE_MILLIS));
      System.out.printf(
          Locale.ROOT,
          "./run: page after %.1f s, flame graph of the host after %.1f s, with the shop after %.1f s%n",
          ready,
          drawn,
          secondsSince(start));
      page.context().close();
      assertThat(Files.readString(said))
          .contains("; page " + chromium.origin() + "/", "A shop runs under the agent")
          .doesNotContain("Building");
      assertThat(drawn).as("seconds").isLessThanOrEqualTo(MAX_SECONDS);
    } finally {
      run.destroy();
      if (!run.waitFor(60, TimeUnit.SECONDS)) {
        run.destroyForcibly();
      }
    }
  }

  /** Whose windows would be on the page at once. */
  private static void forgetEarlierRuns() throws IOException {
    Path state =
        Launcher.ROOT.resolve("it/target/demo/" + System.getProperty("user.name") + "/state");
    if (Files.exists(state)) {
      try (Stream<Path> files = Files.walk(state)) {
        List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : deepestFirst) {
          Files.delete(file);
        }
      }
    }
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static String origin(Process run, Path said) throws Exception {
    Matcher matcher = PAGE.matcher(Files.readString(said));
    while (!matcher.find()) {
      assertThat(run.isAlive()).as(Files.readString(said)).isTrue();
      TimeUnit.MILLISECONDS.sleep(50);
      matcher = PAGE.matcher(Files.readString(said));
    }
    return matcher.group(1);
  }
}
