package dev.plumbline.export.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.TestCertificates;
import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.http.HttpSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.TlsSettings;
import dev.plumbline.profile.SampleCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS of both senders against certificates that are right and wrong in each way. */
class TlsTest {
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

  @TempDir static Path shared;
  private static TestCertificates certificates;
  private static TestCertificates strangers;

  @TempDir Path own;

  @BeforeAll
  static void makeCertificates() throws IOException {
    certificates =
        TestCertificates.in(Files.createDirectory(shared.resolve("a")))
            .signed("server", "dns:localhost,ip:127.0.0.1")
            .signed("elsewhere", "dns:elsewhere.example")
            .signed("client", "dns:client")
            .signedAndExpired("expired", "dns:localhost");
    strangers =
        TestCertificates.in(Files.createDirectory(shared.resolve("b")))
            .signed("client", "dns:client");
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void trustedServer_isSpokenTo(ExporterKind kind) {
    try (FakeCollector server = tls("server")) {
      assertAccepted(send(kind, server, trusting().build()));
      assertThat(server.stored()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void strangersCertificate_isRefusedAndNamed(ExporterKind kind) {
    try (FakeCollector server = tls("server")) {
      TlsSettings tls = TlsSettings.builder().caFile(strangers.caFile()).build();
      assertNotSent(send(kind, server, tls), server, "PKIX path");
      assertNotSent(send(kind, server, TlsSettings.DEFAULT), server, "PKIX path");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void expiredCertificate_isRefusedAndNamed(ExporterKind kind) {
    try (FakeCollector server = tls("expired")) {
      assertNotSent(send(kind, server, trusting().build()), server, "NotAfter");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void certificateOfAnotherHost_needsTheServerName(ExporterKind kind) {
    try (FakeCollector server = tls("elsewhere")) {
      assertNotSent(send(kind, server, trusting().build()), server, "localhost");
      assertAccepted(send(kind, server, trusting().serverName("elsewhere.example").build()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void minimumVersion_isKept(ExporterKind kind) {
    try (FakeCollector server = tls("server").limitTlsTo("TLSv1.2")) {
      TlsSettings tls = trusting().minimumVersion(TlsSettings.Version.TLS_1_3).build();
      assertThat(send(kind, server, tls).outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(server.received()).isEmpty();
      assertAccepted(send(kind, server, trusting().build()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void mutualTls_needsOurCertificate(ExporterKind kind) {
    try (FakeCollector server =
        FakeCollector.startMutualTls(certificates.serverContext("server"))) {
      assertThat(send(kind, server, trusting().build()).outcome())
          .isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      TlsSettings wrong =
          trusting()
              .certificateFile(strangers.certificateFile("client"))
              .keyFile(strangers.keyFile("client"))
              .build();
      assertThat(send(kind, server, wrong).outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(server.received()).isEmpty();
      assertAccepted(
          send(
              kind,
              server,
              trusting()
                  .certificateFile(certificates.certificateFile("client"))
                  .keyFile(certificates.keyFile("client"))
                  .build()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void changedFiles_areReadAgain(ExporterKind kind) throws IOException {
    Path ca = own.resolve("ca.crt");
    replace(strangers.caFile(), ca);
    try (FakeCollector server = tls("server");
        RequestSender sender = sender(kind, server, TlsSettings.builder().caFile(ca).build())) {
      assertThat(sender.send(request(), TIMEOUT_NANOS).outcome())
          .isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      replace(certificates.caFile(), ca);
      assertAccepted(sender.send(request(), TIMEOUT_NANOS));
      int before = server.acceptedConnections();
      assertAccepted(sender.send(request(), TIMEOUT_NANOS));
      assertThat(server.acceptedConnections()).isEqualTo(before);
      // Another file means another connection, and no trust in the server any more.
      replace(strangers.caFile(), ca);
      assertThat(sender.send(request(), TIMEOUT_NANOS).outcome())
          .isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void halfWrittenFiles_leaveTheConnectionAlone(ExporterKind kind) throws IOException {
    Path ca = own.resolve("ca.crt");
    replace(certificates.caFile(), ca);
    try (FakeCollector server = tls("server");
        RequestSender sender = sender(kind, server, TlsSettings.builder().caFile(ca).build())) {
      assertAccepted(sender.send(request(), TIMEOUT_NANOS));
      Files.writeString(ca, "-----BEGIN CERTIFICATE-----\nMIIB");
      assertAccepted(sender.send(request(), TIMEOUT_NANOS));
      assertThat(server.acceptedConnections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void missingFile_isNamedAndAwaited(ExporterKind kind) throws IOException {
    Path ca = own.resolve("late.crt");
    try (FakeCollector server = tls("server");
        RequestSender sender = sender(kind, server, TlsSettings.builder().caFile(ca).build())) {
      ExportResult result = sender.send(request(), TIMEOUT_NANOS);
      assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(result.reason()).isEqualTo("tls_files");
      assertThat(result.message()).contains("late.crt");
      replace(certificates.caFile(), ca);
      assertAccepted(sender.send(request(), TIMEOUT_NANOS));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OTLP_GRPC", "OTLP_HTTP"})
  void plaintextServer_isNotSpokenToByTls(ExporterKind kind) {
    try (FakeCollector server = FakeCollector.start();
        RequestSender sender = sender(kind, server, trusting().build())) {
      // The server waits for the rest of what it takes for a line of text.
      assertThat(sender.send(request(), TimeUnit.MILLISECONDS.toNanos(700)).outcome())
          .isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(server.received()).isEmpty();
    }
  }

  private static FakeCollector tls(String alias) {
    return FakeCollector.startTls(certificates.serverContext(alias));
  }

  private static TlsSettings.Builder trusting() {
    return TlsSettings.builder().caFile(certificates.caFile());
  }

  private static void replace(Path from, Path to) throws IOException {
    Path copy = Files.copy(from, to.resolveSibling("next"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static ExportResult send(ExporterKind kind, FakeCollector server, TlsSettings tls) {
    try (RequestSender sender = sender(kind, server, tls)) {
      return sender.send(request(), TIMEOUT_NANOS);
    }
  }

  private static RequestSender sender(ExporterKind kind, FakeCollector server, TlsSettings tls) {
    ExporterSettings.Builder settings = ExporterSettings.builder("tls", kind).tls(tls);
    if (kind == ExporterKind.OTLP_GRPC) {
      return new GrpcSender(settings.endpoint(server.grpcTarget()).build());
    }
    return new HttpSender(
        settings.endpoint(server.httpBase("https") + "/v1development/profiles").build(),
        Clock.systemUTC());
  }

  private static ExportRequest request() {
    return ExportRequest.takingOver(new byte[100], 100, 1, SampleCounts.EMPTY);
  }

  private static void assertAccepted(ExportResult result) {
    assertThat(result.outcome()).as("%s", result).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  private static void assertNotSent(ExportResult result, FakeCollector server, String why) {
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.message()).contains(why);
    assertThat(server.received()).isEmpty();
  }
}
