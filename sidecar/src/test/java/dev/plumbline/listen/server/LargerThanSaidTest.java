package dev.plumbline.listen.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import dev.plumbline.listen.CompressedBodies;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that become more than their last bytes, or their head, say. */
class LargerThanSaidTest {
  private static final int LENGTH = 2 * ListenLimits.LARGE_BYTES;
  private static final int LIMIT = 2 * LENGTH;
  private static final int CLIENTS = 8;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final AtomicInteger large = new AtomicInteger();
  private final AtomicInteger mostAtATime = new AtomicInteger();
  private final HttpClient client = HttpClient.newHttpClient();
  private Listener listener;

  @BeforeEach
  void open() throws Exception {
    listener =
        stack.open(
            ListenerSettings.builder("test", ListenAddress.loopback(0))
                .route(Route.post("/length", LIMIT, this::length))
                .build());
  }

  @AfterEach
  void close() {
    listener.close();
    stack.close();
  }

  /** How long the body is, inflated. */
  private Response length(Request request) throws RefusedException {
    if (request.isAlone()) {
      mostAtATime.accumulateAndGet(large.incrementAndGet(), Math::max);
    }
    try {
      byte[] body = ContentCoding.body(request, LIMIT, 400);
      assertThat(body.length > ListenLimits.LARGE_BYTES).isEqualTo(request.isAlone());
      return Response.of(200, "text/plain", Integer.toString(body.length).getBytes(UTF_8));
    } finally {
      if (request.isAlone()) {
        large.decrementAndGet();
      }
    }
  }

  private CompletableFuture<HttpResponse<String>> post(byte[] body, String encoding) {
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + "/length"))
            .header("content-encoding", encoding)
            .POST(BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[LENGTH];
    Random random = new Random(1);
    for (int i = 0; i < LENGTH; i++) {
      bytes[i] = (byte) (random.nextInt() & 1);
    }
    return bytes;
  }

  /** Its last member, which alone is looked at before, has one byte. */
  private static byte[] twoMembers(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int most = bytes.length - 1;
    out.write(CompressedBodies.of(ContentCoding.GZIP, Arrays.copyOf(bytes, most)));
    out.write(CompressedBodies.of(ContentCoding.GZIP, Arrays.copyOfRange(bytes, most, most + 1)));
    return out.toByteArray();
  }

  /** A stream does not say its length. */
  private static byte[] zstdStream(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(out)) {
      zstd.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void bodiesThatSayLess_areReadWhole_oneAtATime() throws Exception {
    byte[] gzip = twoMembers(bytes());
    byte[] zstd = zstdStream(bytes());
    assertThat(List.of(gzip.length, zstd.length)).allMatch(wire -> wire < ListenLimits.LARGE_BYTES);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      answers.add(i % 2 == 0 ? post(gzip, "gzip") : post(zstd, "zstd"));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
      assertThat(answer.get().body()).isEqualTo(Integer.toString(LENGTH));
    }
    assertThat(mostAtATime).hasValue(1);
  }

  @Test
  void gzipThatLies_isRefused_andLimitsHold() throws Exception {
    byte[] lie = CompressedBodies.of(ContentCoding.GZIP, bytes());
    Arrays.fill(lie, lie.length - 4, lie.length, (byte) 1);
    assertThat(post(lie, "gzip").get().statusCode()).isEqualTo(400);
    byte[] tooLong = twoMembers(new byte[LIMIT + 1]);
    assertThat(post(tooLong, "gzip").get().statusCode()).isEqualTo(413);
    // They are given back when the answer is out, not before.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (stack.inFlightBytes() > 0) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
