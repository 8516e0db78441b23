package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code plumbline serve} without gadgets, fed over OTLP; the store is where the test wants it. */
public final class Daemon {
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final ProfileType CPU =
      ProfileType.builder("samples", "count")
          .periodType("cpu", "nanoseconds")
          .period(10_000_000)
          .build();

  private final Launcher launcher;
  private final Process process;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Daemon(Launcher launcher, Process process) {
    this.launcher = launcher;
    this.process = process;
  }

  /**
   * @param store lines below {@code store:}, in YAML's short form
   */
  public static Daemon start(Path directory, String store) throws Exception {
    return start(directory, store, "");
  }

  /** Without limits of its store. */
  static Daemon withPage(Path directory, String page) throws Exception {
    return start(directory, "{}", ", " + page);
  }

  private static Daemon start(Path directory, String store, String page) throws Exception {
    Launcher launcher = Launcher.withSharedCaches(directory);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
    Path config = configure(directory, store, page);
    Daemon daemon = new Daemon(launcher, launcher.plumbline("serve", "--config=" + config));
    daemon.await("page http");
    return daemon;
  }

  private static Path configure(Path directory, String store, String page) throws IOException {
    return Files.writeString(
        directory.resolve("ig-config.yaml"),
        "gadgets: {}\n"
            + "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"
            + ("page: { endpoint: '127.0.0.1:0'" + page + " }\n")
            + ("store: " + store + "\n"));
  }

  /** Changes the store's configuration; the daemon sees that by itself. */
  public void reconfigure(Path directory, String store) throws IOException {
    configure(directory, store, "");
  }

  private void await(String text) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!launcher.err().contains(text)) {
      assertThat(process.isAlive()).as(launcher.err()).isTrue();
      assertThat(System.nanoTime()).as(launcher.err()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  private String address(String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(launcher.err());
    assertThat(matcher.find()).as(launcher.err()).isTrue();
    return matcher.group(1);
  }

  /** Of the page, without a slash at the end. */
  public String origin() throws IOException {
    return address("page (https?://[0-9.]+:[0-9]+)/");
  }

  /**
   * Sends a window of CPU samples, each of 10 ms.
   *
   * @param folded lines such as {@code main;f 10}, root first
   */
  public void send(long startUnixNanos, List<String> folded, Attribute... resource)
      throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (String line : folded) {
      int blank = line.lastIndexOf(' ');
      samples.add(
          Sample.of(stack(line.substring(0, blank)), Long.parseLong(line.substring(blank + 1))));
    }
    Profile profile =
        Profile.builder(Resource.of(Attributes.of(resource)), Scope.of("plumbline-it", "1"), CPU)
            .interval(startUnixNanos, WINDOW_NANOS)
            .samples(samples)
            .build();
    OtlpEncoder encoder = OtlpEncoder.builder(OtlpLevel.V1_10).build();
    for (ExportRequest request : encoder.encode(ProfileWindow.of(List.of(profile))).requests()) {
      post(request);
    }
  }

  private static StackTrace stack(String rootFirst) {
    List<Frame> frames = new ArrayList<>();
    for (String name : rootFirst.split(";")) {
      frames.add(0, Frame.named(name, FrameType.NATIVE));
    }
    return StackTrace.of(frames);
  }

  private void post(ExportRequest request) throws Exception {
    ByteBuffer buffer = request.body();
    byte[] body = new byte[buffer.remaining()];
    buffer.get(body);
    String receiver = "http://" + address("receivers [^;]*?([0-9.]+:[0-9]+)");
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(receiver + "/v1development/profiles"))
                .header("content-type", "application/x-protobuf")
                .POST(BodyPublishers.ofByteArray(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  /**
   * @param headers names and values in turn
   */
  public HttpResponse<byte[]> get(String pathAndQuery, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + pathAndQuery));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  /** What it has said so far. */
  public String log() throws IOException {
    return launcher.err();
  }

  public void end() throws InterruptedException {
    launcher.close();
  }
}
