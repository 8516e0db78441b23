package dev.plumbline.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.config.Variables;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.ProfileIds;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the daemon does with profiles, and how it changes. */
class DaemonTest extends DaemonTestCase {
  @Test
  void upload_goesWhereItsReceiverIsRouted_andIsAccountedFor() throws Exception {
    daemon.start(
        config(
            """
            receivers:
              profiling_upload: { endpoint: "127.0.0.1:0" }
              profiling_upload/two: { endpoint: "localhost:0", exporters: [b] }
            """));
    assertThat(upload("profiling_upload", 3)).isEqualTo(204);
    assertThat(upload("profiling_upload/two", 5)).isEqualTo(204);
    assertThat(page("/api/v1/health")).contains("\"name\":\"a\"", "\"accepted\":3");
    assertThat(page("/metrics"))
        .contains("plumbline_export_samples_accepted_total{exporter=\"b\"")
        .contains("plumbline_receive_requests_total{receiver=\"profiling_upload/two\"} 1.0")
        .contains("plumbline_build_info{version=\"test\"} 1.0");
    daemon.close();
    assertThat(sent).containsExactlyInAnyOrder("a 3", "b 5");
  }

  @Test
  void health_tellsWhyNothingArrives_andWhenItIsTriedAgain() throws Exception {
    isAway = true;
    daemon.start(config("receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0' }\n"));
    assertThat(upload("profiling_upload", 3)).isEqualTo(204);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!page("/api/v1/health").matches(".*\"nextTryMillis\":\\d{13}.*")) {
      assertThat(System.nanoTime()).as(page("/api/v1/health")).isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(page("/api/v1/health"))
        .contains("\"state\":\"warning\"", "exporter a: unavailable: nobody listens; see that")
        .contains("\"lastError\":\"unavailable: nobody listens\"", "\"level\":\"1.10\"")
        .contains("\"held\":3", "\"dividedSamples\":0");
  }

  /** Case ST-01: the very same request twice, as a sender does that never saw the answer. */
  @Test
  void repetition_countsOnceWhereItHasAnId_elseTwice() throws Exception {
    daemon.start(
        config(
            "{ enabled: true }",
            "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"));
    String id = "\"profileId\": \"" + "0a".repeat(16) + "\", ";
    for (String part : List.of(id, id, "", "")) {
      assertThat(otlp(part).statusCode()).isEqualTo(200);
    }
    assertThat(page("/metrics"))
        .contains("plumbline_store_samples_accepted_total 4.0")
        .contains("plumbline_store_samples_dropped_total{reason=\"duplicate\"} 1.0");
  }

  /** What our own exporters send again is known again; an equal window of a replica is another. */
  @Test
  void requestOfOurs_thatIsSentAgain_countsOnce_andItsEqualTwice() throws Exception {
    daemon.start(
        config(
            "{ enabled: true }",
            "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"));
    OtlpEncoder encoder =
        OtlpEncoder.builder(OtlpLevel.V1_10).profileIds(ProfileIds.unique()).build();
    ProfileWindow window = window((System.currentTimeMillis() - 60_000) * 1_000_000, 1);
    for (int replica = 0; replica < 2; replica++) {
      ByteBuffer body = encoder.encode(window).requests().get(0).body();
      byte[] request = new byte[body.remaining()];
      body.get(request);
      assertThat(otlp("application/x-protobuf", request).statusCode()).isEqualTo(200);
      assertThat(otlp("application/x-protobuf", request).statusCode()).isEqualTo(200);
    }
    assertThat(page("/metrics"))
        .contains("plumbline_store_samples_accepted_total 4.0")
        .contains("plumbline_store_samples_dropped_total{reason=\"duplicate\"} 2.0");
  }

  /** A file that somebody sends on, twice by mistake. */
  @Test
  void downloadedFile_thatIsSentTwice_countsOnce() throws Exception {
    daemon.start(
        config(
            "{ enabled: true }",
            "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"));
    assertThat(otlp("").statusCode()).isEqualTo(200);
    String file = "/api/v1/download?format=otlp&type=samples";
    HttpRequest download = HttpRequest.newBuilder(URI.create(address("page") + file)).build();
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<byte[]> answer = client.send(download, BodyHandlers.ofByteArray());
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (answer.statusCode() == 404) {
      assertThat(System.nanoTime()).isLessThan(end); // the store writes on a thread of its own
      answer = client.send(download, BodyHandlers.ofByteArray());
    }
    assertThat(answer.statusCode()).isEqualTo(200);
    for (int time = 0; time < 2; time++) {
      assertThat(otlp("application/x-protobuf", answer.body()).statusCode()).isEqualTo(200);
    }
    assertThat(page("/metrics"))
        .contains("plumbline_store_samples_accepted_total 3.0")
        .contains("plumbline_store_samples_dropped_total{reason=\"duplicate\"} 1.0");
  }

  private HttpResponse<String> otlp(String part) throws Exception {
    String json =
        """
        {"resourceProfiles": [{"scopeProfiles": [{"profiles": [{ %s
           "timeUnixNano": "%d", "durationNano": "10000000000",
           "sampleType": {"typeStrindex": 1, "unitStrindex": 2},
           "samples": [{"stackIndex": 0, "values": ["5"]}]}]}]}],
         "dictionary": {"mappingTable": [{}], "locationTable": [{}], "functionTable": [{}],
           "linkTable": [{}], "stackTable": [{}], "attributeTable": [{}],
           "stringTable": ["", "samples", "count"]}}
        """
            .formatted(part, (System.currentTimeMillis() - 60_000) * 1_000_000);
    return otlp("application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<String> otlp(String mediaType, byte[] body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(address("otlp/http") + "/v1development/profiles"))
            .header("content-type", mediaType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  @Test
  void reload_changesRoutes_andLeavesWhatIsTheSame() throws Exception {
    String same = "receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0' }\n";
    daemon.start(config(same));
    String before = address("profiling_upload");
    daemon.reload(config(same.replace("'127.0.0.1:0'", "'127.0.0.1:0', exporters: [b]")));
    assertThat(upload("profiling_upload", 2)).isEqualTo(204);
    daemon.reload(config(same + "memory: 100MiB\n"));
    String after = address("profiling_upload");
    daemon.reload(config(same));
    assertThat(address("profiling_upload")).isEqualTo(after).isNotEqualTo(before);
    daemon.close();
    assertThat(sent).containsExactly("b 2");
  }

  @Test
  void configuredPortThatIsTaken_isAnError_aDefaultOneIsLeftOut() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + taken.getLocalPort();
      ServeException refused =
          catchThrowableOfType(
              ServeException.class,
              () ->
                  daemon.start(
                      config(
                          "receivers:\n  profiling_upload: { endpoint: '" + endpoint + "' }\n")));
      assertThat(refused).hasMessageContaining(endpoint).hasMessageContaining("profiling_upload");
    }
  }

  /** Whoever misses its profiles sees why, and it is tried again when the configuration changes. */
  @Test
  void defaultGadgetThatCannotRun_isLeftOut_andTheHealthSaysWhy() throws Exception {
    ServeConfig config = withDefaultGadget("");
    daemon.start(config);
    assertThat(daemon.statusLine()).contains("gadgets none");
    String because = "\"state\":\"warning\",\"text\":\"no gadgets here, try 1\"";
    assertThat(page("/api/v1/health"))
        .startsWith(
            "{\"state\":\"warning\",\"advice\":\"gadget profile_cpu: no gadgets here, try 1\"")
        .contains("\"gadgets\":[{" + because + ",\"name\":\"profile_cpu\"");
    daemon.reload(withDefaultGadget("memory: 100MiB\n"));
    assertThat(page("/api/v1/health"))
        .contains("no gadgets here, try 2")
        .doesNotContain("no gadgets here, try 1");
  }

  private ServeConfig withDefaultGadget(String rest) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("default.yaml"),
            "receivers: {}\npage: { endpoint: '127.0.0.1:0' }\nstore: { enabled: false }\n" + rest);
    return ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE);
  }

  @Test
  void page_tellsOfItself_andOfNothingToOthers() throws Exception {
    daemon.start(config("receivers: {}\n"));
    assertThat(daemon.statusLine())
        .startsWith("plumbline test; kernel ")
        .contains(
            "gadgets none", "receivers none", "exporters a → notes", "page http://127.0.0.1:");
    assertThat(page("/")).contains("<html");
    HttpResponse<String> other =
        send(
            HttpRequest.newBuilder(URI.create(address("page") + "/metrics"))
                .header("Origin", "http://evil.example"));
    assertThat(other.statusCode()).isEqualTo(403);
  }

  @Test
  void secondDaemon_mayNotHaveTheSameState() {
    ServeException refused =
        catchThrowableOfType(ServeException.class, () -> StateDirectory.hold(state.path()));
    assertThat(refused).hasMessageContaining("another plumbline serve");
  }
}
