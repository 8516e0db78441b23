package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the pages on the pprof receiver and on profiling endpoints let a user send, as it stands and
 * at the ports that they name, in a network namespace where those are free.
 */
class PushSnippetsIT extends HostTestCase {
  /** One of the sink, which no page names. */
  private static final String SINK = "127.0.0.1:5317";

  private static Peers peers;

  @BeforeAll
  static void needNamespaceAndPeers() throws Exception {
    Launcher.assumeWorks(
        List.of("unshare", "-n", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
    peers = Peers.build();
  }

  private static Path snippet(String name) {
    return Checkout.root().resolve("it/src/test/resources/snippets").resolve(name);
  }

  /** The file of the Go program is one as {@code runtime/pprof} writes it. */
  @Test
  void everyPushOfThePages_isTaken() throws Exception {
    peers.call(List.of("gen", "-only", "small", "-dir", directory.toString()));
    Path profile = Files.copy(directory.resolve("small.pb.gz"), directory.resolve("cpu.pprof"));
    launcher.run("go", "build", "-o", directory + "/push", snippet("pprof-push.go").toString());
    writeRequest("post", snippet("pprof-post.http"), profile);
    writeRequest("upload", snippet("push-upload.http"), profile);
    writeRequest("http", snippet("push-otlp.http"), directory.resolve("small.otlp"));

    List<String> said =
        received(
            "./push",
            answerOf("post", 4040),
            answerOf("upload", 8028),
            answerOf("http", 4318),
            peers.program() + " load -n 1 -workers 1 -target localhost:4317 small.otlp >/dev/null");

    assertThat(said).containsExactlyElementsOf(Files.readAllLines(snippet("push.expected")));
  }

  private void writeRequest(String name, Path head, Path body) throws IOException {
    Files.write(directory.resolve(name), http(head, Files.readAllBytes(body)));
  }

  private static String answerOf(String request, int port) {
    return "exec 3<>/dev/tcp/localhost/"
        + port
        + (" && cat " + request + " >&3 && head -n 1 <&3 | tr -d '\\r'");
  }

  /** The lines of the page, with what HTTP asks for besides. */
  private static byte[] http(Path head, byte[] body) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(head));
    lines.set(0, lines.get(0) + " HTTP/1.1");
    lines.add("Host: localhost");
    lines.add("Connection: close");
    lines.add("Content-Length: " + body.length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    out.write(body);
    return out.toByteArray();
  }

  /**
   * Runs those commands beside a daemon; what they print, their exit codes, and what then arrives.
   */
  private List<String> received(String... commands) throws Exception {
    Files.writeString(
        directory.resolve("ig-config.yaml"),
        """
        operator:
          otel-profiles:
            otel-profiles-exporter: central
            exporters:
              central: { exporter: otlp-grpc, endpoint: "%s", insecure: true, otlp-level: "1.10" }
        gadgets: {}
        store: { enabled: false }
        page: { enabled: false }
        receivers:
          pprof: { server: { endpoint: "localhost:4040" } }
          otlp: { protocols: { grpc: {}, http: {} } }
          profiling_upload: {}
        """
            .formatted(SINK));
    List<String> script = new ArrayList<>(List.of("ip link set lo up"));
    script.add("trap 'kill $serve $sink 2>/dev/null' EXIT");
    script.add(peers.program() + " sink -listen " + SINK + " -keep request >sink.log & sink=$!");
    script.add("export STATE_DIRECTORY=state CACHE_DIRECTORY=" + Launcher.SHARED_CACHES);
    script.add(
        Launcher.ROOT.resolve("packaging/bin/plumbline")
            + " serve --config=ig-config.yaml >serve.log 2>&1 & serve=$!");
    script.add(
        "until grep -q '; receivers ' serve.log; do kill -0 $serve || exit 1; sleep 0.1; done");
    for (String command : commands) {
      script.add("{ " + command + "; } >>result; echo \"exit code $?\" >>result");
    }
    // The daemon sends what it has before it ends.
    script.add("kill $serve; wait $serve");
    Process process =
        launcher.startedIn(directory, "unshare", "-n", "bash", "-c", String.join("\n", script));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();

    List<String> said = new ArrayList<>(Files.readAllLines(directory.resolve("result")));
    List<String> inspect = new ArrayList<>(List.of("inspect", "-resources", "-by", "service.name"));
    try (Stream<Path> files = Files.list(directory)) {
      files.map(Path::toString).filter(file -> file.contains("/request.")).forEach(inspect::add);
    }
    assertThat(inspect).as(Files.readString(directory.resolve("serve.log"))).hasSizeGreaterThan(4);
    peers
        .call(inspect)
        .lines()
        .filter(line -> !line.startsWith("   "))
        .map(line -> line.replaceAll(" mean depth.*", ""))
        .forEach(said::add);
    return said;
  }
}
