package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.it.bench.SyntheticWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A daemon with the smallest heap gets a request that its store cannot hold: one that can be passed
 * on is, one for the store alone is refused for good, and all goes on.
 */
class LargeForHeapIT extends ServeTestCase {
  private static final int STACKS = 25_000;
  private static final int TYPES = 2;

  private HttpResponse<String> post(String receiver, byte[] body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create("http://" + address(receiver) + "/v1development/profiles"))
                .header("content-type", "application/x-protobuf")
                .POST(BodyPublishers.ofByteArray(body))
                .build(),
            BodyHandlers.ofString());
  }

  private static byte[] request() throws Exception {
    List<ExportRequest> requests =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(SyntheticWindow.of(STACKS)).requests();
    assertThat(requests).hasSize(1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    requests.get(0).writeTo(bytes);
    return bytes.toByteArray();
  }

  @Test
  void requestThatTheStoreCannotHold_isPassedOnOrRefusedForGood() throws Exception {
    String config =
        withoutReceivers(
            """
            memory: 64MiB
            gadgets: {}
            receivers:
              profiling_upload: { endpoint: '127.0.0.1:0' }
              otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } }
              otlp/store: { exporters: [], protocols: { http: { endpoint: '127.0.0.2:0' } } }
            """);
    Process process = serve(Files.writeString(directory.resolve("c.yaml"), config));
    byte[] request = request();

    HttpResponse<String> refused = post("otlp/store/http ", request);
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("MiB of memory", "the key memory");
    assertThat(refused.headers().firstValue("retry-after")).isEmpty();

    assertThat(post("otlp/http ", request).statusCode()).isEqualTo(200);
    await(process, () -> collector.received().size() == 1);
    assertThat(page("/metrics").body())
        .contains("reason=\"memory\",status=\"413\"} 1.0")
        .contains(
            "plumbline_store_samples_dropped_total{reason=\"memory\"} " + STACKS * TYPES + ".0");

    assertThat(upload(profileOfItself())).isEqualTo(204);
    await(process, () -> collector.received().size() == 2);
    assertThat(log()).doesNotContain("OutOfMemoryError");
    terminate(process);
  }
}
