package dev.plumbline.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.CompressedBodies;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.IntList;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be pushed to {@code /v1/pprof} and {@code /profiling/upload}, and how much of it. */
class PushLimitsTest {
  private static final String PPROF = "/v1/pprof";
  private static final String UPLOAD = "/profiling/upload?serviceName=a";
  private static final int INFLATED_LIMIT = 32 << 20;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final List<ReceivedProfiles> taken = new CopyOnWriteArrayList<>();
  private Listener listener;

  @BeforeEach
  void open() throws Exception {
    ProfileIntake intake = profiles -> taken.add(profiles);
    ReceiverCounts counts = new ReceiverCounts("test", Clock.systemUTC());
    Scope scope = Scope.of("test", "1");
    listener =
        stack.open(
            ListenerSettings.builder("test", ListenAddress.loopback(0))
                .route(
                    new PprofServerReceiver(
                            intake,
                            counts,
                            scope,
                            PprofServerReceiver.DEFAULT_MAX_REQUEST_BODY_BYTES,
                            ServerOptions.DEFAULT,
                            Clock.systemUTC())
                        .route())
                .route(new UploadReceiver(intake, counts, scope, Clock.systemUTC()).route())
                .build());
  }

  @AfterEach
  void close() {
    listener.close();
    stack.close();
  }

  private int post(String path, byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + path))
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  /** One sample of so many types. */
  private static byte[] pprof(int types) {
    PprofBuilder builder = new PprofBuilder();
    int name = builder.string("f");
    int function = builder.function(name, name, 0, 0);
    builder.beginLocation(0, 0, false);
    builder.line(function, 1, 0);
    IntList stack = new IntList();
    stack.add(builder.endLocation());
    long[] values = new long[types];
    for (int i = 0; i < types; i++) {
      builder.sampleType(builder.string("type" + i), builder.string("count"));
      values[i] = i + 1;
    }
    builder.sample(builder.stack(stack), 0, values);
    return builder.build().toProtobuf();
  }

  /** The body may be gzip by itself, with or without a word of it in the head. */
  @ParameterizedTest
  @CsvSource({
    "gzip, GZIP",
    "zlib, ZLIB",
    "deflate, ZLIB",
    "zstd, ZSTD",
    "snappy, SNAPPY",
    "x-snappy-framed, SNAPPY_FRAMED",
    "lz4, LZ4",
    "identity, IDENTITY"
  })
  void everyEncoding_isUndone_overPlainAndGzippedProfiles(String name, ContentCoding coding)
      throws Exception {
    byte[] plain = pprof(1);
    byte[] gzipped = CompressedBodies.of(ContentCoding.GZIP, plain);
    for (byte[] profile : List.of(plain, gzipped)) {
      byte[] body = CompressedBodies.of(coding, profile);
      assertThat(post(PPROF, body, "Content-Encoding", name)).isEqualTo(204);
    }
    assertThat(post(PPROF, plain, "Content-Type", "text/html")).isEqualTo(204);
    assertThat(post(PPROF, gzipped)).isEqualTo(204);
    assertThat(post(PPROF, plain, "Content-Encoding", "br")).isEqualTo(400);
    assertThat(taken).hasSize(4);
    assertThat(taken).allMatch(each -> each.window().profiles().get(0).total() == 1);
  }

  /** As many bits as bytes: nothing that its ratio gives away. */
  private static byte[] bits(int length) {
    byte[] bytes = new byte[length];
    Random random = new Random(1);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt() & 1);
    }
    return bytes;
  }

  @Test
  void bytesAboveALimit_are413_asTheyComeOrInflated_withAndWithoutAWordOfIt() throws Exception {
    byte[] large = CompressedBodies.of(ContentCoding.GZIP, bits(INFLATED_LIMIT + 1));
    byte[] ratio = CompressedBodies.of(ContentCoding.GZIP, new byte[16 << 20]);
    assertThat(large).hasSizeLessThan(8 << 20);
    for (String path : List.of(PPROF, UPLOAD)) {
      for (byte[] body : List.of(large, ratio)) {
        assertThat(post(path, body)).as(path).isEqualTo(413);
        assertThat(post(path, body, "Content-Encoding", "gzip")).as(path).isEqualTo(413);
      }
    }
    assertThat(post(PPROF, new byte[(20 << 20) + 1])).isEqualTo(413);
    assertThat(post(UPLOAD, new byte[(32 << 20) + 1])).isEqualTo(413);
    assertThat(taken).isEmpty();
    assertThat(stack.inFlightBytes()).isZero();
  }

  /** Two gzip members, of which the last one says that it is small. */
  @Test
  void profileThatBecomesMoreThanItSays_isTaken() throws Exception {
    byte[] plain = namedAtLength();
    assertThat(plain.length).isGreaterThan(ListenLimits.LARGE_BYTES);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    int most = plain.length - 1;
    members.write(CompressedBodies.of(ContentCoding.GZIP, Arrays.copyOf(plain, most)));
    members.write(
        CompressedBodies.of(ContentCoding.GZIP, Arrays.copyOfRange(plain, most, most + 1)));
    byte[] body = members.toByteArray();
    assertThat(body.length).isLessThan(ListenLimits.LARGE_BYTES);
    for (String path : List.of(PPROF, UPLOAD)) {
      assertThat(post(path, body)).as(path).isEqualTo(204);
    }
    assertThat(taken).hasSize(2).allMatch(each -> each.window().profiles().get(0).total() == 1);
  }

  /** Its one comment has some MiB. */
  private static byte[] namedAtLength() {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("samples"), builder.string("count"));
    StringBuilder comment = new StringBuilder();
    Random random = new Random(1);
    while (comment.length() <= ListenLimits.LARGE_BYTES) {
      comment.append((char) ('a' + random.nextInt(4)));
    }
    builder.comment(builder.string(comment.toString()));
    builder.beginLocation(0, 0x1234, false);
    IntList stack = new IntList();
    stack.add(builder.endLocation());
    builder.sample(builder.stack(stack), 0, new long[] {1});
    return builder.build().toProtobuf();
  }

  @Test
  void sampleTypesAboveTheLimit_are422_onTheUploadAlone() throws Exception {
    assertThat(post(UPLOAD, pprof(64))).isEqualTo(204);
    assertThat(post(UPLOAD, pprof(65))).isEqualTo(422);
    assertThat(post(PPROF, pprof(65))).isEqualTo(204);
  }

  @Test
  void serviceInTheHead_counts_unlessTheQuerySaysOne() throws Exception {
    String[] head = {"X-Plumbline-Service", "shop"};
    assertThat(post(PPROF, pprof(1), head)).isEqualTo(204);
    assertThat(post(PPROF + "?service=cart", pprof(1), head)).isEqualTo(204);
    assertThat(taken)
        .extracting(each -> each.window().profiles().get(0).resource().serviceName())
        .containsExactly("shop", "cart");
  }
}
