package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.FetchException;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.fetch.HttpFetcher;
import dev.plumbline.fetch.TestServer;
import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.server.ServerStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthExtensionTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final HttpClients clients = new HttpClients(stack);
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    server.at(
        "/p",
        exchange -> {
          server.note(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          TestServer.answer(exchange, 200, "x".getBytes(UTF_8));
        });
  }

  @AfterEach
  void close() {
    server.close();
    stack.close();
  }

  private HttpFetcher fetcher(AuthExtension auth) {
    return clients.open(ClientSettings.builder(server.url("/p")).auth(auth).build());
  }

  private void get(HttpFetcher fetcher) throws Exception {
    fetcher.get(server.url("/p"), LONG);
  }

  @Test
  void basicClient_showsNameAndPassword_asTheFilesSayNow() throws Exception {
    Path password = Files.writeString(directory.resolve("password"), "one\n");
    BasicAuth auth =
        new BasicAuth(
            "basicauth", new BasicAuth.User(Secret.of("user"), Secret.ofFile(password)), null);
    try (HttpFetcher fetcher = fetcher(auth)) {
      get(fetcher);
      Files.writeString(password, "two");
      get(fetcher);
    }
    assertThat(server.notes())
        .containsExactly("Basic " + base64("user:one"), "Basic " + base64("user:two"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void bearerClient_showsTheFirstToken() throws Exception {
    Path tokens = Files.writeString(directory.resolve("tokens"), "first\nsecond\n");
    BearerTokenAuth auth =
        new BearerTokenAuth(
            "bearertokenauth", "Token", "Authorization", List.of(), Secret.ofFile(tokens));
    try (HttpFetcher fetcher = fetcher(auth)) {
      get(fetcher);
    }
    assertThat(server.notes()).containsExactly("Token first");
  }

  private OAuth2Client oauth() {
    return new OAuth2Client(
        "oauth2client",
        Secret.of("id"),
        Secret.of("s&cret"),
        ClientSettings.builder(server.url("/token")).build(),
        List.of("a", "b"),
        Map.of("audience", List.of("profiles")),
        OAuth2Client.DEFAULT_EXPIRY_BUFFER);
  }

  @Test
  void oauthClient_keepsItsToken_andGetsAnotherWhenItIsRefused() throws Exception {
    AtomicInteger tokens = new AtomicInteger();
    server.at(
        "/token",
        exchange -> {
          server.note(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          String json =
              "{\"access_token\":\"t%d\",\"nested\":{\"x\":[1]},\"token_type\":\"bearer\",\"expires_in\":3600}"
                  .formatted(tokens.incrementAndGet());
          TestServer.answer(exchange, 200, json.getBytes(UTF_8));
        });
    server.at(
        "/guarded",
        exchange -> {
          String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
          server.note(shown);
          TestServer.answer(exchange, shown.equals("Bearer t2") ? 200 : 401, new byte[] {'x'});
        });
    try (HttpFetcher fetcher = fetcher(oauth())) {
      get(fetcher);
      get(fetcher);
      assertThat(server.notes())
          .containsExactly(
              "grant_type=client_credentials&client_id=id&client_secret=s%26cret"
                  + "&scope=a+b&audience=profiles",
              "Bearer t1", "Bearer t1");
      assertThat(fetcher.get(server.url("/guarded"), LONG).status()).isEqualTo(200);
    }
    assertThat(tokens).hasValue(2);
  }

  @Test
  void oauthFailure_isOfCredentials_withoutThem() throws Exception {
    server.at("/token", exchange -> TestServer.answer(exchange, 400, "s&cret".getBytes(UTF_8)));
    try (HttpFetcher fetcher = fetcher(oauth())) {
      FetchException refused = catchThrowableOfType(FetchException.class, () -> get(fetcher));
      assertThat(refused.kind()).isEqualTo(FetchException.Kind.CREDENTIALS);
      assertThat(refused).hasMessage("oauth2client: the token's server answers 400");
    }
  }

  private static int status(Guard guard, String header) {
    Request request =
        new Request(
            "POST", "/", Map.of(), Map.of("authorization", header), "127.0.0.1", new byte[0]);
    try {
      guard.check(request);
      return 200;
    } catch (RefusedException e) {
      return e.status();
    }
  }

  @Test
  void basicServer_letsKnownUsersIn_plainAndHashed() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("users"),
            "# users\nhashed:{SHA}qUqP5cyxm6YcTAhz05Hph5gvu9M=\nbroken:{SHA}x\n");
    BasicAuth auth =
        new BasicAuth(
            "basicauth", null, new UserFile(Secret.of("plain:pa:ss\n"), Secret.ofFile(file)));
    Guard guard = auth.guard();
    assertThat(status(guard, "Basic " + base64("plain:pa:ss"))).isEqualTo(200);
    assertThat(status(guard, "Basic " + base64("hashed:test"))).isEqualTo(200);
    assertThat(status(guard, "Basic " + base64("hashed:{SHA}qUqP5cyxm6YcTAhz05Hph5gvu9M=")))
        .isEqualTo(401);
    assertThat(status(guard, "Basic " + base64("broken:x"))).isEqualTo(401);
    assertThat(status(guard, "Basic " + base64("nobody:"))).isEqualTo(401);
    assertThat(status(guard, "Basic !")).isEqualTo(401);
    assertThat(UserFile.fault("a:$2y$10$abc")).contains("a hash of a kind").doesNotContain("abc");
  }

  @Test
  void tokenServer_letsAnyOfItsTokensIn() {
    BearerTokenAuth auth =
        new BearerTokenAuth(
            "bearertokenauth",
            "Bearer",
            "Authorization",
            List.of(Secret.of("one"), Secret.of("two")),
            null);
    Guard guard = auth.guard();
    assertThat(status(guard, "Bearer two")).isEqualTo(200);
    assertThat(status(guard, "bearer one")).isEqualTo(200);
    assertThat(status(guard, "Bearer three")).isEqualTo(401);
    assertThat(status(guard, "Bearer ")).isEqualTo(401);
    assertThat(status(guard, "Basic " + base64("a:one"))).isEqualTo(401);
  }
}
