package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Request;
import dev.plumbline.it.jvm.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's Chromium, without a window. Playwright's own part that speaks to it is the npm
 * package that the page's build installed, run by the system's node: the one in Maven brings
 * browsers' worth of bytes. Everything that a page complains of, and each request to elsewhere, is
 * kept. Confined to the thread of the test.
 */
public final class Chromium implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");
  private static final Path SCREENSHOTS = Path.of("target/page-screenshots");

  private final Playwright playwright;
  private final Browser browser;
  private final String origin;
  private final List<String> complaints = new ArrayList<>();

  /**
   * @param origin of the served page, without a slash at the end
   */
  public Chromium(String origin) throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(PROGRAM), "needs Debian's package chromium");
    System.setProperty("playwright.cli.dir", driver().toString());
    this.origin = origin;
    this.playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", "node")));
    this.browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(PROGRAM)
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    Files.createDirectories(SCREENSHOTS);
  }

  /** As Playwright wants it: a directory with its npm package under the name {@code package}. */
  private static Path driver() throws IOException {
    Path driver = Files.createDirectories(Path.of("target/page-driver")).toAbsolutePath();
    Path link = driver.resolve("package");
    Files.deleteIfExists(link);
    return Files.createSymbolicLink(
            link, Checkout.root().resolve("sidecar/target/page/node_modules/playwright-core"))
        .getParent();
  }

  /** As it was given. */
  public String origin() {
    return origin;
  }

  public Page open(String pathAndQuery) {
    return open(pathAndQuery, new Browser.NewContextOptions());
  }

  /** A page of its own context, loaded; 1440 by 900 unless the options say otherwise. */
  Page open(String pathAndQuery, Browser.NewContextOptions options) {
    Page page = empty(options);
    page.navigate(origin + pathAndQuery);
    return page;
  }

  /** The same with nothing in it yet, for tests that answer in the server's place. */
  Page empty(Browser.NewContextOptions options) {
    if (options.viewportSize == null || options.viewportSize.isEmpty()) {
      options.setViewportSize(1440, 900);
    }
    BrowserContext context = browser.newContext(options);
    Page page = context.newPage();
    page.onConsoleMessage(this::keepComplaint);
    page.onPageError(error -> complaints.add("exception: " + error));
    page.onDialog(
        dialog -> {
          complaints.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onRequest(this::checkOrigin);
    return page;
  }

  /** With the place, which for a request that failed is its URL. */
  private void keepComplaint(ConsoleMessage message) {
    if (message.type().equals("error") || message.type().equals("warning")) {
      complaints.add(message.type() + ": " + message.text() + " (" + message.location() + ")");
    }
  }

  private void checkOrigin(Request request) {
    String url = request.url();
    boolean isOwn = url.startsWith(origin + "/") || url.startsWith("blob:" + origin);
    if (!isOwn && !url.startsWith("data:")) {
      complaints.add("request to elsewhere: " + url);
    }
  }

  /** Fails if any page wrote to the console, threw, asked, or loaded from elsewhere. */
  public void assertNoComplaints() {
    assertThat(complaints).isEmpty();
  }

  /** For tests that provoke an error which browsers write to the console. */
  void forgetComplaints() {
    complaints.clear();
  }

  /** Keeps a picture for people to look at. */
  public void keep(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
