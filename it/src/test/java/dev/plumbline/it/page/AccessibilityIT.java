package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.plumbline.it.jvm.Checkout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The main views and panels against the rules of axe-core; in dark against those of colours. */
class AccessibilityIT extends ShopPageTestCase {
  private static final Path AXE =
      Checkout.root().resolve("sidecar/target/page/node_modules/axe-core/axe.min.js");

  /** Each rule that is broken, with where and how. */
  private static final String VIOLATIONS =
      """
      async (runOnly) => {
        const { violations } = await axe.run(document, {
          runOnly,
          resultTypes: ['violations'],
        });
        return violations
          .map((rule) => rule.id + ': ' + rule.nodes.map((n) => n.html + ' ' + n.failureSummary).join('; '))
          .join(' | ');
      }
      """;

  private static final List<String> ALL_RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");
  private static final List<String> COLOURS = List.of("color-contrast");

  private static void check(Page page, String view, List<String> rules) {
    assertThat((String) page.evaluate(VIOLATIONS, rules)).as(view).isEmpty();
  }

  private static void check(Page page, String view) {
    check(page, view, ALL_RULES);
  }

  private Page open(ColorScheme scheme) {
    Page page = chromium.empty(new NewContextOptions().setColorScheme(scheme));
    page.addInitScript(AXE);
    return page;
  }

  private void show(Page page, String query, String readyWhenVisible) {
    page.navigate(shop.origin() + "/" + query);
    assertThat(page.locator(readyWhenVisible).first()).isVisible();
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static void checkPanel(Page page, Locator opener, String name) {
    opener.click();
    assertThat(page.locator("[role=dialog]")).isVisible();
    check(page, name);
    page.keyboard().press("Escape");
  }

  private static void checkListWithoutMatch(Page page, Locator opener) {
    opener.click();
    page.locator(".choices input").fill("no such name");
    assertThat(page.locator(".choices .nothing")).isVisible();
    check(page, "list without a match");
    page.keyboard().press("Escape");
  }

  @Test
  void viewsAndPanels_breakNoRule() {
    Page page = open(ColorScheme.LIGHT);
    show(page, "?live=off", ".table-row");
    check(page, "flame");
    checkPanel(page, page.locator(".service .control"), "services");
    checkListWithoutMatch(page, page.locator(".service .control"));
    checkPanel(page, page.locator(".type .control"), "types");
    checkPanel(page, page.locator(".bar .add-filter .control"), "filters");
    checkPanel(page, page.locator(".range .control"), "range");
    checkPanel(page, button(page, "Menu"), "menu");
    checkPanel(page, button(page, "Export"), "export");
    page.keyboard().press("?");
    assertThat(page.locator("dialog.help")).isVisible();
    check(page, "help");
    page.keyboard().press("Escape");
    page.locator(".table-row", new Page.LocatorOptions().setHasText("Cart.compare")).dblclick();
    assertThat(page.locator(".sandwich-middle")).isVisible();
    check(page, "sandwich");
    show(page, "?live=off&view=diff&service=checkout&baseService=cart", ".table-row");
    check(page, "diff");
    show(page, "?live=off&filter=a%3Db", ".message");
    check(page, "nothing");
    show(page, "?view=health", ".verdict");
    check(page, "health");
    show(page, "?view=about", ".swatches");
    check(page, "about");
    page.context().close();
  }

  @Test
  void dark_isAsReadable() {
    Page page = open(ColorScheme.DARK);
    show(page, "?live=off", ".table-row");
    check(page, "flame", COLOURS);
    page.locator(".service .control").click();
    assertThat(page.locator("[role=dialog]")).isVisible();
    check(page, "services", COLOURS);
    show(page, "?live=off&view=diff&service=checkout&baseService=cart", ".table-row");
    check(page, "diff", COLOURS);
    show(page, "?view=health", ".verdict");
    check(page, "health", COLOURS);
    page.context().close();
  }
}
