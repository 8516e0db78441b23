package dev.plumbline.it.hostbars;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code plumbline run profile_cpu} of the whole host, with a collector of its own. */
final class HostProfiler implements AutoCloseable {
  private final FakeCollector collector = FakeCollector.start();
  private final Launcher launcher;
  private final Process process;

  private HostProfiler(Launcher launcher, Path directory, String... arguments) throws IOException {
    this.launcher = launcher;
    Path config = directory.resolve("ig-config.yaml");
    Files.writeString(
        config,
        """
        operator:
          otel-profiles:
            exporters:
              test: { exporter: otlp-grpc, endpoint: "127.0.0.1:%d", insecure: true, compression: none, otlp-level: "1.10" }
        """
            .formatted(collector.port()));
    List<String> all = new ArrayList<>(List.of("run", "profile_cpu", "-o", "none"));
    all.add("--config=" + config);
    all.add("--otel-profiles-exporter=test");
    all.addAll(List.of(arguments));
    this.process = launcher.plumbline(all.toArray(String[]::new));
  }

  static HostProfiler start(Launcher launcher, Path directory, String... arguments)
      throws IOException {
    return new HostProfiler(launcher, directory, arguments);
  }

  long pid() {
    return process.pid();
  }

  /** Fails with what was said on standard error if the run has ended by itself. */
  void requireRunning() throws IOException {
    if (!process.isAlive()) {
      throw new AssertionError(
          "the profiler ended with " + process.exitValue() + ": " + launcher.err());
    }
  }

  FakeCollector collector() {
    return collector;
  }

  /** Asks for the end, which must be a good one; what was said on standard error. */
  String terminate() throws IOException, InterruptedException {
    process.destroy();
    launcher.awaitSuccess(
        process, 120); // a busy machine takes long to write the archive of classes
    return launcher.err();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    collector.close();
  }
}
