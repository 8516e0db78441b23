package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageHandlerTest {
  private final PageFiles files = PageFiles.load();
  private final PageHandler handler = new PageHandler(files);

  private Response get(String path, Map<String, String> headers) throws RefusedException {
    return handler.handle(new Request("GET", path, Map.of(), headers, "127.0.0.1", new byte[0]));
  }

  @Test
  void root_isThePage() throws Exception {
    Response response = get("/", Map.of());
    assertThat(response.status()).isEqualTo(200);
    assertThat(new String(response.body(), UTF_8)).contains("<title>Plumbline</title>");
    assertThat(response.headers())
        .containsEntry("content-type", "text/html; charset=utf-8")
        .containsEntry("x-content-type-options", "nosniff")
        .containsKey("content-security-policy")
        .doesNotContainKey("content-encoding");
  }

  @Test
  void gzip_isSentToWhomItIsAcceptedBy() throws Exception {
    assertThat(get("/licenses.txt", Map.of("accept-encoding", "gzip, deflate, br")).headers())
        .containsEntry("content-encoding", "gzip")
        .containsEntry("vary", "accept-encoding");
    assertThat(get("/licenses.txt", Map.of("accept-encoding", "gzip;q=0, br")).headers())
        .doesNotContainKey("content-encoding");
  }

  @Test
  void sameEntity_isNotSentAgain() throws Exception {
    String tag = get("/", Map.of()).headers().get("etag");
    Response response = get("/", Map.of("if-none-match", "W/" + tag));
    assertThat(response.status()).isEqualTo(304);
    assertThat(response.body()).isEmpty();
    assertThat(get("/", Map.of("if-none-match", "\"other\"")).status()).isEqualTo(200);
  }

  @Test
  void unknownPath_isNotFound() {
    RefusedException refusal =
        catchThrowableOfType(RefusedException.class, () -> get("/nothing", Map.of()));
    assertThat(refusal.status()).isEqualTo(404);
  }
}
