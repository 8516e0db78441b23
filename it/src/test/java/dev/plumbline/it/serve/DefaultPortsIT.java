package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code plumbline serve} with no file: its ports are fixed, so it gets a network of its own. */
class DefaultPortsIT extends ServeTestCase {
  private static final List<String> OWN_NETWORK =
      List.of("unshare", "-n", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh");

  private final List<Launcher> others = new ArrayList<>();

  @AfterEach
  void endOthers() throws InterruptedException {
    for (Launcher other : others) {
      other.close();
    }
  }

  @Test
  void withoutAFile_fourPortsAreOpen_onLoopbackOnly() throws Exception {
    Launcher.assumeWorks(OWN_NETWORK);
    Process process = launcher.plumblineBehind(OWN_NETWORK, "serve");
    await(process, () -> log().contains("page http://127.0.0.1:7171/"));
    assertThat(listening(process))
        .containsExactly("127.0.0.1:4317", "127.0.0.1:4318", "127.0.0.1:7171", "127.0.0.1:8028");
    assertThat(log())
        .contains("otlp/grpc 127.0.0.1:4317", "otlp/http 127.0.0.1:4318", "store ")
        .contains("profiling_upload 127.0.0.1:8028")
        .doesNotContain("hardware address");
    assertThat(answerOfThePage(process, "/")).startsWith("HTTP/1.1 200 ");
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();
  }

  @Test
  void defaultPortThatIsTaken_isLeftOutWithOneWarning_andEverythingElseGoesOn() throws Exception {
    Launcher.assumeWorks(OWN_NETWORK);
    Launcher other = Launcher.withSharedCaches(Files.createDirectories(directory.resolve("other")));
    others.add(other);
    other.environment("STATE_DIRECTORY", directory.resolve("other/state").toString());
    Path config =
        Files.writeString(
            directory.resolve("other/c.yaml"),
            "gadgets: {}\n"
                + "receivers: { profiling_upload: { endpoint: '127.0.0.1:8028' } }\n"
                + "store: { enabled: false }\n"
                + "page: { enabled: false }\n");
    Process holder = other.plumblineBehind(OWN_NETWORK, "serve", "--config=" + config);
    await(holder, () -> other.err().contains("127.0.0.1:8028"));
    assertThat(listening(holder)).containsExactly("127.0.0.1:8028");

    String there = Long.toString(holder.pid());
    Process process = launcher.plumblineBehind(List.of("nsenter", "-t", there, "-n"), "serve");
    await(process, () -> log().contains("page http://127.0.0.1:7171/"));
    assertThat(count("it is left out")).as(log()).isOne();
    assertThat(log())
        .contains(
            "profiling_upload cannot listen on 127.0.0.1:8028: another process listens there;"
                + " it is left out")
        .contains("otlp/grpc 127.0.0.1:4317", "otlp/http 127.0.0.1:4318", "store ");
    assertThat(answerOfThePage(process, "/")).startsWith("HTTP/1.1 200 ");
    assertThat(answerOfThePage(process, "/api/v1/health"))
        .contains("\"advice\":\"receiver profiling_upload: profiling_upload cannot listen on ");
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();
  }

  private String answerOfThePage(Process process, String path) throws Exception {
    Path answer = directory.resolve("answer.txt");
    Process client =
        launcher.started(
            "nsenter",
            "-t",
            Long.toString(process.pid()),
            "-n",
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/7171 && printf 'GET %s HTTP/1.1\\r\\nHost: 127.0.0.1:7171\\r\\n"
                + "Connection: close\\r\\n\\r\\n' \"$1\" >&3 && cat <&3 > \"$0\"",
            answer.toString(),
            path);
    launcher.awaitSuccess(client, 60);
    return Files.readString(answer);
  }

  /**
   * Of the process's network: addresses and ports, as the kernel has them. Only to be asked once it
   * has said that it is ready: while a daemon replaces itself, which a thread does that is not its
   * first, the kernel has no {@code net} of it for a moment, as of a process that has ended.
   */
  private static Set<String> listening(Process process) throws IOException {
    Set<String> addresses = new TreeSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path path = Path.of("/proc", Long.toString(process.pid()), "net", table);
      for (String line : Files.readAllLines(path)) {
        String[] columns = line.strip().split("\\s+");
        if (columns[3].equals("0A")) {
          addresses.add(inWords(columns[1]));
        }
      }
    }
    return addresses;
  }

  /** Each four bytes are a word of the machine, little end first. */
  private static String inWords(String column) throws UnknownHostException {
    String[] parts = column.split(":");
    byte[] bytes = HexFormat.of().parseHex(parts[0]);
    byte[] ordered = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      ordered[i] = bytes[i / 4 * 4 + 3 - i % 4];
    }
    InetAddress address = InetAddress.getByAddress(ordered);
    return address.getHostAddress() + ":" + Integer.parseInt(parts[1], 16);
  }
}
