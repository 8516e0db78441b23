package dev.plumbline.export.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.otlp.OtlpLevel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildInfoLevelTest {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final FakeCollector receiver = FakeCollector.start();

  @AfterEach
  void close() {
    receiver.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1.15.0, V1_8",
    "1.16.1, V1_8",
    "v1.17.3, V1_8",
    "1.18.0, V1_9",
    "1.19.2-rc.1, V1_9",
    "1.20.0, V1_10",
    "2.2.1, V1_10",
    "weekly-f9-2026, V1_10",
    "'', V1_10"
  })
  void version_choosesTheLevel(String version, OtlpLevel level) {
    answer(
        "{\"status\":\"success\", \"data\": {\"version\" : \""
            + version
            + "\", \"goVersion\":\"go1.15.0\"}}");
    assertThat(ask(receiver.grpcTarget()).level()).isEqualTo(level);
  }

  @Test
  void otherAnswers_mean1_10() {
    assertThat(ask(receiver.grpcTarget()).level()).isEqualTo(OtlpLevel.V1_10);
    answer("<html>welcome</html>");
    assertThat(ask(receiver.grpcTarget()).level()).isEqualTo(OtlpLevel.V1_10);
    answer("x".repeat(1 << 20) + "\"version\":\"1.15.0\"");
    assertThat(ask(receiver.grpcTarget()).level()).isEqualTo(OtlpLevel.V1_10);
  }

  @Test
  void unreachableReceiver_staysUnknown() {
    receiver.goDown();
    LevelAnswer answer = ask(receiver.grpcTarget());
    assertThat(answer.level()).isNull();
    assertThat(answer.message()).containsIgnoringCase("refused");
    assertThat(ask("no-such-host.invalid:4317").level()).isNull();
  }

  @Test
  void serverThatSpeaksNoHttp_means1_10() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread rude =
          new Thread(
              () -> {
                try {
                  while (true) {
                    server.accept().close();
                  }
                } catch (IOException ignored) {
                  // The test is over.
                }
              });
      rude.start();
      assertThat(ask("localhost:" + server.getLocalPort()).level()).isEqualTo(OtlpLevel.V1_10);
    }
  }

  @Test
  void serverThatEndsWhenAsked_staysUnknown() throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    new Thread(() -> endWhenAsked(server)).start();
    assertThat(ask("localhost:" + server.getLocalPort()).level()).isNull();
  }

  private static void endWhenAsked(ServerSocket server) {
    try {
      Socket last = server.accept();
      server.close();
      last.close();
    } catch (IOException ignored) {
      // The test is over.
    }
  }

  @Test
  void questionWithLittleTime_isNoSignOfASilentServer() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        BuildInfoLevel source =
            source("localhost:" + server.getLocalPort(), TimeUnit.HOURS.toNanos(1))) {
      for (int i = 0; i < 2 * BuildInfoLevel.PATIENCE; i++) {
        assertThat(source.ask(TimeUnit.MILLISECONDS.toNanos(50)).level()).isNull();
      }
    }
  }

  @Test
  void silentServer_isAskedAFewTimesAndThenTakenFor1_10() throws IOException {
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(100);
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        BuildInfoLevel source = source("localhost:" + server.getLocalPort(), timeoutNanos)) {
      for (int i = 1; i < BuildInfoLevel.PATIENCE; i++) {
        assertThat(source.ask(timeoutNanos).level()).isNull();
      }
      assertThat(source.ask(timeoutNanos).level()).isEqualTo(OtlpLevel.V1_10);
    }
  }

  private void answer(String page) {
    receiver.pages(path -> path.equals(BuildInfoLevel.PATH) ? page : null);
  }

  private static LevelAnswer ask(String target) {
    try (BuildInfoLevel source = source(target, BuildInfoLevel.SILENCE_NANOS)) {
      return source.ask(TIMEOUT_NANOS);
    }
  }

  private static BuildInfoLevel source(String target, long silenceNanos) {
    return new BuildInfoLevel(
        ExporterSettings.builder("x", ExporterKind.OTLP_GRPC)
            .endpoint(target)
            .security(ChannelSecurity.PLAINTEXT)
            .build(),
        silenceNanos);
  }
}
