package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.TestCertificates;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of the page on the pprof receiver, as it stands: at the ports, the name of a host and
 * the directory that it names, in namespaces where those are free. The delays are the page's, so it
 * takes half a minute.
 */
@Tag("long")
class PprofSnippetIT {
  private static final long PATIENCE_SECONDS = 120;

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);
  private Peers peers;

  @BeforeEach
  void needNamespacesAndPeers() throws Exception {
    launcher = Launcher.withSharedCaches(directory);
    Launcher.assumeWorks(
        List.of(
            "unshare", "-n", "-m", "sh", "-c", "mount -t tmpfs none /mnt && exec \"$@\"", "sh"));
    peers = Peers.build();
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
  }

  private static Path snippet(String name) {
    return Checkout.root().resolve("it/src/test/resources/snippets").resolve(name);
  }

  private void goProgram(String name) throws Exception {
    Path source = Launcher.ROOT.resolve("it/src/workloads/" + name + ".go");
    launcher.run("go", "build", "-o", directory.resolve(name).toString(), source.toString());
  }

  @Test
  void exampleOfThePage_fetchesReadsListensAndProfilesItself() throws Exception {
    goProgram("pprof_server");
    goProgram("tls_push");
    peers.call(List.of("gen", "-only", "small", "-dir", directory.toString()));
    TestCertificates certificates =
        TestCertificates.in(directory).signed("server", "dns:localhost");
    Files.copy(certificates.certificateFile("server"), directory.resolve("server.crt"));
    Files.copy(certificates.keyFile("server"), directory.resolve("server.key"));
    Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost my-svc\n");
    Files.writeString(
        directory.resolve("ig-config.yaml"),
        """
        operator:
          otel-profiles:
            otel-profiles-exporter: files
            exporters: { files: { exporter: file, directory: exported, otlp-level: "1.10" } }
        gadgets: {}
        store: { enabled: false }
        page: { enabled: false }
        """
            + Files.readString(snippet("pprof-receiver.yaml")));
    Process process =
        launcher.startedIn(
            directory, "unshare", "-n", "-m", "bash", "-c", script(certificates.caFile()));
    List<String> expected = Files.readAllLines(snippet("pprof-receiver.expected"));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (process.isAlive() && !said().containsAll(expected) && System.nanoTime() < end) {
      Thread.sleep(500);
    }
    Files.writeString(directory.resolve("stop"), "");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(said())
        .as(Files.readString(directory.resolve("serve.log")))
        .containsExactlyElementsOf(expected);
  }

  private String script(Path ca) {
    return String.join(
        "\n",
        "ip link set lo up",
        "mkdir -p /tmp/pprof && mount -t tmpfs none /tmp/pprof && cp small.pb.gz /tmp/pprof/",
        "mount --bind hosts /etc/hosts",
        "export STATE_DIRECTORY=$PWD/state CACHE_DIRECTORY=$PWD/cache",
        "trap 'kill $go $serve 2>/dev/null; umount /tmp/pprof; rmdir /tmp/pprof 2>/dev/null' EXIT",
        // A pipe that is open at both ends never ends.
        "mkfifo open",
        // Alone on its line: of a list in the background only the shell would be ended.
        "./pprof_server my-svc:9090 <>open >/dev/null & go=$!",
        Launcher.ROOT.resolve("packaging/bin/plumbline")
            + " serve --config=ig-config.yaml >serve.log 2>&1 & serve=$!",
        "until grep -q '; receivers ' serve.log; do kill -0 $serve || exit 1; sleep 0.1; done",
        "./tls_push https://localhost:4040/v1/pprof?service=pushed small.pb.gz " + ca + " >pushed",
        "until [ -e stop ]; do kill -0 $serve || exit 1; sleep 0.2; done",
        "kill $serve; wait $serve");
  }

  /** The answer to the push, and a line for each type of profile and where it is from. */
  private List<String> said() throws IOException {
    List<String> said = new ArrayList<>();
    if (Files.exists(directory.resolve("pushed"))) {
      said.addAll(Files.readAllLines(directory.resolve("pushed")));
    }
    Set<String> arrived = new TreeSet<>();
    for (ReceivedProfile profile : exported().all()) {
      String service = profile.resource().getOrDefault("service.name", "");
      String file = profile.resource().getOrDefault("file.name", "");
      boolean isSelf = service.equals("plumbline");
      if (!isSelf || profile.type().equals("samples/count")) {
        arrived.add((service + " " + file).strip() + ": " + profile.type());
      }
    }
    said.addAll(arrived);
    return said;
  }

  private ReceivedProfiles exported() throws IOException {
    List<byte[]> bodies = new ArrayList<>();
    try (Stream<Path> files =
        Files.exists(directory.resolve("exported"))
            ? Files.list(directory.resolve("exported"))
            : Stream.empty()) {
      for (Path file : files.filter(each -> each.toString().endsWith(".otlp")).toList()) {
        bodies.add(Files.readAllBytes(file));
      }
    }
    return ReceivedProfiles.of(bodies);
  }
}
