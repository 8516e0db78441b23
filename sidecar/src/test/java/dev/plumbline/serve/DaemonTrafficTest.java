package dev.plumbline.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.serve.config.ServeConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What must hold whatever comes and however the configuration changes meanwhile. */
class DaemonTrafficTest extends DaemonTestCase {
  private static final int RELOADS = 8;

  private static String upload(String exporters) {
    return "receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0', exporters: "
        + exporters
        + " }\n";
  }

  private void awaitSent(String what) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!sent.contains(what)) {
      assertThat(System.nanoTime()).as(sent.toString()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void exporterWhoseReceiverHangs_holdsUpNoOther() throws Exception {
    hanging = "a";
    daemon.start(config(upload("[a, b]")));
    for (int samples = 1; samples <= 3; samples++) {
      assertThat(upload("profiling_upload", samples)).isEqualTo(204);
      awaitSent("b " + samples);
    }
    assertThat(sent).containsExactly("b 1", "b 2", "b 3");
    assertThat(page("/api/v1/health")).contains("\"name\":\"a\"", "\"held\":6");
  }

  /** A sender comes again until it is told that its profile was taken, as senders do. */
  @Test
  void reloads_loseNothingThatWasTaken() throws Exception {
    daemon.start(config(upload("[a]")));
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong taken = new AtomicLong();
    AtomicInteger answers = new AtomicInteger();
    Thread sender = new Thread(() -> sendUntil(isOver, taken, answers), "sender");
    sender.start();
    for (int i = 0; i < RELOADS; i++) {
      daemon.reload(config(upload(i % 2 == 0 ? "[b]" : "[a]") + "memory: " + (200 + i) + "MiB\n"));
      int before = answers.get();
      long end = System.nanoTime() + PATIENCE.toNanos();
      // The first one may have been sent before the reload.
      while (answers.get() < before + 2) {
        assertThat(System.nanoTime()).isLessThan(end);
        Thread.onSpinWait();
      }
    }
    isOver.set(true);
    sender.join();
    // An exporter that no source names is closed; what it holds waits on disk until it comes back.
    daemon.reload(config(upload("[a, b]")));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (arrived() < taken.get()) {
      assertThat(System.nanoTime()).as(arrived() + " of " + taken).isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(sent).anyMatch(line -> line.startsWith("b "));
    assertThat(page("/metrics"))
        .contains("plumbline_config_reloads_total{result=\"applied\"} " + (RELOADS + 1) + ".0")
        .doesNotContainPattern("export_samples_dropped_total\\{[^}]*} [1-9]");
  }

  /** May be more than was taken: an answer that a closing listener cut off makes one come twice. */
  private long arrived() {
    return sent.stream().mapToLong(line -> Long.parseLong(line.substring(2))).sum();
  }

  private void sendUntil(AtomicBoolean isOver, AtomicLong taken, AtomicInteger answers) {
    for (int samples = 1; !isOver.get(); samples = samples % 7 + 1) {
      try {
        if (upload("profiling_upload", samples) == 204) {
          taken.addAndGet(samples);
          answers.incrementAndGet();
        }
      } catch (IOException | IllegalArgumentException ignored) {
        // The listener is closed or not open again: the next turn asks for its address.
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void receiverThatOthersCanReach_isWarnedOfOnce() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("dev.plumbline.serve");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            if (record.getLevel() == Level.WARNING) {
              warnings.add(record.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      ServeConfig config =
          config("receivers:\n  profiling_upload: { endpoint: '0.0.0.0:0', exporters: [] }\n");
      daemon.start(config);
      daemon.reload(config);
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .contains("profiling_upload listens on 0.0.0.0:0")
        .contains("where others can reach it, without TLS");
  }

  @Test
  void metrics_areAllOnTheirPage() throws Exception {
    daemon.start(config("{ enabled: true }", upload("[a, b]")));
    assertThat(upload("profiling_upload", 3)).isEqualTo(204);
    String documented = Files.readString(Path.of("../docs/metrics.md"));
    List<String> names =
        page("/metrics")
            .lines()
            .filter(line -> line.startsWith("plumbline_"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .distinct()
            .toList();
    assertThat(names).hasSizeGreaterThan(20).contains("plumbline_store_queued_bytes");
    assertThat(names).allMatch(name -> documented.contains("`" + name + "`"));
  }

  @Test
  void answers_holdNoSecret() throws Exception {
    isAway = true;
    ServeConfig config =
        config(
            "{ enabled: true }",
            """
            receivers:
              profiling_upload: { endpoint: "127.0.0.1:0", ingestion-keys: [hush-key] }
            """,
            ", headers: { x-scope: hush-header }, bearer: hush-bearer",
            ", bearer: hush-page");
    daemon.start(config);
    HttpRequest.Builder refused =
        HttpRequest.newBuilder(URI.create(address("profiling_upload") + "/profiling/upload"))
            .header("apikey", "hush-wrong")
            .POST(HttpRequest.BodyPublishers.noBody());
    assertThat(send(refused).statusCode()).isEqualTo(401);
    for (String path :
        List.of("/", "/metrics", "/api/v1/health", "/api/v1/status", "/api/v1/top", "/nothing")) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address("page") + path))
              .header("authorization", "Bearer hush-page");
      assertThat(send(request).body()).as(path).isNotEmpty().doesNotContain("hush");
    }
    assertThat(daemon.statusLine()).doesNotContain("hush");
  }
}
