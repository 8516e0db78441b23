package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PageFilesTest {
  private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

  /** Compressed, what a first visit loads; without speedscope. */
  private static final int MAX_FIRST_VISIT_BYTES = 250 << 10;

  private final PageFiles files = PageFiles.load();

  private PageFile file(String path) {
    return requireNonNull(files.find(path), path);
  }

  private List<String> referencesOf(String path) {
    List<String> found = new ArrayList<>();
    Matcher matcher = REFERENCE.matcher(new String(file(path).body(), UTF_8));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void index_refersOnlyToOwnFilesThatAreThere() {
    List<String> references = referencesOf("/");
    assertThat(references).hasSizeGreaterThanOrEqualTo(4).allMatch(name -> name.startsWith("/"));
    assertThat(references).allSatisfy(name -> assertThat(files.find(name)).isNotNull());
  }

  @Test
  void firstVisit_isSmall() {
    int bytes = file("/").gzipBody().length;
    for (String reference : referencesOf("/")) {
      bytes += file(reference).gzipBody().length;
    }
    assertThat(bytes).isBetween(20_000, MAX_FIRST_VISIT_BYTES);
  }

  @Test
  void policy_forbidsInlineScriptsEverywhereAndInlineStylesOnThePage() {
    assertThat(file("/").headers().get("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self';", "style-src 'self';")
        .doesNotContain("unsafe", "http:", "https:", "*");
    assertThat(file("/speedscope/").headers().get("content-security-policy"))
        .contains("script-src 'self' 'wasm-unsafe-eval';")
        .doesNotContain("http:", "https:", "*");
    assertThat(new String(file("/").body(), UTF_8)).doesNotContain("<style", "style=");
  }

  @Test
  void speedscope_isThereWithItsFilesAndLicence() {
    List<String> references = referencesOf("/speedscope/");
    assertThat(references).isNotEmpty();
    assertThat(references)
        .allSatisfy(name -> assertThat(files.find("/speedscope/" + name)).isNotNull());
    assertThat(new String(file("/speedscope/LICENSE").body(), UTF_8)).contains("MIT");
  }

  @Test
  void licences_nameEachPackageThatIsBuiltIn() {
    assertThat(new String(file("/licenses.txt").body(), UTF_8))
        .contains("preact ", "uplot ", "@fontsource-variable/inter ", "speedscope ");
  }

  @Test
  void caching_isForEverOnlyWhereTheNameHoldsTheContent() {
    String script =
        referencesOf("/").stream().filter(name -> name.endsWith(".js")).findFirst().orElseThrow();
    assertThat(file(script).headers().get("cache-control")).contains("immutable");
    assertThat(file(script).contentType()).isEqualTo("text/javascript; charset=utf-8");
    assertThat(file("/").headers()).containsEntry("cache-control", "no-cache");
    assertThat(file("/").entityTag()).matches("\"[0-9a-f]{16}\"");
  }

  @Test
  void gzipBody_holdsTheBody() throws Exception {
    PageFile page = file("/licenses.txt");
    assertThat(page.isCompressed()).isTrue();
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(page.gzipBody()))) {
      assertThat(in.readAllBytes()).isEqualTo(page.body());
    }
  }

  /** Else each text that a browser shows would write an error to its console. */
  @Test
  void icon_isAlsoWhereBrowsersLookForItUnasked() {
    assertThat(referencesOf("/")).contains("/favicon.svg");
    PageFile icon = file("/favicon.ico");
    assertThat(icon.contentType()).isEqualTo("image/svg+xml");
    assertThat(icon.headers()).containsEntry("cache-control", "no-cache");
    assertThat(icon.body()).isEqualTo(file("/favicon.svg").body());
  }

  @Test
  void unknownPath_isNothing_whateverItTries() {
    for (String path : List.of("/nothing", "/../PageFiles.class", "/files.txt", "//", "/assets/")) {
      assertThat(files.find(path)).as(path).isNull();
    }
  }
}
