package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Position;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person does on the page, with mouse and keyboard. */
class PageIT extends ShopPageTestCase {
  private static final String LAST_QUARTER = "?from=now-15m";

  private Page page;

  @BeforeEach
  void noPage() {
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
    open(query, new NewContextOptions());
  }

  private void open(String query, NewContextOptions options) {
    page = chromium.open("/" + query, options);
  }

  private Locator graph() {
    return page.getByRole(AriaRole.TREE);
  }

  private Locator treeItem() {
    return page.getByRole(AriaRole.TREEITEM);
  }

  private Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private Locator tab(String name) {
    return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name));
  }

  private Locator row(String text) {
    return page.locator(".table-row", new Page.LocatorOptions().setHasText(text));
  }

  private Locator details() {
    return page.locator(".details");
  }

  private void awaitGraph() {
    assertThat(graph()).hasAttribute("data-boxes", Pattern.compile("[1-9]\\d*"));
    assertThat(page.locator(".table-row").first()).isVisible();
  }

  private void select(String name) {
    graph().focus();
    page.keyboard().press("Home");
    for (int i = 0; i < 40 && !treeItem().textContent().startsWith(name); i++) {
      page.keyboard().press("ArrowDown");
    }
    assertThat(treeItem()).containsText(name);
  }

  @Test
  void firstVisit_showsServicesTimelineTableAndGraph() {
    open("");
    awaitGraph();
    assertThat(page.locator(".timeline-legend")).containsText("checkout");
    assertThat(page.locator(".timeline .u-over")).isVisible();
    assertThat(page.locator(".summary-text")).containsText("cores");
    assertThat(treeItem()).containsText("total 100.0 %");
    chromium.keep(page, "flame-light-1440");
  }

  @Test
  void dark_isAsReadable() {
    open("", new NewContextOptions().setColorScheme(ColorScheme.DARK));
    awaitGraph();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    chromium.keep(page, "flame-dark-1440");
    button("Menu").click();
    button("Light colours").click();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
  }

  @Test
  void narrowAndWideWindows_neverScrollSideways() {
    for (int width : new int[] {390, 800, 1280, 2560}) {
      open("", new NewContextOptions().setViewportSize(width, 900));
      awaitGraph();
      assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
          .as("width %d", width)
          .isLessThanOrEqualTo(width);
      chromium.keep(page, "flame-light-" + width);
      page.context().close();
    }
    page = null;
    open("", new NewContextOptions().setViewportSize(800, 1000).setColorScheme(ColorScheme.DARK));
    awaitGraph();
    chromium.keep(page, "flame-dark-800");
  }

  @Test
  void click_zoomsAndEscapeStepsOut_andBothAreInTheAddress() {
    open("?service=checkout");
    awaitGraph();
    graph().click(new Locator.ClickOptions().setPosition(new Position(300, 10 + 21 * 3)));
    page.waitForURL(Pattern.compile(".*zoom=[0-9a-f]{16}.*"));
    assertThat(page.locator(".summary-text")).containsText("zoomed in");
    assertThat(details()).containsText("total");
    page.reload();
    awaitGraph();
    assertThat(page.locator(".summary-text")).containsText("zoomed in");
    page.goBack();
    assertThat(page.locator(".summary-text")).not().containsText("zoomed in");
    page.goForward();
    assertThat(page.locator(".summary-text")).containsText("zoomed in");
    page.keyboard().press("r");
    assertThat(page.locator(".summary-text")).not().containsText("zoomed in");
  }

  @Test
  void keyboard_walksZoomsAndStepsOut() {
    open("?service=checkout");
    awaitGraph();
    select("java.lang.Thread.run");
    assertThat(treeItem()).hasAttribute("aria-level", "3");
    assertThat(details()).containsText("Thread.java");
    page.keyboard().press("Enter");
    page.waitForURL(Pattern.compile(".*zoom=.*"));
    page.keyboard().press("Escape");
    page.keyboard().press("Escape");
    assertThat(page.locator(".summary-text")).not().containsText("zoomed in");
    page.keyboard().press("ArrowUp");
    assertThat(treeItem()).containsText("start_thread");
  }

  @Test
  void search_marksNarrowsTheTableAndSaysTheExactShare() {
    open(LAST_QUARTER);
    awaitGraph();
    page.keyboard().press("/");
    page.keyboard().type("Cart\\.(add|merge)");
    assertThat(page.locator(".found")).containsText("2 functions");
    assertThat(page.locator(".table-row")).hasCount(2);
    assertThat(page.locator(".table-row").first()).containsText("Cart.");
    chromium.keep(page, "search-light-1440");
    assertThat(URLDecoder.decode(page.url(), StandardCharsets.UTF_8))
        .contains("search=Cart\\.(add|merge)");
    page.locator("#search").fill("(");
    assertThat(page.locator(".search")).hasClass(Pattern.compile(".*wrong.*"));
    assertThat(page.locator(".table-row")).hasCount(2); // as long as it is unfinished
  }

  @Test
  void table_sortsByEachColumn() {
    open(LAST_QUARTER);
    awaitGraph();
    Locator header = page.locator(".table-head");
    header.getByText("Total").click();
    assertThat(page.locator(".table-row").first()).containsText("start_thread");
    header.getByText("Function").click();
    assertThat(page.locator("[aria-sort=ascending]")).containsText("Function");
    assertThat(page.locator(".table-row").first()).containsText("_");
  }

  @Test
  void sandwich_showsCallersAndCallees() {
    open(LAST_QUARTER);
    awaitGraph();
    row("Cart.compare").click();
    assertThat(details()).containsText("Cart.compare");
    row("Cart.compare").dblclick();
    assertThat(tab("Sandwich")).hasAttribute("aria-selected", "true");
    assertThat(page.locator(".sandwich-middle")).containsText("Cart.compare");
    assertThat(page.locator(".sandwich-middle")).containsText("total");
    assertThat(graph()).hasCount(2);
    assertThat(treeItem().first()).containsText("Cart.compare");
    graph().first().focus();
    page.keyboard().press("ArrowUp");
    page.keyboard().press("ArrowUp");
    assertThat(treeItem().first()).containsText("ReferencePipeline.collect");
    page.keyboard().press("Enter");
    assertThat(page.locator(".sandwich-middle")).containsText("ReferencePipeline.collect");
    chromium.keep(page, "sandwich-light-1440");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    chromium.keep(page, "sandwich-dark-1440");
  }

  @Test
  void focus_keepsOnlyStacksWithTheFunction() {
    open(LAST_QUARTER);
    awaitGraph();
    row("Cart.compare").click();
    page.locator(".details").getByText("focus").click();
    page.waitForURL(Pattern.compile(".*focus=.*"));
    assertThat(page.locator(".summary-text")).containsText("focus on one function");
    assertThat(row("BigDecimal.multiply")).hasCount(0);
    assertThat(row("Cart.compare")).hasCount(1);
    page.keyboard().press("Escape");
    page.keyboard().press("r");
    assertThat(row("BigDecimal.multiply")).hasCount(1);
  }

  @Test
  void colours_areByTypeWithALegendOrByPackage() {
    open(LAST_QUARTER);
    awaitGraph();
    Locator legend = page.locator(".legend");
    assertThat(legend).containsText("kernel");
    legend.getByText("kernel").click();
    assertThat(legend.locator("[aria-pressed=true]")).containsText("kernel");
    byte[] byKind = graph().screenshot();
    legend.getByText("kernel").click();
    assertThat(graph().screenshot()).isNotEqualTo(byKind);
    page.getByLabel("Colour by").selectOption("package");
    page.waitForURL(Pattern.compile(".*colour=package.*"));
    assertThat(legend).containsText("package");
    chromium.keep(page, "packages-light-1440");
  }

  @Test
  void pickers_chooseServiceTypeAndAttribute_andEveryRequestCarriesThem() {
    open(LAST_QUARTER + "&live=off"); // else a new window is asked for amid the choices
    awaitGraph();
    List<Request> requests = new CopyOnWriteArrayList<>();
    page.locator(".service .control").click();
    page.keyboard().type("catal");
    assertThat(page.locator(".choices li").first()).containsText("catalog");
    page.keyboard().press("Enter");
    page.waitForURL(Pattern.compile(".*service=catalog.*"));
    page.locator(".type .control").click();
    page.getByText("Allocated memory").click();
    page.waitForURL(Pattern.compile(".*type=alloc_space.*"));
    assertThat(page.locator(".summary-text")).containsText("MiB/s");
    page.locator(".bar .add-filter .control").click();
    page.getByText("thread.name").click();
    page.onRequest(requests::add);
    page.getByText("go-1", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator(".chip")).containsText("go-1");
    awaitGraph();
    page.waitForTimeout(500);
    assertThat(requests)
        .filteredOn(request -> request.url().matches(".*/(series|flamegraph|top)\\?.*"))
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(
            request ->
                request.url().contains("filter=thread.name%3Dgo-1")
                    && request.url().contains("service=catalog"));
    page.locator(".chip-remove").click();
    assertThat(page.locator(".chip")).hasCount(0);
  }

  /** Case PG-07: what the bar shows is what each request asks for. */
  @Test
  void filters_areInEveryRequest_ofEveryView() {
    String filters = "filter=thread.name%3D%7Ego-%5B01%5D&filter=k8s.namespace.name%21%3Dml";
    List<Request> requests = new CopyOnWriteArrayList<>();
    page = chromium.empty(new NewContextOptions());
    page.onRequest(requests::add);
    page.navigate(shop.origin() + "/?live=off&from=now-15m&" + filters);
    awaitGraph();
    row("search.byScore").dblclick();
    assertThat(page.locator(".sandwich-middle")).isVisible();
    page.keyboard().press("d");
    assertThat(page.locator(".diff-bar")).isVisible();
    awaitGraph();
    assertThat(requests)
        .filteredOn(
            request ->
                request
                    .url()
                    .matches(".*/(series|flamegraph|top|sandwich|diff|diff-top|types)\\?.*"))
        .hasSizeGreaterThanOrEqualTo(7)
        .allMatch(request -> request.url().contains(filters));
    button("Export").click();
    assertThat(page.locator("a[href*='format=folded']").getAttribute("href")).contains(filters);
  }

  @Test
  void valueWithEverySign_isFilteredBy_andSurvivesTheAddress() {
    open("");
    awaitGraph();
    page.locator(".bar .add-filter .control").click();
    page.getByText("k8s.namespace.name").click();
    page.getByText("a\"b\\c,d}").click();
    assertThat(row("BigDecimal")).hasCount(0);
    assertThat(row("<lambda>")).isVisible();
    page.reload();
    assertThat(page.locator(".chip")).containsText("a\"b\\c,d}");
    assertThat(row("BigDecimal")).hasCount(0);
  }

  @Test
  void unknownValue_isEmptyWithAWord_notEverything() {
    open("?filter=k8s.namespace.name%3Dnothing");
    assertThat(page.locator(".message")).containsText("No samples");
    assertThat(page.locator(".table-row")).hasCount(0);
    chromium.keep(page, "empty-light-1440");
  }

  /** Waits until the plot has pixels that are neither ground nor grid nor text. */
  private void awaitColouredTimeline() {
    page.waitForFunction(
        """
        () => {
          const canvas = document.querySelector('.timeline canvas');
          const data = canvas.getContext('2d')
            .getImageData(0, 0, canvas.width, canvas.height).data;
          let coloured = 0;
          for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
            coloured += data[i + 3] > 0 && Math.max(r, g, b) - Math.min(r, g, b) > 40 ? 1 : 0;
          }
          return coloured > 5000;
        }
        """);
  }

  @Test
  void timeline_hasAreasOfAllServicesAndOfOne() {
    for (String query : List.of("?from=now-1h", "?from=now-1h&service=cart")) {
      open(query);
      awaitGraph();
      assertThat(page.locator(".timeline-plot"))
          .hasAttribute("data-series", Pattern.compile("[1-9]"));
      awaitColouredTimeline();
      page.context().close();
    }
    page = null;
  }

  private void drag(double from, double to, boolean shift) {
    var box = page.locator(".timeline .u-over").boundingBox();
    double y = box.y + box.height / 2;
    if (shift) {
      page.keyboard().down("Shift");
    }
    page.mouse().move(box.x + box.width * from, y);
    page.mouse().down();
    page.mouse().move(box.x + box.width * (from + to) / 2, y);
    page.mouse().move(box.x + box.width * to, y);
    page.mouse().up();
    if (shift) {
      page.keyboard().up("Shift");
    }
  }

  @Test
  void timeline_dragSelects_shiftDragCompares() {
    open("?from=now-1h&live=off");
    awaitGraph();
    drag(0.6, 0.8, false);
    page.waitForURL(Pattern.compile(".*select=\\d+-\\d+.*"));
    assertThat(page.locator(".summary-text")).containsText("whole range");
    drag(0.2, 0.4, true);
    page.waitForURL(Pattern.compile(".*view=diff.*baseFrom=\\d+.*"));
    assertThat(page.locator(".diff-bar")).containsText("against");
    awaitGraph();
    assertThat(treeItem()).containsText("change");
    chromium.keep(page, "diff-light-1440");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    chromium.keep(page, "diff-dark-1440");
    page.locator(".segments").getByText("absolute").click();
    page.waitForURL(Pattern.compile(".*compare=absolute.*"));
  }

  @Test
  void comparison_ofTwoServices_marksNewAndGone() {
    open("?view=diff&service=checkout&baseService=cart&from=now-15m");
    awaitGraph();
    assertThat(row("BigDecimal.multiply")).containsText("new");
    assertThat(page.locator(".diff-bar .service")).containsText("cart");
    page.keyboard().press("d");
    assertThat(tab("Flame")).hasAttribute("aria-selected", "true");
  }

  @Test
  void live_asksAgainWithoutLosingZoomAndFocus() {
    open("?service=checkout&from=now-5m");
    awaitGraph();
    select("java.lang.Thread.run");
    page.keyboard().press("Enter");
    page.waitForURL(Pattern.compile(".*zoom=.*"));
    String before = page.locator(".summary-text").textContent();
    assertThat(page.locator(".summary-text")).not().hasText(before);
    assertThat(page.locator(".summary-text")).containsText("zoomed in");
    assertThat(treeItem()).containsText("java.lang.Thread.run");
    page.locator(".live").click();
    assertThat(page.locator(".live")).hasAttribute("aria-pressed", "false");
    assertThat(page.url()).contains("live=off");
  }

  @Test
  void share_fixesTheTimes() {
    open("?service=checkout&from=now-5m");
    awaitGraph();
    button("Share").click();
    String link = page.getByLabel("Link to this view").inputValue();
    assertThat(link).matches(".*[?&]from=\\d{13}&until=\\d{13}.*").contains("service=checkout");
    page.navigate(link);
    awaitGraph();
    assertThat(page.locator(".live")).hasAttribute("aria-pressed", "false");
  }

  @Test
  void download_hasWhatIsShown() throws IOException {
    open("?service=cart&from=now-5m&live=off");
    awaitGraph();
    button("Export").click();
    Download download =
        page.waitForDownload(() -> page.locator("a[href*='format=folded']").click());
    assertThat(Files.readString(download.path()))
        .contains("shop.cart.Cart.compare ")
        .doesNotContain("BigDecimal");
  }

  @Test
  void speedscope_opensWithTheProfile() {
    open("?service=cart&from=now-5m&live=off");
    awaitGraph();
    button("Export").click();
    Page speedscope = page.waitForPopup(() -> page.getByText("Open in speedscope").click());
    assertThat(speedscope.locator("body")).containsText("Time Order");
    chromium.keep(speedscope, "speedscope-1440");
    assertThat(speedscope.url()).contains("/speedscope/#profileURL=");
  }

  @Test
  void health_saysWhatIsWrongAndWhatToDo() {
    open("");
    awaitGraph();
    assertThat(page.locator(".places .state.warning")).isVisible();
    page.locator(".places").getByText("Health").click();
    assertThat(page.locator(".verdict")).containsText("refuses connections; start it");
    assertThat(page.locator(".health")).containsText("UNAVAILABLE: connection refused <b>bold</b>");
    page.getByText("profile_cpu").click();
    assertThat(page.locator(".health")).containsText("87.1 %");
    chromium.keep(page, "health-light-1440");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    chromium.keep(page, "health-dark-1440");
    page.getByText("Profiles", new Page.GetByTextOptions().setExact(true)).click();
    awaitGraph();
  }

  @Test
  void help_isOnePanelThatSaysHowToRead() {
    open("");
    awaitGraph();
    page.keyboard().press("?");
    Locator help = page.locator("dialog.help");
    assertThat(help).containsText("Width");
    assertThat(help).containsText("Order");
    assertThat(help).containsText("Colour");
    chromium.keep(page, "help-light-1440");
    page.keyboard().press("Escape");
    assertThat(help).hasCount(0);
  }

  @Test
  void tab_reachesEverything() {
    open("");
    awaitGraph();
    StringBuilder reached = new StringBuilder();
    for (int i = 0; i < 45; i++) {
      page.keyboard().press("Tab");
      reached
          .append(
              page.evaluate(
                  "(e => [e.ariaLabel, e.className, e.tagName == 'BUTTON' ? e.textContent : ''])"
                      + "(document.activeElement).join(' ')"))
          .append('\n');
    }
    assertThat(reached.toString())
        .contains("Service", "Profile type", "+ filter", "Time range", "live", "Menu")
        .contains("Search functions", "Colour by", "Export", "Share", "flame", "Functions:");
  }
}
