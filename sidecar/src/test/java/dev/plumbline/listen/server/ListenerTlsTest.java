package dev.plumbline.listen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenerTlsTest {
  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});

  @AfterEach
  void close() {
    stack.close();
  }

  private Listener open(TestIdentity identity, @Nullable Path clientCa) throws Exception {
    return stack.open(
        ListenerSettings.builder("tls", ListenAddress.loopback(0))
            .route(Route.get("/x", request -> Response.text(200, "in")))
            .tls(new TlsFiles(identity.certificate(), identity.key(), clientCa))
            .build());
  }

  private static HttpResponse<String> get(Listener listener, SSLContext context) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create("https://" + listener.address() + "/x")).build(),
            BodyHandlers.ofString());
  }

  @Test
  void tls_speaksHttp2() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    HttpResponse<String> answer = get(open(server, null), server.trusted());
    assertThat(answer.body()).isEqualTo("in\n");
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  @Test
  void clientAuthority_keepsStrangersOut() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity known = TestIdentity.make(directory, "known");
    TestIdentity stranger = TestIdentity.make(directory, "stranger");
    Listener listener = open(server, known.certificate());
    assertThat(get(listener, known.clientTrusting(server)).statusCode()).isEqualTo(200);
    assertThat(
            catchThrowableOfType(
                IOException.class, () -> get(listener, stranger.clientTrusting(server))))
        .isNotNull();
    assertThat(catchThrowableOfType(IOException.class, () -> get(listener, server.trusted())))
        .isNotNull();
  }

  @Test
  void changedFiles_areUsedAfterAReload_andBrokenOnesAreNot() throws Exception {
    TestIdentity first = TestIdentity.make(directory, "first");
    TestIdentity second = TestIdentity.make(directory, "second");
    Listener listener = open(first, null);
    Files.copy(second.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(second.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
    listener.reloadTls();
    assertThat(get(listener, second.trusted()).statusCode()).isEqualTo(200);
    assertThat(catchThrowableOfType(IOException.class, () -> get(listener, first.trusted())))
        .isNotNull();
    Files.writeString(first.certificate(), "nothing");
    assertThat(catchThrowableOfType(ListenException.class, listener::reloadTls)).isNotNull();
    assertThat(get(listener, second.trusted()).statusCode()).isEqualTo(200);
  }

  @Test
  void changedClientAuthority_letsOthersInAfterAReload() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    TestIdentity first = TestIdentity.make(directory, "first");
    TestIdentity second = TestIdentity.make(directory, "second");
    Path authority = Files.copy(first.certificate(), directory.resolve("ca.pem"));
    Listener listener = open(server, authority);
    assertThat(get(listener, first.clientTrusting(server)).statusCode()).isEqualTo(200);
    Files.copy(second.certificate(), authority, StandardCopyOption.REPLACE_EXISTING);
    listener.reloadTls();
    assertThat(get(listener, second.clientTrusting(server)).statusCode()).isEqualTo(200);
    assertThat(
            catchThrowableOfType(
                IOException.class, () -> get(listener, first.clientTrusting(server))))
        .isNotNull();
  }

  @Test
  void missingFile_isSaid() throws Exception {
    TestIdentity server = TestIdentity.make(directory, "server");
    Files.delete(server.key());
    ListenException refused = catchThrowableOfType(ListenException.class, () -> open(server, null));
    assertThat(refused.isTaken()).isFalse();
    assertThat(refused).hasMessageContaining("tls cannot listen");
  }
}
