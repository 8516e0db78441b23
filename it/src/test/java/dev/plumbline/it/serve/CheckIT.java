package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumbline check} of a file that names everything, as a user without any right. */
class CheckIT {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /** What would change a file, load a program or talk to anybody. */
  private static final Pattern DEED =
      Pattern.compile(
          "(bpf|perf_event_open|bind|listen|mkdir\\w*|rmdir|unlink\\w*|rename\\w*"
              + "|link\\w*|symlink\\w*|f?truncate|f?chmod\\w*|f?chown\\w*|mknod\\w*)\\(.*");

  /** Unlike the C library's question to the name service's cache, which is a unix socket. */
  private static final Pattern CONNECTION =
      Pattern.compile("(connect|sendto|sendmsg)\\(.*AF_INET.*");

  /** The kernel's own files of this process, and where output goes to nowhere. */
  private static final Pattern OPEN_TO_WRITE =
      Pattern.compile("(open\\w*|creat)\\((?!.*\"/(dev|proc/self)/).*(O_WRONLY|O_RDWR|O_CREAT).*");

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);
  private Path config = directory;

  @BeforeEach
  void prepare() throws Exception {
    launcher = new Launcher(directory);
    config =
        Files.writeString(
            directory.resolve("c.yaml"),
            "operator:\n"
                + "  otel-profiles:\n"
                + "    otel-profiles-exporter: central\n"
                + "    exporters:\n"
                + "      central: { exporter: otlp-grpc, endpoint: 'localhost:9', insecure: true }\n"
                + "gadgets: { profile_cpu: {} }\n"
                + "receivers:\n"
                + "  profiling_upload: { endpoint: '127.0.0.1:0' }\n"
                + "  otlp: { protocols: { grpc: { endpoint: '127.0.0.1:0' } } }\n"
                + "store: { enabled: true }\n"
                + "page: { endpoint: '127.0.0.1:0' }\n");
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
  }

  private void checkBehind(List<String> before) throws Exception {
    Path installed = launcher.installation().resolve("bin/plumbline");
    Process process = launcher.start(before, installed, "check", "--config=" + config);
    launcher.awaitSuccess(process, 60);
    assertThat(launcher.err()).contains("no faults, 1 gadgets, 2 receivers, 1 exporters selected");
  }

  @Test
  void userWithoutRights_canCheck() throws Exception {
    Launcher.assumeWorks(NOBODY);
    checkBehind(NOBODY);
  }

  @Test
  void check_writesNothing_loadsNothing_andTalksToNobody() throws Exception {
    Path place = Files.createDirectory(directory.resolve("calls"));
    launcher.run("chmod", "777", place.toString());
    Path calls = place.resolve("calls.txt");
    List<String> traced = new ArrayList<>(NOBODY);
    traced.addAll(
        List.of(
            "strace",
            "-f",
            "-e",
            "trace=%network,%file,ftruncate,fchmod,fchown,bpf,perf_event_open",
            "-o"));
    Launcher.assumeWorks(with(traced, "/dev/null"));
    checkBehind(with(traced, calls.toString()));
    List<String> lines =
        Files.readAllLines(calls).stream().map(line -> line.replaceFirst("^\\d+ +", "")).toList();
    assertThat(lines).anyMatch(line -> line.contains("\"" + config + "\""));
    assertThat(lines)
        .noneMatch(line -> DEED.matcher(line).matches())
        .noneMatch(line -> CONNECTION.matcher(line).matches())
        .noneMatch(line -> OPEN_TO_WRITE.matcher(line).matches());
  }

  private static List<String> with(List<String> words, String last) {
    List<String> all = new ArrayList<>(words);
    all.add(last);
    return all;
  }
}
