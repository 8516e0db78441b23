package dev.plumbline.listen.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.profile.SampleCounts;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a real gRPC client. */
class GrpcRouteTest {
  private static final String SERVICE =
      "opentelemetry.proto.collector.profiles.v1development.ProfilesService";
  private static final int MAX_MESSAGE = 3 << 20;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final AtomicReference<byte[]> received = new AtomicReference<>();
  private volatile GrpcReply reply = GrpcReply.ok(new byte[0]);

  @AfterEach
  void close() {
    stack.close();
  }

  @ParameterizedTest
  @EnumSource
  void message_reachesItsHandler(Compression compression) throws Exception {
    byte[] message = message(2_500_000);
    assertThat(send(message, compression, SERVICE).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(received.get()).isEqualTo(message);
  }

  @Test
  void partialSuccess_comesBackAsTheMessage() throws Exception {
    reply = GrpcReply.ok(new byte[] {0x0a, 0x05, 0x08, 0x02, 0x12, 0x01, 'x'});
    ExportResult result = send(message(10), Compression.GZIP, SERVICE);
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.PARTLY_REJECTED);
    assertThat(result.rejectedProfiles()).isEqualTo(2);
  }

  @Test
  void unavailable_carriesTheTimeToWait() throws Exception {
    reply = GrpcReply.retryAfter(7, "queue is full: 100 %");
    ExportResult result = send(message(10), Compression.GZIP, SERVICE);
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.retryAfterNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(7));
    assertThat(result.message()).contains("queue is full: 100 %");
  }

  @Test
  void messageAboveTheLimit_isResourceExhausted_inflatedOrNot() throws Exception {
    ExportResult plain = send(message(MAX_MESSAGE + 1), Compression.NONE, SERVICE);
    assertThat(plain.reason()).isEqualTo("resource_exhausted");
    ExportResult zipped = send(new byte[MAX_MESSAGE + 1], Compression.GZIP, SERVICE);
    assertThat(zipped.reason()).isEqualTo("resource_exhausted");
    assertThat(received.get()).isNull();
  }

  @Test
  void methodThatIsNotServed_isUnimplemented() throws Exception {
    assertThat(send(message(10), Compression.GZIP, "another.Service").reason())
        .isEqualTo("unimplemented");
  }

  private ExportResult send(byte[] message, Compression compression, String served)
      throws Exception {
    Route route =
        GrpcRoute.of(
            served,
            "Export",
            MAX_MESSAGE,
            (bytes, call) -> {
              received.set(bytes);
              return reply;
            });
    Listener listener =
        stack.open(
            ListenerSettings.builder("test", ListenAddress.loopback(0)).route(route).build());
    ExporterSettings settings =
        ExporterSettings.builder("test", ExporterKind.OTLP_GRPC)
            .endpoint(listener.address().toString())
            .security(ChannelSecurity.PLAINTEXT)
            .compression(compression)
            .build();
    try (GrpcSender sender = new GrpcSender(settings)) {
      return sender.send(
          ExportRequest.takingOver(message, message.length, 1, SampleCounts.EMPTY),
          TimeUnit.SECONDS.toNanos(10));
    }
  }

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    new Random(1).nextBytes(message);
    return message;
  }
}
