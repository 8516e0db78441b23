package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.page.Chromium;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the daemon's own gadget gives, from its first window to its last, and what of it is told.
 */
class HostWindowsIT extends ServeTestCase {
  /** Some hundred samples of a program that does nothing else. */
  private static final Duration ENOUGH_CPU = Duration.ofSeconds(1);

  /** Each gives the gadget whose records are all lost one to lose. */
  private static final String PROGRAM_STARTS = "while :; do /bin/true; sleep 0.1; done";

  /** Has a line only where something was lost, or a share of the samples was left out. */
  private static final Set<String> IN_TROUBLE_ONLY =
      Set.of("plumbline_gadget_lost_total", "plumbline_samples_lost_total");

  /**
   * Beside it run a gadget that the kernel does not take and one whose records are all lost. The
   * receiver is away, comes back, and another exporter takes the place of the first meanwhile.
   */
  @Test
  void windows_areAllAccountedFor_throughAReload_toTheLastOne() throws Exception {
    Launcher.assumeRights();
    collector.goDown();
    Path config =
        Files.writeString(
            directory.resolve("c.yaml"),
            config(
                "gadgets:\n  profile_cpu: {}\n"
                    + ("  " + launcher.gadget("refused") + ": {}\n")
                    + ("  " + launcher.gadget("short_records") + ": {}\n")));
    Process process = serve(config);
    await(process, () -> sum("gadget_windows_total{gadget=\"profile_cpu\"") > 0);
    assertThat(page("/").body()).contains("<html");
    assertThat(page("/debug/pprof/goroutine").statusCode()).isEqualTo(200);
    assertMetricsAreThoseOfTheirPage();
    long collected = sum("gadget_samples_total{gadget=\"profile_cpu\"");
    assertThat(collected).isPositive();
    await(process, () -> sum("export_samples_accepted_total") >= collected);
    assertAccountIsEven();
    assertThat(sum("export_samples_held")).isPositive();
    assertThat(collector.received()).isEmpty();
    Process starts = launcher.started("/bin/sh", "-c", PROGRAM_STARTS);
    await(process, this::isLossOnHealth);
    seeTroubleInABrowser();
    starts.destroy();

    // Another exporter takes the place of this one, while the gadget goes on.
    Files.writeString(
        config, Files.readString(config).replace("insecure: true", "insecure: true, timeout: 9s"));
    await(process, () -> count("configuration read anew") == 1);
    collector.comeUp();
    Process busy = launcher.workload("known_chain", List.of());
    await(process, () -> cpu(busy).compareTo(ENOUGH_CPU) > 0);
    await(process, () -> !collector.received().isEmpty());
    assertAccountIsEven();
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();

    assertThat(samplesReceived()).isEqualTo(samplesStored()).isGreaterThan(collected);
    assertWindowsHaveNoGap();
    List<ReceivedRequest> received = collector.received();
    byte[] last = received.get(received.size() - 1).body();
    assertThat(new String(last, StandardCharsets.ISO_8859_1)).contains("known_chain");
  }

  /** Accepted = exported + dropped + rejected + held, of one answer. */
  private void assertAccountIsEven() throws Exception {
    String metrics = page("/metrics").body();
    long accepted = sum(metrics, "export_samples_accepted_total");
    assertThat(accepted).isPositive();
    assertThat(sum(metrics, "export_samples_dropped_total")).isZero();
    assertThat(sum(metrics, "export_samples_rejected_total")).isZero();
    assertThat(sum(metrics, "export_samples_exported_total") + sum(metrics, "export_samples_held"))
        .isEqualTo(accepted);
  }

  /** The windows of two gadgets do not end at one time. */
  private boolean isLossOnHealth() throws Exception {
    String health = page("/api/v1/health").body();
    return health.contains("\"record_too_short\":") && health.contains(" samples in one window");
  }

  private void seeTroubleInABrowser() throws Exception {
    String origin = "http://" + address("page http://");
    try (Chromium chromium = new Chromium(origin)) {
      Page page = chromium.open("/?view=health");
      Locator gadgets = page.locator("section", new Page.LocatorOptions().setHasText("Gadgets"));
      gadgets.locator("tbody tr").first().waitFor();
      assertThat(page.locator(".verdict").textContent()).contains("refused");
      List<String> rows = gadgets.locator("tbody > tr:has(.opener)").allTextContents();
      assertThat(rows).hasSize(3);
      assertThat(rows.get(0))
          .contains("refused", "load program on_switch: EACCES")
          .doesNotContain("arg#0");
      assertThat(gadgets.textContent()).contains("invalid mem access");
      // A busy machine may lose samples of profile_cpu too, so that the order of these is open.
      assertThat(rows)
          .anySatisfy(
              row -> assertThat(row).contains("short_records", "lost ", " record too short"))
          .anySatisfy(row -> assertThat(row).contains("profile_cpu"));
      assertThat(page.locator("#health-exporters + *").textContent()).contains("central");
      chromium.keep(page, "health-trouble-light-1440");
      page.context().close();
      chromium.assertNoComplaints();
    }
  }

  /** Of all lines that begin so. */
  private long sum(String name) throws Exception {
    return sum(page("/metrics").body(), name);
  }

  private static long sum(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("plumbline_" + name))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  private void assertWindowsHaveNoGap() throws Exception {
    TreeMap<Long, Long> endByStart = new TreeMap<>();
    for (Profile profile : profiles()) {
      endByStart.put(profile.startUnixNanos(), profile.startUnixNanos() + profile.durationNanos());
    }
    List<Long> starts = new ArrayList<>(endByStart.keySet());
    assertThat(starts).hasSizeGreaterThan(1);
    assertThat(starts.subList(1, starts.size()))
        .isEqualTo(List.copyOf(endByStart.values()).subList(0, starts.size() - 1));
  }

  private List<Profile> profiles() throws Exception {
    List<Profile> profiles = new ArrayList<>();
    OtlpDecoder decoder = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.FILE);
    for (ReceivedRequest request : collector.received()) {
      profiles.addAll(OtlpToWindow.convert(decoder.decode(request.body()), 0).window().profiles());
    }
    return profiles;
  }

  /** Each counts for as many as were taken of its stack. */
  private long samplesReceived() throws Exception {
    return profiles().stream()
        .flatMap(profile -> profile.samples().stream())
        .mapToLong(Sample::value)
        .sum();
  }

  /** As anybody reads it, with the closed daemon's files. */
  private long samplesStored() throws Exception {
    long samples = 0;
    try (Stream<Path> files = Files.list(directory.resolve("state/store"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".db")).toList()) {
        try (Connection store = DriverManager.getConnection("jdbc:sqlite:" + file);
            Statement statement = store.createStatement();
            ResultSet sum = statement.executeQuery("SELECT sum(total) FROM window")) {
          samples += sum.getLong(1);
        }
      }
    }
    return samples;
  }

  private void assertMetricsAreThoseOfTheirPage() throws Exception {
    String documented = Files.readString(Launcher.ROOT.resolve("docs/metrics.md"));
    List<String> names =
        page("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("plumbline_"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .distinct()
            .toList();
    assertThat(names).allMatch(name -> documented.contains("`" + name + "`"));
    int gadgets = documented.indexOf("## Gadgets");
    Matcher row =
        Pattern.compile("(?m)^\\| `(\\w+)`")
            .matcher(documented.substring(gadgets, documented.indexOf("\n## ", gadgets)));
    List<String> ofGadgets = new ArrayList<>();
    while (row.find()) {
      ofGadgets.add(row.group(1));
    }
    ofGadgets.removeAll(IN_TROUBLE_ONLY);
    assertThat(names).containsAll(ofGadgets);
  }
}
