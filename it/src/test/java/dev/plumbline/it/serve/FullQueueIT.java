package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.otlp.decode.RealRequests;
import dev.plumbline.profile.SampleCounts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A daemon whose queue on disk is full, since the {@link FakeCollector} behind it is away: what
 * senders over each protocol are told, and that nothing is lost of what was taken.
 */
class FullQueueIT extends ServeTestCase {
  private static final int MANY = 400;
  private static final String PROTOBUF = "application/x-protobuf";

  /** Larger than what is left of the queue when it refuses uploads. */
  private static final String REQUEST = "collector-pprof-1.10.otlp";

  private final HttpClient client = HttpClient.newHttpClient();

  private String configuration() {
    return """
        operator:
          otel-profiles:
            otel-profiles-exporter: central
            exporters:
              central:
                exporter: otlp-grpc
                endpoint: '%s'
                insecure: true
                compression: none
                otlp-level: '1.10'
                queue: { max-bytes: 64KiB, policy: drop-newest }
                retry: { max-delay: 1s }
        receivers:
          profiling_upload: { endpoint: '127.0.0.1:0' }
          otlp: { protocols: { grpc: { endpoint: '127.0.0.1:0' }, http: { endpoint: '127.0.0.1:0' } } }
          pprof: { server: { endpoint: '127.0.0.1:0' } }
        gadgets: {}
        store: { enabled: false }
        page: { endpoint: '127.0.0.1:0' }
        """
        .formatted(collector.grpcTarget());
  }

  private ExportResult overGrpc(byte[] body) throws Exception {
    ExporterSettings settings =
        ExporterSettings.builder("sender", ExporterKind.OTLP_GRPC)
            .endpoint(address("otlp/grpc "))
            .security(ChannelSecurity.PLAINTEXT)
            .build();
    try (GrpcSender sender = new GrpcSender(settings)) {
      return sender.send(
          ExportRequest.takingOver(body, body.length, 1, SampleCounts.EMPTY),
          TimeUnit.SECONDS.toNanos(30));
    }
  }

  private HttpResponse<String> post(String receiver, String path, String type, byte[] body)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://" + address(receiver + " ") + path))
            .header("content-type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void senders_areToldWhenToComeAgain_andWhatWasTakenArrives() throws Exception {
    collector.goDown();
    Process process = serve(Files.writeString(directory.resolve("c.yaml"), configuration()));
    byte[] profile = profileOfItself();
    int taken = 0;
    while (taken < MANY && upload(profile) == 204) {
      taken++;
    }
    assertThat(taken).isBetween(1, MANY - 1);

    for (String each :
        List.of(
            "profiling_upload /profiling/upload?serviceName=refused",
            "pprof/server /v1/pprof?service=refused")) {
      String[] words = each.split(" ");
      HttpResponse<String> refused = post(words[0], words[1], "application/octet-stream", profile);
      assertThat(refused.statusCode()).as(each).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).as(each).contains("5");
      assertThat(refused.body()).as(each).contains("could not be queued");
    }
    byte[] body = RealRequests.bytes(REQUEST);
    HttpResponse<String> otlp = post("otlp/http", "/v1development/profiles", PROTOBUF, body);
    assertThat(otlp.statusCode()).isEqualTo(503);
    assertThat(otlp.headers().firstValue("retry-after")).contains("5");
    assertThat(otlp.headers().firstValue("content-type")).contains(PROTOBUF);
    assertThat(otlp.body()).contains("could not be queued");
    ExportResult result = overGrpc(body);
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.retryAfterNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(result.message()).contains("could not be queued");
    assertThat(page("/metrics").body())
        .contains("reason=\"queue_full\"")
        .doesNotContain("reason=\"spool_disk\"");

    collector.comeUp();
    int uploads = taken;
    await(process, () -> upload(profile) == 204);
    await(process, () -> collector.received().size() > uploads);
    assertThat(overGrpc(body).outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    await(process, () -> collector.received().size() > uploads + 1);
    terminate(process);
    assertThat(
            ReceivedProfiles.of(collector.received().stream().map(ReceivedRequest::body).toList())
                .resources())
        .noneMatch(resource -> "refused".equals(resource.get("service.name")))
        .anyMatch(resource -> "shop".equals(resource.get("service.name")));
  }
}
