package dev.plumbline.it.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ClientCertificate;
import dev.plumbline.export.fake.TestCertificates;
import dev.plumbline.profile.Attribute;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets to see the page, by browser and by tool. */
class AccessIT {
  private static final String TOKEN = "correct-horse-battery-staple";
  private static final int PATIENCE_MILLIS = 30_000;

  @TempDir Path directory;
  private Daemon daemon;
  private Chromium chromium;

  @AfterEach
  void end() throws InterruptedException {
    if (chromium != null) {
      chromium.close();
    }
    if (daemon != null) {
      daemon.end();
    }
  }

  private void start(String page) throws Exception {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    daemon = Daemon.withPage(directory, page);
    daemon.send(
        (System.currentTimeMillis() - 60_000) * 1_000_000,
        List.of("main;f 10"),
        Attribute.of("service.name", "shop"));
    chromium = new Chromium(daemon.origin());
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void token_isAskedForOnce_andIsNowhereAfterwards() throws Exception {
    start("bearer: " + TOKEN);
    Page page = chromium.open("/?service=shop");
    assertThat(page.getByLabel("Token")).isFocused();
    chromium.keep(page, "sign-in-light-1440");
    page.keyboard().type("guess");
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("not the token of this page");

    page.getByLabel("Token").fill(TOKEN);
    button(page, "Sign in").click();
    assertThat(page.locator(".table")).containsText("main");
    page.reload();
    assertThat(page.locator(".table")).containsText("main");
    button(page, "Export").click();
    Path folded =
        page.waitForDownload(() -> page.locator("a[href*='format=folded']").click()).path();
    assertThat(Files.readString(folded)).contains("main;f 100000000");
    assertThat(page.url()).contains("service=shop").doesNotContain(TOKEN);
    assertThat(page.content()).doesNotContain(TOKEN);
    assertThat(
            (String)
                page.evaluate(
                    "JSON.stringify(localStorage) + JSON.stringify(sessionStorage) +"
                        + " document.cookie"))
        .doesNotContain(TOKEN, "plumbline-session");

    page.keyboard().press("Escape");
    button(page, "Menu").click();
    button(page, "Sign out").click();
    assertThat(page.getByLabel("Token")).isVisible();
    page.reload();
    assertThat(page.getByLabel("Token")).isVisible();
    assertThat(daemon.get("/metrics").statusCode()).isEqualTo(401);
  }

  @Test
  void token_isBroughtByGoToolPprof_asAPassword() throws Exception {
    GoTool go = new GoTool(directory);
    start("bearer: " + TOKEN);
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    while (!isStored()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(50);
    }
    String origin = daemon.origin().replace("http://", "http://any:" + TOKEN + "@");
    assertThat(go.top(origin + "/pprof?service=shop&seconds=300")).contains("100%", "main");
  }

  private boolean isStored() throws Exception {
    HttpResponse<byte[]> metrics = daemon.get("/metrics", "Authorization", "Bearer " + TOKEN);
    assertThat(metrics.statusCode()).isEqualTo(200);
    return new String(metrics.body(), StandardCharsets.UTF_8)
        .contains("plumbline_store_samples_stored_total 1.0");
  }

  @Test
  void clientCertificate_letsABrowserIn_andNothingElseDoes() throws Exception {
    TestCertificates certificates =
        TestCertificates.in(directory)
            .signed("server", "ip:127.0.0.1")
            .signed("client", "dns:client");
    start(
        "tls: { cert_file: '%s', key_file: '%s', client_ca_file: '%s' }"
            .formatted(
                certificates.certificateFile("server"),
                certificates.keyFile("server"),
                certificates.caFile()));
    NewContextOptions known =
        new NewContextOptions()
            .setIgnoreHTTPSErrors(true)
            .setClientCertificates(
                List.of(
                    new ClientCertificate(daemon.origin())
                        .setCertPath(certificates.certificateFile("client"))
                        .setKeyPath(certificates.keyFile("client"))));
    Page page = chromium.open("/?service=shop", known);
    assertThat(page.locator(".table")).containsText("main");
    chromium.assertNoComplaints();

    Page stranger = chromium.empty(new NewContextOptions().setIgnoreHTTPSErrors(true));
    String origin = daemon.origin();
    assertThatThrownBy(() -> stranger.navigate(origin + "/"))
        .isInstanceOf(PlaywrightException.class);
  }
}
