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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted ways to a receiver, and the wrong certificates that must not be believed. */
class TlsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SIGTERM_CODE = 128 + 15;
  private static final String SERVER = "server";
  private static final String CLIENT = "client";

  @TempDir Path directory;

  /** Each is a run of the JDK's keytool, so all tests share them. */
  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates(@TempDir Path shared) {
    certificates =
        TestCertificates.in(shared)
            .signed(SERVER, "dns:localhost")
            .signed(CLIENT, "dns:client")
            .signedAndExpired("expired", "dns:localhost");
  }

  @Test
  void receiver_of_the_configured_authority_gets_profiles() {
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext(SERVER));
        ChildJvm jvm = runToItsEnd(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertProfiled(collector, jvm);
    }
  }

  @Test
  void receiver_that_asks_for_a_client_certificate_gets_profiles() {
    try (FakeCollector collector =
            FakeCollector.startMutualTls(certificates.serverContext(SERVER));
        ChildJvm jvm =
            runToItsEnd(
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
        ChildJvm jvm = runOn(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  @Test
  void receiver_of_another_authority_gets_nothing() throws IOException {
    final Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    final TestCertificates others = TestCertificates.in(elsewhere);
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext(SERVER));
        ChildJvm jvm = runOn(collector, "tls: {ca: " + others.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  @Test
  void receiver_with_an_expired_certificate_gets_nothing() {
    try (FakeCollector collector = FakeCollector.startTls(certificates.serverContext("expired"));
        ChildJvm jvm = runOn(collector, "tls: {ca: " + certificates.caFile() + "}")) {
      assertRefused(collector, jvm);
    }
  }

  private static void assertProfiled(FakeCollector collector, ChildJvm jvm) {
    assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isZero();
    assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
    Received.assertWorkArrived(collector, jvm, 2_000);
  }

  /** The reason is in the log, for a person to read: PKIX is how the JDK calls its check. */
  private static void assertRefused(FakeCollector collector, ChildJvm jvm) {
    jvm.await(
        () -> jvm.stderr().contains("PKIX") || jvm.stderr().contains("certificate"),
        "no reason in the log",
        PATIENCE);
    jvm.awaitStdout("worked", PATIENCE);
    jvm.terminate();
    assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isEqualTo(SIGTERM_CODE);
    assertThat(collector.received()).isEmpty();
    assertThat(jvm.stderr().lines().count()).as(jvm.output()).isLessThan(10);
  }

  private ChildJvm runToItsEnd(FakeCollector collector, String tls) {
    return start(collector, tls, "return");
  }

  /**
   * Until it is ended, so that there is time for a refusal on any machine; a receiver that is asked
   * for its level would have to refuse that soon.
   */
  private ChildJvm runOn(FakeCollector collector, String tls) {
    return start(collector, tls + "\n        otlp-level: \"1.10\"", "wait");
  }

  private ChildJvm start(FakeCollector collector, String tls, String how) {
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
    return ChildJvm.of("dev.plumbline.it.app.EndingApp", how, "2000", "0")
        .withAgent()
        .agent("config", configuration.toString())
        .agent("interval", "1s")
        .agent("start", "sync")
        .agent("exit.timeout", how.equals("return") ? "30s" : "2s")
        .start();
  }
}
