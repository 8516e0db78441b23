package dev.plumbline.serve;

import dev.plumbline.config.Variables;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.pprof.PprofEncoder;
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
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The daemon with real listeners and queues, and exporters a and b that note what they send. */
abstract class DaemonTestCase {
  @TempDir Path directory;

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What exporters sent: their name, a blank, the number of samples. */
  final List<String> sent = new CopyOnWriteArrayList<>();

  /** How often a gadget was asked for. */
  private final AtomicInteger tries = new AtomicInteger();

  volatile boolean isAway;

  /** Of the exporter whose receiver takes a request and never answers. */
  volatile String hanging = "";

  private final CountDownLatch hangsNoLonger = new CountDownLatch(1);
  private final List<AutoCloseable> open = new ArrayList<>();
  StateDirectory state;
  Daemon daemon;

  @BeforeEach
  final void make() throws Exception {
    state = StateDirectory.hold(directory.resolve("state"));
    open.add(state);
    DaemonParts parts =
        new DaemonParts(
            "test",
            (settings, sinks, observer, stop) -> {
              throw new ServeException("no gadgets here, try " + tries.incrementAndGet());
            },
            settings -> ProfileExporter.create(settings, new Notes(settings.name()), null),
            (request, level) -> {
              throw new IOException("not asked");
            });
    daemon = new Daemon(parts, state);
    open.add(0, daemon);
  }

  @AfterEach
  final void close() throws Exception {
    hangsNoLonger.countDown();
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private final class Notes implements RequestSender {
    private final String name;

    Notes(String name) {
      this.name = name;
    }

    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      if (name.equals(hanging)) {
        hang();
      }
      if (isAway) {
        return ExportResult.retryAfter("unavailable", "nobody listens", 600_000_000_000L);
      }
      sent.add(name + " " + request.samples().total());
      return ExportResult.accepted();
    }

    private void hang() {
      try {
        hangsNoLonger.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public String target() {
      return "notes";
    }

    @Override
    public void close() {}
  }

  final ServeConfig config(String receivers) throws Exception {
    return config("{ enabled: false }", receivers);
  }

  final ServeConfig config(String store, String receivers) throws Exception {
    return config(store, receivers, "", "");
  }

  /**
   * @param ofExporter further keys of exporter a, each with a comma before it
   * @param ofPage further keys of the page, likewise
   */
  final ServeConfig config(String store, String receivers, String ofExporter, String ofPage)
      throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("ig-config.yaml"),
            """
            operator:
              otel-profiles:
                otel-profiles-exporter: a
                exporters:
                  a: { exporter: otlp-grpc, endpoint: "receiver:4317", insecure: true%s }
                  b: { exporter: otlp-grpc, endpoint: "receiver:4317", insecure: true }
            gadgets: {}
            page: { endpoint: "127.0.0.1:0"%s }
            store: %s
            """
                    .formatted(ofExporter, ofPage, store)
                + receivers);
    return ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE);
  }

  static byte[] pprof(int samples) {
    ProfileWindow window = window(1_700_000_000_000_000_000L, samples);
    return new PprofEncoder().encode(window).get(0).gzipped();
  }

  static ProfileWindow window(long startUnixNanos, int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      list.add(Sample.of(StackTrace.of(List.of(Frame.named("f" + i, FrameType.NATIVE))), 1));
    }
    ProfileType type = ProfileType.builder("contentions", "count").build();
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("t", "1"), type)
                .interval(startUnixNanos, 1_000_000_000L)
                .samples(list)
                .build()));
  }

  final String address(String receiver) {
    AtomicReference<String> found = new AtomicReference<>("");
    for (Listeners.Open each : daemon.health().listening().open()) {
      if (receiver.equals("page")
          ? each.isPage()
          : each.receivers().stream().anyMatch(r -> r.name().equals(receiver))) {
        found.set("http://" + each.listener().address());
      }
    }
    return found.get();
  }

  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }

  final int upload(String receiver, int samples) throws Exception {
    return send(HttpRequest.newBuilder(
                URI.create(address(receiver) + "/profiling/upload?workload=w"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(pprof(samples))))
        .statusCode();
  }

  final String page(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(address("page") + path))).body();
  }
}
