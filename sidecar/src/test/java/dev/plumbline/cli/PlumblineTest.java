package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.output.NamedOutputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user sees of the command line, up to where the kernel would be asked. */
class PlumblineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();

  private int execute(String... arguments) {
    Console console =
        new Console(
            out, new PrintStream(err, true, StandardCharsets.UTF_8), environment::get, false);
    return Plumbline.execute(console, arguments);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void helpOfAGadget_listsGeneralFlagsAndItsOwn() {
    assertThat(execute("run", "profile_cpu", "--help")).isZero();
    assertThat(out())
        .contains(
            "--config",
            "-v, --verbose",
            "--annotate",
            "--host",
            "-c, --containername",
            "--runtime-containername",
            "--runtime-containerimage-digest",
            "--runtime-containerimage-id",
            "--k8s-namespace",
            "--k8s-podname",
            "--k8s-containername",
            "--k8s-selector",
            "--pid",
            "--tid",
            "--uid",
            "--gid",
            "--comm",
            "-F, --filter",
            "--sort",
            "--max-entries",
            "--fields",
            "--map-fetch-interval",
            "--map-fetch-count",
            "-o, --output",
            "--otel-profiles-exporter",
            "--otel-profiles-sanitize-labels",
            "-t, --timeout",
            "--frequency",
            "--kernel-stacks-only",
            "--user-stacks-only",
            "--include-idle",
            "--collect-ustack",
            "--collect-build-id",
            "--collect-otel-stack",
            "--ig_build_id_max_entries",
            "--debuginfod-cache-path",
            "--symbolizers");
    assertThat(err()).isEmpty();
  }

  @Test
  void helpWithoutAGadget_hasNoFlagsOfOne() {
    assertThat(execute("run", "--help")).isZero();
    assertThat(out()).contains("--filter").doesNotContain("--frequency");
  }

  @Test
  void version_isPrinted() {
    assertThat(execute("--version")).isZero();
    assertThat(out()).startsWith("plumbline ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|no command is given, expected run, serve, check, convert or help",
        "run|no gadget is named",
        "run nosuch|gadget \"nosuch\" is not known, expected one of profile_cpu",
        "run nosuch --frequency=9|gadget \"nosuch\" is not known",
        "run ./no/such/place|gadget ./no/such/place: cannot read",
        "run profile_cpu --frequncy=9|is --frequency meant?",
        "run profile_cpu --frequency|Missing required parameter",
        "run profile_cpu --timeout=soon|--timeout",
        "run profile_cpu --timeout=-1|timeout is -1",
        "run profile_cpu --uid=-1|--uid is -1, expected 0 to 4294967294",
        "run profile_cpu --gid=4294967295|--gid is 4294967295",
        "run profile_cpu --include-idle=maybe|parameter \"include-idle\"",
        "run profile_cpu --annotate=samples|has no colon",
        "run profile_cpu -o colums|output mode \"colums\" is not known",
        "run profile_cpu --config=/no/such/file|no such file",
        "run profile_cpu --config=/|cannot be read",
        "run profile_cpu --config=/dev/null/file|cannot be read",
        "run profile_cpu --otel-profiles-exporter=my|exporter \"my\" is not configured",
        "run profile_cpu --otel-profiles-exporter=a,samples:b|mixes names",
        "check|no file is named",
      })
  void fault_isOneLineAndExitCodeOne(String arguments, String message) {
    assertThat(execute(arguments == null ? new String[0] : arguments.split(" "))).isOne();
    assertThat(err().lines().filter(line -> line.startsWith("Error: ")))
        .singleElement()
        .asString()
        .contains(message);
    assertThat(err()).doesNotContain("\tat ");
    assertThat(out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--otel-logs-exporter",
        "--otel-metrics-exporter",
        "--otel-metrics-name",
        "--otel-metrics-print-interval",
        "--otel-metrics-listen",
        "--otel-metrics-listen-address",
        "--otel-metrics-export-internals",
      })
  void flagsOfLogsAndMetrics_areRefusedByName(String flag) {
    assertThat(execute("run", "profile_cpu", flag + "=x")).isOne();
    assertThat(err())
        .isEqualTo(
            "Error: flag "
                + flag
                + " is not supported: "
                + (flag.contains("logs") ? "logs" : "metrics")
                + " are not exported, only profiles\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--pull=always|no images are pulled",
        "--runtimes=docker|no socket is asked",
        "-r docker|no socket is asked",
        "--docker-socketpath=/run/docker.sock|no socket is asked",
        "--enrich-with-k8s-apiserver|Kubernetes API",
        "--iface=eth0|packets",
        "--gpu-idle-only|GPUs",
        "-f manifest.yaml|manifests are not read",
        "--filter-expr=true|use --filter",
      })
  void otherFlagsOfIg_areRefusedWithTheirReason(String flag, String reason) {
    assertThat(execute(("run profile_cpu " + flag).split(" "))).isOne();
    assertThat(err()).startsWith("Error: flag ").contains(" is not supported: ", reason);
  }

  @Test
  void outputThatIsFull_isAnError() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    Console console =
        new Console(
            new BufferedOutputStream(new NamedOutputStream("standard output", full)),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment::get,
            false);
    assertThat(Plumbline.execute(console, "run", "profile_cpu", "--help")).isOne();
    assertThat(err()).isEqualTo("Error: standard output: No space left on device\n");
  }

  @Test
  void textsOfUsersAndFiles_areOneLineWithoutControl() {
    assertThat(execute("run", "no\u001b[2Jsuch\ngadget")).isOne();
    assertThat(err()).startsWith("Error: gadget \"no\ufffd[2Jsuch gadget\" is not known");
    assertThat(err().lines()).hasSize(1);
  }

  @Test
  void variables_setFlagsThatAreNotGiven() {
    environment.put("INSPEKTOR_GADGET_TIMEOUT", "-5");
    assertThat(execute("run", "profile_cpu")).isOne();
    assertThat(err()).contains("timeout is -5");
    err.reset();
    environment.put("INSPEKTOR_GADGET_OUTPUT", "nonsense");
    assertThat(execute("run", "profile_cpu", "--timeout=1")).isOne();
    assertThat(err()).contains("output mode \"nonsense\"");
    err.reset();
    environment.put("INSPEKTOR_GADGET_MAP_FETCH_INTERVAL", "never");
    environment.put("INSPEKTOR_GADGET_INCLUDE_IDLE", "perhaps");
    environment.remove("INSPEKTOR_GADGET_OUTPUT");
    assertThat(execute("run", "profile_cpu", "--timeout=1")).isOne();
    assertThat(err()).contains("parameter \"include-idle\"");
  }

  @Test
  void exportersVariable_isReadUnderItsQualifiedName() {
    environment.put("INSPEKTOR_GADGET_OPERATOR_OTEL_PROFILES_OTEL_PROFILES_EXPORTER", "nobody");
    assertThat(execute("run", "profile_cpu", "--timeout=1")).isOne();
    assertThat(err()).contains("exporter \"nobody\" is not configured");
  }

  @Test
  void check_namesEveryFault(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("ig-config.yaml");
    Files.writeString(
        file,
        """
        operator:
          otel-profiles:
            exporters:
              one: { exporter: otlp-grpc, endpont: "127.0.0.1:4317" }
              two: { exporter: carrier-pigeon, endpoint: "127.0.0.1:4317" }
        """);
    assertThat(execute("check", "--config=" + file)).isOne();
    assertThat(err()).contains(file + ":4").contains(file + ":5").contains("endpont");
    Files.writeString(
        file,
        """
        operator:
          otel-profiles:
            exporters:
              one: { exporter: otlp-grpc, endpoint: "127.0.0.1:4317", insecure: true }
        """);
    err.reset();
    assertThat(execute("check", "--config=" + file)).isZero();
    assertThat(err()).contains("no faults");
  }
}
