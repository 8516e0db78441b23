package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.guard.BearerGuard;
import dev.plumbline.page.PageAccess.Transport;
import dev.plumbline.store.MovableClock;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageAccessTest {
  private static final String TOKEN = "correct horse";

  private final MovableClock clock = new MovableClock(1_795_948_800_000L);
  private final PageAccess plain = access(Transport.PLAINTEXT);

  private PageAccess access(Transport transport) {
    return new PageAccess(new BearerGuard(() -> TOKEN), PageFiles.load(), transport, clock);
  }

  private static Request request(String method, String path, Map<String, String> headers) {
    return new Request(method, path, Map.of(), headers, "127.0.0.1", new byte[0]);
  }

  private static boolean passes(PageAccess access, String path, Map<String, String> headers) {
    try {
      access.check(request("GET", path, headers));
      return true;
    } catch (RefusedException e) {
      assertThat(e.status()).isEqualTo(401);
      return false;
    }
  }

  private static Response post(PageAccess access, String path, String body, String cookie)
      throws Exception {
    Request request =
        new Request(
            "POST", path, Map.of(), Map.of("cookie", cookie), "127.0.0.1", body.getBytes(UTF_8));
    access.check(request);
    for (Route route : access.routes()) {
      if (route.path().equals(path)) {
        return route.handler().handle(request);
      }
    }
    throw new AssertionError("no route " + path);
  }

  private static String cookie(Response response) {
    String header = requireNonNull(response.headers().get("set-cookie"));
    return header.substring(0, header.indexOf(';'));
  }

  @Test
  void filesOfThePage_areForAll_andNothingElse() {
    for (String open : new String[] {"/", "/favicon.ico", "/licenses.txt", "/speedscope/"}) {
      assertThat(passes(plain, open, Map.of())).as(open).isTrue();
    }
    for (String kept :
        new String[] {"/api/v1/status", "/pprof", "/metrics", "/debug/pprof/profile", "/nothing"}) {
      assertThat(passes(plain, kept, Map.of())).as(kept).isFalse();
    }
  }

  @Test
  void tools_bringTheTokenInAHeader() {
    String basic = Base64.getEncoder().encodeToString(("anybody:" + TOKEN).getBytes(UTF_8));
    String wrong = Base64.getEncoder().encodeToString("anybody:guess".getBytes(UTF_8));
    assertThat(passes(plain, "/metrics", Map.of("authorization", "Bearer " + TOKEN))).isTrue();
    assertThat(passes(plain, "/metrics", Map.of("authorization", "Basic " + basic))).isTrue();
    assertThat(passes(plain, "/metrics", Map.of("authorization", "Basic " + wrong))).isFalse();
    assertThat(passes(plain, "/metrics", Map.of("authorization", "Basic *"))).isFalse();
    assertThat(passes(plain, "/metrics", Map.of("authorization", TOKEN))).isFalse();
  }

  @Test
  void session_isBegunWithTheTokenOnly_andSaysNothingOfIt() throws Exception {
    RefusedException refused =
        catchThrowableOfType(
            RefusedException.class, () -> post(plain, "/api/v1/session", "guess", ""));
    assertThat(refused.status()).isEqualTo(401);
    Response answer = post(plain, "/api/v1/session", TOKEN + "\n", "");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.headers().get("set-cookie"))
        .matches("plumbline-session=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200")
        .doesNotContain("horse");
    String cookie = cookie(answer);
    assertThat(passes(plain, "/api/v1/status", Map.of("cookie", "a=b; " + cookie))).isTrue();
    assertThat(passes(plain, "/api/v1/status", Map.of("cookie", cookie + "x"))).isFalse();
    assertThat(passes(access(Transport.PLAINTEXT), "/metrics", Map.of("cookie", cookie))).isFalse();
  }

  @Test
  void session_endsWithItsTime_orWhenItIsEnded() throws Exception {
    String first = cookie(post(plain, "/api/v1/session", TOKEN, ""));
    clock.advanceSeconds(Sessions.LIFE.toSeconds() - 1);
    String second = cookie(post(plain, "/api/v1/session", TOKEN, ""));
    assertThat(passes(plain, "/metrics", Map.of("cookie", first))).isTrue();
    clock.advanceSeconds(2);
    assertThat(passes(plain, "/metrics", Map.of("cookie", first))).isFalse();
    assertThat(passes(plain, "/metrics", Map.of("cookie", second))).isTrue();
    Response out = post(plain, "/api/v1/session/end", "", second);
    assertThat(out.headers().get("set-cookie")).contains("plumbline-session=;", "Max-Age=0");
    assertThat(passes(plain, "/metrics", Map.of("cookie", second))).isFalse();
  }

  @Test
  void sessions_areBounded_theOldestGoesFirst() throws Exception {
    String first = cookie(post(plain, "/api/v1/session", TOKEN, ""));
    String last = "";
    for (int i = 0; i < Sessions.MAX_SESSIONS; i++) {
      last = cookie(post(plain, "/api/v1/session", TOKEN, ""));
    }
    assertThat(passes(plain, "/metrics", Map.of("cookie", first))).isFalse();
    assertThat(passes(plain, "/metrics", Map.of("cookie", last))).isTrue();
  }

  @Test
  void cookieOfAnEncryptedPage_isSentNowhereElse() throws Exception {
    Response answer = post(access(Transport.TLS), "/api/v1/session", TOKEN, "");
    assertThat(answer.headers().get("set-cookie"))
        .startsWith("__Host-plumbline-session=")
        .endsWith("; Secure");
  }
}
