package dev.plumbline.it.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import dev.plumbline.pprof.HandMadePprof;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case RC-01: ids are no positions; Go's own reader says what the bytes mean. */
class ProfileIdsIT {
  private static final long PATIENCE_SECONDS = 120;
  private static final long ABOVE_SIGNED = Long.MIN_VALUE + 1;

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);

  @BeforeEach
  void prepare() throws Exception {
    Launcher.assumeWorks(List.of("sh", "-c", "go version >/dev/null"));
    launcher = new Launcher(directory);
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
  }

  @Test
  void convertedProfile_isToGoWhatTheHandMadeOneIs() throws Exception {
    Path handMade = Files.write(directory.resolve("a.pb"), handMade());
    Path otlp = directory.resolve("a.otlp");
    Path back = directory.resolve("b.pb.gz");
    convert(handMade, "otlp", otlp);
    convert(otlp, "pprof", back);

    List<String> read = samples(raw(handMade));
    assertThat(read)
        .containsExactlyInAnyOrder(
            "7 small /bin/a", "5 large /bin/a", "3 large /bin/b < small /bin/a");
    assertThat(samples(raw(back))).containsExactlyInAnyOrderElementsOf(read);
  }

  /** What the daemon hands on of a push, back in pprof. */
  @Test
  void pushedProfile_isToGoWhatTheHandMadeOneIs() throws Exception {
    Path handMade = Files.write(directory.resolve("a.pb"), handMade());
    Path config =
        Files.writeString(
            directory.resolve("c.yaml"),
            """
            operator:
              otel-profiles:
                otel-profiles-exporter: files
                exporters: { files: { exporter: file, directory: exported } }
            gadgets: {}
            store: { enabled: false }
            page: { enabled: false }
            receivers:
              pprof: { server: { endpoint: '127.0.0.1:0' } }
            """);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
    Process daemon = launcher.plumbline("serve", "--config=" + config);
    assertThat(push(daemon, handMade)).isEqualTo(204);
    // It sends what it has before it ends.
    daemon.destroy();
    assertThat(daemon.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    Path back = directory.resolve("b.pb.gz");
    try (Stream<Path> exported = Files.list(directory.resolve("exported"))) {
      List<Path> requests = exported.toList();
      assertThat(requests).hasSize(1);
      convert(requests.get(0), "pprof", back);
    }

    assertThat(samples(raw(back))).containsExactlyInAnyOrderElementsOf(samples(raw(handMade)));
  }

  private int push(Process daemon, Path profile) throws Exception {
    Pattern receiver = Pattern.compile("pprof/server ([0-9.]+:[0-9]+)");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Matcher address = receiver.matcher(launcher.err());
    while (!address.find()) {
      assertThat(daemon.isAlive() && System.nanoTime() < end).as(launcher.err()).isTrue();
      Thread.sleep(100);
      address = receiver.matcher(launcher.err());
    }
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address.group(1) + "/v1/pprof"))
                .POST(BodyPublishers.ofFile(profile))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private void convert(Path from, String format, Path to) throws Exception {
    Process process =
        launcher.plumbline("convert", "--to=" + format, from.toString(), to.toString());
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(launcher.err()).isZero();
  }

  private String raw(Path profile) throws Exception {
    Path out = directory.resolve("raw.txt");
    ProcessBuilder builder = new ProcessBuilder("go", "tool", "pprof", "-raw", profile.toString());
    builder.environment().put("PPROF_TMPDIR", directory.toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(out)).isZero();
      return Files.readString(out);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Value and frames of each sample, with the ids followed through the tables. */
  private static List<String> samples(String raw) {
    List<String> lines = raw.lines().map(String::strip).toList();
    int locations = lines.indexOf("Locations");
    int mappings = lines.indexOf("Mappings");
    assertThat(locations).as(raw).isPositive();
    Map<String, String> files = new HashMap<>();
    for (String line : lines.subList(mappings + 1, lines.size())) {
      String[] cells = line.split("\\s+");
      files.put(cells[0].replace(":", ""), cells[2]);
    }
    Map<String, String> frames = new HashMap<>();
    for (String line : lines.subList(locations + 1, mappings)) {
      String[] cells = line.split("\\s+");
      frames.put(cells[0].replace(":", ""), cells[3] + " " + files.get(cells[2].substring(2)));
    }
    List<String> samples = new ArrayList<>();
    for (String line : lines.subList(lines.indexOf("Samples:") + 2, locations)) {
      String[] halves = line.split(":");
      List<String> stack = new ArrayList<>();
      for (String id : halves[1].strip().split("\\s+")) {
        stack.add(frames.get(id));
      }
      samples.add(halves[0].strip() + " " + String.join(" < ", stack));
    }
    return samples;
  }

  /** Written from the end: definitions stand behind their use, and in no order. */
  private static byte[] handMade() {
    return new HandMadePprof("", "samples", "count", "/bin/a", "/bin/b", "small", "large")
        .entry(5, 4_000_000_000L, 2, 6)
        .entry(5, 70, 2, 5)
        .location(3, 5, 4_000_000_000L)
        .location(17, 9_000_000_001L, 4_000_000_000L)
        .location(ABOVE_SIGNED, 5, 70)
        .entry(3, 5, 5, 3)
        .entry(3, 9_000_000_001L, 5, 4)
        .unpackedSample(7, ABOVE_SIGNED)
        .unpackedSample(5, 3)
        .unpackedSample(3, 17, ABOVE_SIGNED)
        .entry(1, 1, 2, 2)
        .toByteArray();
  }
}
