package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.plumbline.it.host.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Cases PG-02 and PG-03 for the flame graph that {@code convert} writes into one file. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlExportIT {
  private static final List<String> EVIL =
      List.of(
          "<img src=x onerror=alert(1)>",
          "</script><script>alert(1)</script>",
          "<lambda>",
          "a\"b'c&amp",
          "javascript:alert(1)",
          "@TITLE@");

  private Path directory = Path.of("");
  private Launcher launcher = new Launcher(Path.of(""));
  private Chromium chromium;

  @BeforeAll
  void start(@TempDir Path shared) throws Exception {
    directory = shared;
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    launcher = Launcher.withSharedCaches(directory);
    chromium = new Chromium("file://" + directory);
  }

  @AfterAll
  void end() throws InterruptedException {
    if (chromium != null) {
      chromium.close();
    }
    launcher.close();
  }

  @AfterEach
  void noComplaints() {
    chromium.assertNoComplaints();
  }

  private Page converted(List<String> folded) throws Exception {
    Path in = Files.write(directory.resolve("in.folded"), folded);
    Path out = directory.resolve("out.html");
    Files.deleteIfExists(out);
    launcher.awaitSuccess(launcher.plumbline("convert", in.toString(), out.toString()), 60);
    return chromium.open("/out.html");
  }

  private static Locator frame(Page page, String name) {
    return page.locator(".frame", new Page.LocatorOptions().setHasText(name));
  }

  @Test
  void names_areShownAsTheyStand() throws Exception {
    Page page =
        converted(
            List.of(
                String.join(";", EVIL) + " 10",
                "right\u202eto left\u2028line 5",
                "x".repeat(10_000) + " 5"));
    for (String name : EVIL) {
      assertThat(frame(page, name).first()).isVisible();
    }
    assertThat(frame(page, "right\\u202eto left\\u2028line")).isVisible();
    assertThat(page.locator("img")).hasCount(0);
    page.locator("#search").fill("<lambda>");
    assertThat(page.locator("#say")).hasText("50.00 % found");
    page.context().close();
  }

  @Test
  void stackOf30000Frames_scrollsAndZoomsToItsLeaf() throws Exception {
    String stack =
        IntStream.range(0, 30_000).mapToObj(i -> "f" + i).collect(Collectors.joining(";"));
    Page page = converted(List.of(stack + " 7"));
    assertThat(frame(page, "f5").first()).isVisible();
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    frame(page, "f29999").click();
    assertThat(page.locator("#say")).containsText("f29999: 7 count, 100.00 %");
    page.evaluate("scrollTo(0, 0)");
    page.locator("#reset").click();
    assertThat(frame(page, "all")).isVisible();
    page.context().close();
  }

  @Test
  void boxesTooSmallForTheWidth_areMarked_andCount() throws Exception {
    Page page =
        converted(
            IntStream.range(0, 70_000)
                .mapToObj(i -> "main;c" + i + ";hot_leaf 1")
                .collect(Collectors.toList()));
    assertThat(page.locator(".small")).hasCount(1);
    page.locator("#search").fill("hot_leaf");
    assertThat(page.locator("#say")).hasText("100.00 % found");
    page.context().close();
  }

  @Test
  void tree200000Boxes_20Deep_isDrawn() throws Exception {
    Page page =
        converted(
            IntStream.range(0, 10_600)
                .mapToObj(
                    i ->
                        IntStream.range(1, 20)
                                .mapToObj(depth -> "f" + i % (10 * depth * depth) + "_" + depth)
                                .collect(Collectors.joining(";"))
                            + " "
                            + (1 + i % 7))
                .collect(Collectors.toList()));
    assertThat(page.locator(".frame").first()).hasText("all");
    assertThat(page.locator("#graph"))
        .hasAttribute("style", Pattern.compile("height: [1-9]\\d+px;"));
    page.context().close();
  }
}
