package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page shows when there is nothing, too much, something evil, or no server. */
class PageStatesIT extends ShopPageTestCase {
  private static final String FLAMEGRAPH = "**/api/v1/flamegraph?**";

  /** 2026-11-29T10:40:00Z and a quarter of an hour later. */
  private static final String FIXED = "?from=1795948800000&until=1795949700000";

  private Page page;

  @BeforeEach
  void open() {
    chromium.forgetComplaints();
    page = chromium.empty(new NewContextOptions());
  }

  @AfterEach
  void close() {
    page.context().close();
    chromium.assertNoComplaints();
  }

  private void show(String query) {
    page.navigate(shop.origin() + "/" + query);
  }

  private void answer(String path, int status, String json) {
    page.route(
        path,
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(status)
                    .setContentType("application/json")
                    .setBody(json)));
  }

  @Test
  void firstData_isALiveStatusNotAnEmptyChart() {
    answer(
        "**/api/v1/status",
        200,
        """
        {"version":"0.1.0","nowMillis":1764412800000,"revision":0,"changed":false,
         "oldestMillis":null,"newestMillis":null,"windowMillis":10000,
         "progress":[{"what":"gadget profile_cpu","state":"running","text":"first window in 7 s"}]}
        """);
    show("");
    assertThat(page.locator(".message")).containsText("first window in 7 s");
    chromium.keep(page, "first-data-light-1440");
  }

  @Test
  void slowAnswer_showsAGreyGraphAndThenTheReal() {
    page.route(
        FLAMEGRAPH,
        route -> {
          page.waitForSelector(".skeleton");
          route.resume();
        });
    show("");
    assertThat(page.locator(".flame")).isVisible();
    assertThat(page.locator(".skeleton")).hasCount(0);
  }

  @Test
  void refusal_saysWhatAndWhatToTry() {
    answer(
        FLAMEGRAPH,
        413,
        "{\"error\":{\"code\":\"too_large\",\"message\":\"more stacks than fit\",\"parameter\":null}}");
    show("");
    assertThat(page.locator(".message")).containsText("more stacks than fit");
    assertThat(page.locator(".message")).containsText("Choose a shorter range");
    chromium.keep(page, "refused-light-1440");
    chromium.forgetComplaints();
  }

  @Test
  void noPermission_isSaid() {
    answer(
        FLAMEGRAPH,
        403,
        "{\"error\":{\"code\":\"forbidden\",\"message\":\"credentials are needed\",\"parameter\":null}}");
    show("");
    assertThat(page.locator(".message")).containsText("No permission");
    chromium.forgetComplaints();
  }

  @Test
  void serverAway_keepsTheDataAndSaysSo() {
    show("");
    assertThat(page.locator(".table-row").first()).isVisible();
    page.route("**/api/**", Route::abort);
    assertThat(page.locator(".away")).containsText("No answer from plumbline since");
    assertThat(page.locator(".flame")).isVisible();
    chromium.keep(page, "away-light-1440");
    page.unroute("**/api/**");
    assertThat(page.locator(".away")).hasCount(0);
    chromium.forgetComplaints();
  }

  /** As a browser says it of a tab that is covered by another. */
  private void setHidden(boolean isHidden) {
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
            + " document.dispatchEvent(new Event('visibilitychange')); }",
        isHidden);
  }

  @Test
  void tabInTheBackground_asksForNothing_alsoNotForWhatFailed() {
    page.clock().install();
    AtomicInteger asked = new AtomicInteger();
    page.onRequest(request -> asked.addAndGet(request.url().contains("/api/") ? 1 : 0));
    page.route(FLAMEGRAPH, Route::abort);
    show("");
    assertThat(page.locator(".message")).containsText("plumbline does not answer");
    setHidden(true);
    page.clock().runFor(20_000); // what was on its way comes to its end
    int before = asked.get();
    page.clock().runFor(600_000);
    assertThat(asked.get()).isEqualTo(before);
    page.unroute(FLAMEGRAPH);
    setHidden(false);
    assertThat(page.locator(".flame")).isVisible();
    chromium.forgetComplaints();
  }

  @Test
  void serverThatTakesQuestionsAndNeverAnswers_isAway() {
    page.clock().install();
    show("");
    page.clock().runFor(5_000);
    assertThat(page.locator(".table-row").first()).isVisible();
    page.route("**/api/v1/status", route -> {});
    page.clock().runFor(5_000);
    page.clock().runFor(20_000);
    assertThat(page.locator(".away")).isVisible();
    chromium.forgetComplaints();
  }

  @Test
  void zoomThatIsNotInTheSelection_showsAllOfIt() {
    show("?service=cart&zoom=0123456789abcdef");
    assertThat(page.locator(".flame")).isVisible();
    assertThat(page.locator(".summary-text")).not().containsText("zoomed in");
    chromium.forgetComplaints();
  }

  @Test
  void namesOfProfiles_areShownAsTheyStand() {
    show("?service=%3Cimg+src%3Dx+onerror%3Dalert%281%29%3E");
    assertThat(page.locator(".table")).containsText("</script><script>alert(1)</script>");
    assertThat(page.locator(".table")).containsText("<lambda>");
    assertThat(page.locator(".table")).containsText("a\"b'c&amp;");
    assertThat(page.locator(".table")).containsText("right\\u202eto left\\u2028line");
    assertThat(page.locator(".service")).containsText("<img src=x onerror=alert(1)>");
    page.locator(".table-row", new Page.LocatorOptions().setHasText("</script>")).dblclick();
    assertThat(page.locator(".sandwich-middle")).containsText("</script>");
    assertThat(page.locator("img, a[href^='javascript:']")).hasCount(0);
    chromium.keep(page, "evil-names-light-1440");
  }

  private static String repeated(String text, int times) {
    return (text + ",").repeat(times - 1) + text;
  }

  private static String columns(
      String function, String depth, String total, String self, String key) {
    return "{\"unit\":\"nanoseconds\",\"accumulation\":\"flow\",\"fromMillis\":0,\"untilMillis\":1,"
        + "\"coveredMillis\":900000,\"windows\":90,\"total\":70000,\"incomplete\":0,\"minShare\":0,"
        + "\"visible\":0,\"functions\":["
        + "{\"key\":\"0\",\"name\":\"total\",\"type\":\"total\",\"file\":\"\",\"module\":\"\"},"
        + "{\"key\":\"1\",\"name\":\"deep\",\"type\":\"jvm\",\"file\":\"\",\"module\":\"\"}],"
        + "\"boxes\":{\"function\":["
        + function
        + "],\"depth\":["
        + depth
        + "],\"total\":["
        + total
        + "],\"self\":["
        + self
        + "],\"hidden\":["
        + repeated("0", total.split(",").length)
        + "],\"key\":["
        + key
        + "]},\"search\":null,\"notes\":[]}";
  }

  private void showBoxes(String json, int boxes) {
    answer(FLAMEGRAPH, 200, json);
    show("?live=off");
    assertThat(page.locator(".flame")).hasAttribute("data-boxes", Integer.toString(boxes));
    assertThat(page.getByRole(AriaRole.TREEITEM)).containsText("total");
  }

  @Test
  void stackOf30000Frames_scrollsAndZoomsToItsLeaf() {
    int depth = 30_000;
    StringBuilder depths = new StringBuilder("0");
    StringBuilder keys = new StringBuilder("\"k0\"");
    for (int i = 1; i < depth; i++) {
      depths.append(',').append(i);
      keys.append(",\"k").append(i).append('"');
    }
    String ones = repeated("1", depth - 1);
    showBoxes(
        columns("0," + ones, depths.toString(), "1," + ones, repeated("0", depth), keys.toString()),
        depth);
    page.locator(".flame").evaluate("e => e.scrollTop = e.scrollHeight");
    page.mouse().move(900, 700);
    assertThat(page.locator(".details")).containsText("deep");
    chromium.keep(page, "deep-light-1440");
    page.keyboard().press("r");
  }

  @Test
  void parentOf70000Children_isDrawnAndPointedAt() {
    int children = 70_000;
    StringBuilder keys = new StringBuilder("\"k0\"");
    for (int i = 1; i <= children; i++) {
      keys.append(",\"k").append(i).append('"');
    }
    String ones = repeated("1", children);
    showBoxes(
        columns("0," + ones, "0," + ones, "70000," + ones, "0," + ones, keys.toString()),
        children + 1);
    page.mouse().move(900, 275);
    assertThat(page.locator(".details")).containsText("deep");
  }

  @Test
  void tree200000Boxes_20Deep_isWalked() {
    int boxes = 200_001;
    StringBuilder depths = new StringBuilder("0");
    StringBuilder totals = new StringBuilder("10000");
    for (int i = 0; i < boxes - 1; i++) {
      depths.append(',').append(1 + i % 20);
      totals.append(",1");
    }
    showBoxes(
        columns(
            "0," + repeated("1", boxes - 1),
            depths.toString(),
            totals.toString(),
            repeated("0", boxes),
            repeated("\"k\"", boxes)),
        boxes);
    page.locator(".flame").focus();
    for (String key : new String[] {"Home", "ArrowDown", "ArrowDown", "ArrowRight"}) {
      page.keyboard().press(key);
    }
    assertThat(page.getByRole(AriaRole.TREEITEM)).hasAttribute("aria-level", "3");
  }

  @Test
  void times_areInOneZoneWithItsName_andTheAddressMeansTheSameEverywhere() {
    for (String[] zone :
        new String[][] {
          {"America/New_York", "05:40:00 – 05:55:00", "GMT-5"},
          {"Europe/Berlin", "11:40:00 – 11:55:00", "CET"},
          {"Asia/Kolkata", "16:10:00 – 16:25:00", "GMT+5:30"},
        }) {
      Page there = chromium.open("/" + FIXED, new NewContextOptions().setTimezoneId(zone[0]));
      assertThat(there.locator(".range")).containsText(zone[1]);
      assertThat(there.locator(".zone")).hasText(zone[2]);
      there.locator(".range .control").click();
      there.getByText("UTC", new Page.GetByTextOptions().setExact(true)).click();
      assertThat(there.locator(".range .control")).containsText("10:40:00 – 10:55:00");
      assertThat(there.locator(".zone")).hasText("UTC");
      assertThat(there.url()).contains("from=1795948800000&until=1795949700000&zone=utc");
      there.context().close();
    }
  }

  @Test
  void typedTime_isReadInThePagesZone_acrossTheDoubledHour() {
    Page berlin = chromium.open("/", new NewContextOptions().setTimezoneId("Europe/Berlin"));
    berlin.locator(".range .control").click();
    berlin.getByLabel("from").fill("2026-10-25 01:30:00");
    berlin.getByLabel("until").fill("2026-10-25T02:30:00+01:00");
    berlin.getByText("Show", new Page.GetByTextOptions().setExact(true)).click();
    berlin.waitForURL(Pattern.compile(".*from=1792884600000&until=1792891800000.*"));
    assertThat(berlin.locator(".range .control")).containsText("01:30:00 – 02:30:00");
    berlin.locator(".range .control").click();
    berlin.getByLabel("from").fill("yesterday");
    berlin.getByText("Show", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(berlin.locator(".range-typed")).containsText("“yesterday” is no time");
    berlin.context().close();
  }
}
