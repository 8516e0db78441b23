package dev.plumbline.export.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.http.BuildInfoLevel;
import dev.plumbline.export.http.HttpSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.SampleCounts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Where epoll's library cannot be loaded, NIO serves. A JVM of its own, since Netty decides once.
 */
class WithoutEpollTest {
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

  @Test
  void nio_servesTcpAndSaysThatUnixSocketsNeedEpoll() throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Dio.netty.transport.noNative=true",
                  "-cp",
                  System.getProperty("java.class.path"),
                  WithoutEpollTest.class.getName(),
                  String.valueOf(collector.port()))
              .redirectErrorStream(true)
              .start();
      try {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output)
            .contains("grpc ACCEPTED", "http ACCEPTED")
            .contains("unix RETRY_AFTER (unavailable)", "level unknown (unix sockets need epoll");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(collector.stored()).hasSize(2);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  /** Runs in the other JVM. */
  public static void main(String[] arguments) {
    String port = arguments[0];
    send("grpc", new GrpcSender(settings(ExporterKind.OTLP_GRPC, "localhost:" + port)));
    send(
        "http",
        new HttpSender(
            settings(ExporterKind.OTLP_HTTP, "http://localhost:" + port + "/p"),
            Clock.systemUTC()));
    ExporterSettings unix = settings(ExporterKind.OTLP_GRPC, "unix:///tmp/s");
    send("unix", new GrpcSender(unix));
    try (BuildInfoLevel source = new BuildInfoLevel(unix)) {
      LevelAnswer answer = source.ask(TIMEOUT_NANOS);
      System.out.println("level " + answer);
    }
  }

  private static void send(String name, RequestSender sender) {
    try (sender) {
      System.out.println(
          name
              + " "
              + sender.send(
                  ExportRequest.takingOver(new byte[9], 9, 1, SampleCounts.EMPTY), TIMEOUT_NANOS));
    }
  }

  private static ExporterSettings settings(ExporterKind kind, String endpoint) {
    return ExporterSettings.builder("nio", kind)
        .endpoint(endpoint)
        .security(ChannelSecurity.PLAINTEXT)
        .build();
  }
}
