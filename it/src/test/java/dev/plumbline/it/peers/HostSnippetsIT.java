package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The command of ig's page with our program's name, as it stands beside its configuration, in a
 * network namespace where the port that it names is free. {@code sudo} is a script where the test
 * is root and has none.
 */
class HostSnippetsIT extends HostTestCase {
  private static Peers peers;

  @BeforeAll
  static void needNamespaceAndPeers() throws Exception {
    Launcher.assumeRights();
    Launcher.assumeWorks(
        List.of("unshare", "-n", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
    peers = Peers.build();
  }

  private static Path snippet(String name) {
    return Checkout.root().resolve("it/src/test/resources/snippets").resolve(name);
  }

  @Test
  void commandOfThePage_profilesUntilItIsInterrupted() throws Exception {
    Path programs = Files.createDirectories(directory.resolve("programs"));
    Files.createSymbolicLink(
        programs.resolve("plumbline"), Launcher.ROOT.resolve("packaging/bin/plumbline"));
    Path sudo = programs.resolve("sudo");
    Files.writeString(sudo, "#!/bin/sh\nexec \"$@\"\n");
    assertThat(sudo.toFile().setExecutable(true)).isTrue();
    Files.copy(snippet("guide.ig-config.yaml"), directory.resolve("ig-config.yaml"));
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    String script =
        String.join(
            "\n",
            "ip link set lo up",
            peers.program() + " sink -listen 127.0.0.1:4040 -keep request >sink.log & sink=$!",
            "PATH="
                + programs
                + ":$PATH timeout --foreground --preserve-status --signal=INT 12"
                + (" bash -c \"$(cat " + snippet("run.sh") + ")\" >out.log 2>err.log"),
            "echo \"exit code $?\" >result",
            "kill $sink");
    Process process = launcher.startedIn(directory, "unshare", "-n", "sh", "-c", script);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

    List<String> found = new ArrayList<>(Files.readAllLines(directory.resolve("result")));
    List<String> inspect = new ArrayList<>(List.of("inspect", "-resources", "-by", "service.name"));
    try (Stream<Path> files = Files.list(directory)) {
      files.map(Path::toString).filter(file -> file.contains("/request.")).forEach(inspect::add);
    }
    found.addAll(peers.call(inspect).lines().map(HostSnippetsIT::head).toList());
    assertThat(found).as(Files.readString(directory.resolve("err.log"))).containsAll(expected());
  }

  private static List<String> expected() throws IOException {
    return Files.readAllLines(snippet("run.expected"));
  }

  /** A group's line up to its numbers, which differ from run to run. */
  private static String head(String line) {
    int numbers = line.indexOf(": samples ");
    return numbers < 0 ? line : line.substring(0, numbers);
  }
}
