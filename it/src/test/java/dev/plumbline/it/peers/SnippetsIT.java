package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.jvm.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The exporters of ig's page, unchanged and at the ports that they name, in a network namespace of
 * their own where those ports are free.
 */
class SnippetsIT {
  private static Peers peers;

  @TempDir Path directory;

  @BeforeAll
  static void needNamespaceAndPeers() {
    assumeTrue(
        canBringLoopbackUp(), "a network namespace of its own needs root and the program ip");
    peers = Peers.build();
  }

  @ParameterizedTest
  @CsvSource({"exporters, 4317", "guide, 4040"})
  void exporter_of_the_page_sends_where_it_says(String name, int port) throws IOException {
    final String script =
        String.join(
            "\n",
            "ip link set lo up",
            peers.program()
                + (" sink -listen 127.0.0.1:" + port)
                + (" -keep " + directory.resolve("request"))
                + " >/dev/null & sink=$!",
            "\"$@\"",
            "status=$?",
            "kill $sink",
            "exit $status");
    final Path snippet =
        Checkout.root().resolve("it/src/test/resources/snippets/" + name + ".ig-config.yaml");
    try (ChildJvm jvm =
        ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "2000", "0")
            .withAgent()
            .agent("start", "sync")
            .agent("exit.timeout", "30s")
            .agent("config", snippet.toString())
            .agent("otel-profiles-exporter", "my-profiles-exporter")
            .behind("unshare", "-n", "sh", "-c", script, "sh")
            .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
    }
    try (Stream<Path> requests = Files.list(directory)) {
      final List<String> files = requests.map(Path::toString).toList();
      assertThat(files).isNotEmpty();
      assertThat(
              peers.call(
                  Stream.concat(
                          Stream.of("inspect", "-by", "service.name", "-frame", "lastWords"),
                          files.stream())
                      .toList()))
          .contains("EndingApp samples/count");
    }
  }

  private static boolean canBringLoopbackUp() {
    try {
      final Process process =
          new ProcessBuilder("unshare", "-n", "ip", "link", "set", "lo", "up").start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
