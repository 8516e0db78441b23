package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Position;
import dev.plumbline.profile.Attribute;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page over the true daemon and its store: numbers are those that were sent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DaemonPageIT {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int SMALL_CALLERS = 20_000;

  private Daemon daemon;
  private Chromium chromium;
  private Page page;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    daemon = Daemon.start(directory, "{}");
    chromium = new Chromium(daemon.origin());
    long start = nowMinusSeconds(60);
    daemon.send(
        start,
        List.of("main;f;f;f;g 10", "main;f;h;f 5", "main;k 5"),
        Attribute.of("service.name", "recursion"));
    daemon.send(start, smallCallers(), Attribute.of("service.name", "small"));
    labelled(start, "env", "staging");
    labelled(start, "env", "production");
    labelled(start, "path", "/conversations/{id}");
    labelled(start, "q", "a\"b\\c,d}");
    labelled(start, "k8s.pod.name", "naïve");
  }

  private void labelled(long start, String key, String value) throws Exception {
    daemon.send(
        start,
        List.of("main;" + key + "_" + value.length() + " 10"),
        Attribute.of("service.name", "labels"),
        Attribute.of(key, value));
  }

  private static List<String> smallCallers() {
    List<String> lines = new ArrayList<>(List.of("main;heavy 980000"));
    for (int i = 0; i < SMALL_CALLERS; i++) {
      lines.add("main;c" + i + ";hot_leaf 1");
    }
    return lines;
  }

  private static long nowMinusSeconds(long seconds) {
    return (System.currentTimeMillis() - seconds * 1000) * 1_000_000;
  }

  @AfterAll
  void end() throws InterruptedException {
    if (chromium != null) {
      chromium.close();
    }
    if (daemon != null) {
      daemon.end();
    }
  }

  @BeforeEach
  void noComplaints() {
    chromium.forgetComplaints();
  }

  @AfterEach
  void closePage() {
    if (page != null) {
      page.context().close();
    }
    chromium.assertNoComplaints();
  }

  private void open(String query) {
    page = chromium.open("/" + query);
    assertThat(page.locator(".table-row").first()).isVisible();
    assertThat(page.locator(".flame").first())
        .hasAttribute("data-boxes", Pattern.compile("[1-9]\\d*"));
  }

  private Locator row(String name) {
    return page.locator(
        ".table-row", new Page.LocatorOptions().setHasText(Pattern.compile("^" + name + "[0-9<]")));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void recursion_countsOnceInTableAndSandwich() {
    open("?service=recursion");
    assertThat(row("f")).containsText("25.0 %50 ms75.0 %150 ms");
    assertThat(row("g")).containsText("50.0 %100 ms50.0 %100 ms");
    assertThat(row("h")).containsText("0.0 %25.0 %50 ms");
    assertThat(row("main")).containsText("0.0 %100.0 %200 ms");
    row("f").dblclick();
    assertThat(page.locator(".sandwich-middle")).containsText("total 75.0 % (150 ms)");
    assertThat(page.locator(".sandwich-middle")).containsText("self 25.0 % (50 ms)");
    for (Locator half : page.getByRole(AriaRole.TREEITEM).all()) {
      assertThat(half).containsText("total 75.0 %");
    }
    chromium.keep(page, "daemon-sandwich-light-1440");
  }

  @Test
  void smallFrames_countEverywhere_andCanBeOpened() {
    open("?service=small");
    assertThat(row("hot_leaf")).containsText("2.0 %");
    page.locator("#search").fill("hot_leaf");
    assertThat(page.locator(".found")).containsText("2.0 % found (200 s, 1 function)");
    var box = page.locator(".flame").boundingBox();
    Position hidden = new Position(box.width * 0.99, 10 + 2 * 21);
    page.mouse().move(box.x + hidden.x, box.y + hidden.y);
    assertThat(page.locator(".details")).containsText("frames below main that are too small");
    chromium.keep(page, "daemon-small-frames-light-1440");
    page.locator(".flame").click(new Locator.ClickOptions().setPosition(hidden));
    page.waitForURL(Pattern.compile(".*zoom=.*"));
    page.mouse().move(box.x + hidden.x, box.y + hidden.y - 3);
    page.locator(".flame").click(new Locator.ClickOptions().setPosition(hidden));
    page.waitForURL(Pattern.compile(".*detail=all.*"));
    assertThat(page.locator(".flame")).hasAttribute("data-boxes", Pattern.compile("4000\\d"));
    row("hot_leaf").dblclick();
    assertThat(page.locator(".sandwich-middle")).containsText("total 2.0 % (200 s)");
  }

  @Test
  void filters_withEverySign_areExact_alsoByTheAddress() {
    for (String[] pair :
        new String[][] {
          {"env", "staging"},
          {"path", "/conversations/{id}"},
          {"q", "a\"b\\c,d}"},
          {"k8s.pod.name", "naïve"},
        }) {
      String query = "?service=labels&filter=" + encoded(pair[0] + "=" + pair[1]);
      open(query);
      assertThat(page.locator(".chip")).containsText(pair[1]);
      assertThat(page.locator(".table-row")).hasCount(2);
      assertThat(row(pair[0].replace(".", "\\.") + "_" + pair[1].length())).containsText("100.0 %");
      page.context().close();
    }
    open("?service=labels&filter=" + encoded("env!=staging") + "&filter=" + encoded("env=~.+"));
    assertThat(row("env_10")).containsText("100.0 %");
  }

  @Test
  void newWindow_isShownAsItComes() throws Exception {
    daemon.send(
        nowMinusSeconds(30), List.of("main;before 100"), Attribute.of("service.name", "growing"));
    open("?service=growing");
    assertThat(row("before")).containsText("100.0 %");
    daemon.send(
        nowMinusSeconds(20), List.of("main;after 300"), Attribute.of("service.name", "growing"));
    assertThat(row("after")).containsText("75.0 %");
  }

  @Test
  void comparisonOfTwoServices_isThatOfTheirSums() throws Exception {
    open("?view=diff&service=recursion&baseService=labels");
    assertThat(row("g")).containsText("+50.0new");
    assertThat(page.getByRole(AriaRole.TREEITEM)).containsText("change ±0.0 points");
    ComparedTable.assertIsThatOfTheSums(page, daemon, "service=labels", "service=recursion");
    chromium.keep(page, "daemon-diff-light-1440");
  }

  @Test
  void comparisonOfTwoRanges_isThatOfTheirSums() throws Exception {
    long start = nowMinusSeconds(400);
    long between = start / 1_000_000 + 100_000;
    Attribute service = Attribute.of("service.name", "ranges");
    daemon.send(start, List.of("main;a 30", "main;b 9", "main;a;d 2"), service);
    daemon.send(start + 200_000_000_000L, List.of("main;a 7", "main;c 25", "main;a;d 8"), service);
    String before = "service=ranges&from=" + (between - 600_000) + "&until=" + between;
    String after = "service=ranges&from=" + between + "&until=" + (between + 600_000);
    awaitStored(before);
    awaitStored(after);
    String base = before.replace("from=", "baseFrom=").replace("until=", "baseUntil=");
    open("?view=diff&" + after + "&" + base.substring(base.indexOf("base")));
    assertThat(row("b")).containsText("gone");
    assertThat(row("c")).containsText("+62.5new");
    ComparedTable.assertIsThatOfTheSums(page, daemon, before, after);
    chromium.keep(page, "daemon-diff-ranges-light-1440");
  }

  /** The store writes on a thread of its own, and a fixed range is not looked at again. */
  private void awaitStored(String selection) throws Exception {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    while (daemon.get("/api/v1/download?format=folded&" + selection).statusCode() != 200) {
      assertThat(System.nanoTime()).as(selection).isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Test
  void comparisonOfTwoLabels_isThatOfTheirSums() throws Exception {
    String staging = "service=labels&filter=" + encoded("env=staging");
    String production = "service=labels&filter=" + encoded("env=production");
    open("?view=diff&" + production + "&baseFilter=" + encoded("env=staging"));
    assertThat(row("env_10")).containsText("+100.0new");
    ComparedTable.assertIsThatOfTheSums(page, daemon, staging, production);
  }

  @Test
  void serviceThatDoesNotExist_isSaid_withTheWayOut() {
    page = chromium.open("/?service=nobody");
    assertThat(page.locator(".message")).containsText("There is no service nobody.");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show all services"))
        .click();
    assertThat(page.locator(".flame")).isVisible();
    assertThat(page.locator(".message")).hasCount(0);
  }

  @Test
  void everything_isAnOverviewOfServices() {
    open("");
    assertThat(page.locator(".timeline-legend")).containsText("small");
    assertThat(page.locator(".timeline-legend")).containsText("recursion");
    chromium.keep(page, "daemon-flame-light-1440");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    chromium.keep(page, "daemon-flame-dark-1440");
  }

  @Test
  void health_isShown() {
    page = chromium.open("/?view=health");
    assertThat(page.locator(".verdict")).isVisible();
    assertThat(page.locator(".health")).containsText("otlp");
    chromium.keep(page, "daemon-health-light-1440");
  }

  @Test
  void speedscope_readsTheDownload() {
    open("?service=recursion");
    page.getByText("Export", new Page.GetByTextOptions().setExact(true)).click();
    Page speedscope = page.waitForPopup(() -> page.getByText("Open in speedscope").click());
    assertThat(speedscope.locator("body")).containsText("Time Order");
  }

  @Test
  void downloads_areWhatTheirNamesSay() throws Exception {
    byte[] pprof = daemon.get("/api/v1/download?service=recursion&format=pprof").body();
    assertThat(pprof).startsWith(0x1f, 0x8b);
    String folded =
        new String(
            daemon.get("/api/v1/download?service=recursion&format=folded").body(),
            StandardCharsets.UTF_8);
    assertThat(folded).contains("main;f;f;f;g 100000000\n", "main;k 50000000\n");
  }

  /** The name holds the range in UTC, whatever zone the viewer and the server are in. */
  @Test
  void downloadOfARange_hasOneName_inEveryZone() {
    long untilMillis = System.currentTimeMillis() / 60_000 * 60_000 + 60_000;
    Instant from = Instant.ofEpochMilli(untilMillis).minusSeconds(900);
    String query = "?service=recursion&from=" + from.toEpochMilli() + "&until=" + untilMillis;
    String time = from.toString().replaceAll("[-:]", "");
    for (String zone : List.of("America/New_York", "Europe/Berlin", "Asia/Kolkata")) {
      page = chromium.open("/" + query, new NewContextOptions().setTimezoneId(zone));
      page.getByText("Export", new Page.GetByTextOptions().setExact(true)).click();
      Download file = page.waitForDownload(() -> page.locator("a[href*='format=pprof']").click());
      assertThat(file.suggestedFilename())
          .as(zone)
          .isEqualTo("plumbline-recursion-cpu-" + time + "-900s.pb.gz");
      page.context().close();
    }
    page = null;
  }
}
