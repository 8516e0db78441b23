package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.TestCertificates;
import dev.plumbline.it.jvm.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted ways to a receiver, and the wrong certificates that must not be believed. */
class TlsIT {
  private static final String SERVER = "server";
  private static final String CLIENT = "client";

  @TempDir Path directory;

  private TestCertificates certificates;

  @BeforeEach
  void makeCertificates() {
    certificates =
        TestCertificates.in(directory)
            .signed(SERVER, "dns:localhost")
            .signed(CLIENT, "dns:client")
            .signedAndExpired("expired", "dns:localhost");
  }

  @Test
  void receiver_of_the_configured_authority_gets_profiles() {
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext(SERVER));
        ChildJvm jvm = run(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertProfiled(collector, jvm);
    }
  }

  @Test
  void receiver_that_asks_for_a_client_certificate_gets_profiles() {
    try (FakeCollector collector =
            FakeCollector.startMutualTls(certificates.serverContext(SERVER));
        ChildJvm jvm =
            run(
                collector,
                "tls: {ca: "
                    + certificates.caFile()
                    + ", certificate: "
                    + certificates.certificateFile(CLIENT)
                    + ", key: "
                    + certificates.keyFile(CLIENT)
                    + "}")) {
      assertProfiled(collector, jvm);
    }
  }

  @Test
  void receiver_that_asks_for_a_client_certificate_refuses_one_without() {
    try (FakeCollector collector =
            FakeCollector.startMutualTls(certificates.serverContext(SERVER));
        ChildJvm jvm = run(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  @Test
  void receiver_of_another_authority_gets_nothing() throws IOException {
    final Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    final TestCertificates others = TestCertificates.in(elsewhere);
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext(SERVER));
        ChildJvm jvm = run(collector, "tls: {ca: " + others.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  @Test
  void receiver_with_an_expired_certificate_gets_nothing() {
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext("expired"));
        ChildJvm jvm = run(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  private static void assertProfiled(FakeCollector collector, ChildJvm jvm) {
    Received.assertWorkArrived(collector, jvm, 3_000);
  }

  private static void assertRefused(FakeCollector collector, ChildJvm jvm) {
    assertThat(collector.received()).isEmpty();
    // The reason is in the log, for a person to read: PKIX is how the JDK calls its check.
    final List<String> lines = jvm.stderr().lines().toList();
    assertThat(lines)
        .as(jvm.output())
        .anyMatch(line -> line.contains("PKIX") || line.contains("certificate"));
    assertThat(lines.size()).as(jvm.output()).isLessThan(10);
  }

  /** Runs to its end: what came has come. */
  private ChildJvm run(FakeCollector collector, String tls) {
    final Path configuration = directory.resolve("ig-config.yaml");
    try {
      Files.writeString(
          configuration,
          String.join(
              "\n",
              "operator:",
              "  otel-profiles:",
              "    exporters:",
              "      secure:",
              "        exporter: otlp-grpc",
              "        endpoint: https://" + collector.grpcTarget(),
              "        " + tls,
              ""));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    final ChildJvm jvm =
        ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "3000")
            .withAgent()
            .agent("config", configuration.toString())
            .agent("interval", "1s")
            .start();
    assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
    assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
    return jvm;
  }
}
