package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.page.Chromium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What {@code plumbline serve} takes with ten busy processes and the page open in live mode, and
 * what {@code plumbline run profile_cpu} takes with the same processes.
 */
@Tag("bars")
class ServeBarIT extends HostTestCase {
  private static final double MAX_MEGABYTES = 300;
  private static final int WARM_UP_SECONDS = 30;
  private static final int SECONDS = Integer.getInteger("plumbline.serve.seconds", 90);
  private static final int HERTZ = 97;
  private static final Pattern PAGE = Pattern.compile("page http://([0-9.]+:[0-9]+)/");

  @Test
  void serve_withThePageOpen_staysWithinItsMemory() throws Exception {
    TenProcesses.start(launcher, directory);
    ProcessCost serve = serve();
    System.out.printf(
        Locale.ROOT,
        "serve: RSS %.1f MB, peak %.1f MB%n",
        serve.residentMegabytes(),
        serve.peakMegabytes());
    try (HostProfiler run = HostProfiler.start(launcher, directory, "--frequency=" + HERTZ)) {
      measure("run", run.pid());
      run.terminate();
    }
    assertThat(serve.peakMegabytes()).as("MB").isLessThanOrEqualTo(MAX_MEGABYTES);
  }

  private ProcessCost serve() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("serve.yaml"),
            "gadgets: { profile_cpu: { frequency: "
                + HERTZ
                + " } }\n"
                + "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"
                + "page: { endpoint: '127.0.0.1:0' }\n");
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
    Process process = launcher.plumbline("serve", "--config=" + config);
    String origin = origin(process);
    try (Chromium chromium = new Chromium(origin)) {
      Page page = chromium.open("/");
      page.waitForSelector(".flame[data-boxes]");
      ProcessCost cost = measure("serve", process.pid());
      page.context().close();
      process.destroy();
      launcher.awaitSuccess(process, 30);
      return cost;
    }
  }

  private String origin(Process process) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    Matcher matcher = PAGE.matcher(launcher.err());
    while (!matcher.find()) {
      assertThat(process.isAlive()).as(launcher.err()).isTrue();
      assertThat(System.nanoTime()).as(launcher.err()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(100);
      matcher = PAGE.matcher(launcher.err());
    }
    return "http://" + matcher.group(1);
  }

  private static ProcessCost measure(String name, long pid) throws Exception {
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    ProcessCost before = ProcessCost.of(pid);
    TimeUnit.SECONDS.sleep(SECONDS);
    ProcessCost after = ProcessCost.of(pid);
    System.out.printf(
        Locale.ROOT,
        "%s: user %.2f s, system %.2f s in %d s: %.2f %% of a core%n",
        name,
        after.userSecondsSince(before),
        after.systemSecondsSince(before),
        SECONDS,
        100 * (after.userSecondsSince(before) + after.systemSecondsSince(before)) / SECONDS);
    return after;
  }
}
