package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.junit.SideBySide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * File systems on which others fail, in a mount namespace of the child's own: everything read-only
 * and whatever is writable without exec, or full.
 */
class FileSystemIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> NATIVES = List.of("libasyncProfiler.so", "libjnidispatch.so");

  /** Where the agent, the applications and whatever a test prepares are seen by the child. */
  private static final Path STAGE = Path.of("/mnt/stage");

  @TempDir Path directory;

  @BeforeAll
  static void needMountNamespaces() {
    assumeTrue(canMount(), "mounting in a namespace of its own needs root");
  }

  static Stream<Jdk> jdks() {
    return Jdk.onThisSystem().stream();
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void read_only_root_with_natives_beside_the_jar_profiles(Jdk jdk) {
    stage(true);
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm = start(jdk, collector, "noexec,size=16m")) {
      assertUnharmed(jvm);
      assertProfiled(collector, jvm);
    }
  }

  @SideBySide
  @ParameterizedTest
  @MethodSource("jdks")
  void read_only_root_without_natives_profiles_or_says_why_not(Jdk jdk) {
    stage(false);
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm = start(jdk, collector, "noexec,size=16m")) {
      assertUnharmed(jvm);
      if (jdk.feature() >= 22) {
        // The JVM itself can make a file in memory, from which the library loads.
        assertProfiled(collector, jvm);
      } else {
        assertThat(collector.received()).isEmpty();
        assertThat(jvm.stderr().lines().filter(line -> line.contains("libasyncProfiler.so")))
            .as(jvm.stderr())
            .hasSize(1);
      }
    }
  }

  @SideBySide
  @Test
  void full_disk_with_natives_beside_the_jar_profiles() {
    stage(true);
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm = start(Jdk.own(), collector, "size=4k")) {
      assertUnharmed(jvm);
      assertProfiled(collector, jvm);
    }
  }

  @SideBySide
  @Test
  void file_exporter_on_a_full_disk_counts_what_it_drops() throws IOException {
    stage(true);
    Files.writeString(
        directory.resolve("ig-config.yaml"),
        """
        operator:
          otel-profiles:
            exporters:
              files:
                exporter: file
                directory: /var/tmp/profiles
        """);
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            inNamespace(Jdk.own(), collector, "size=4k")
                .agent("config", STAGE.resolve("ig-config.yaml").toString())
                .agent("exit.timeout", "2s")
                .start()) {
      assertUnharmed(jvm);
      assertThat(jvm.stderr().lines().filter(line -> line.contains("dropped")))
          .as(jvm.stderr())
          .isNotEmpty();
    }
  }

  private static void assertUnharmed(ChildJvm jvm) {
    assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isZero();
    assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
  }

  private static void assertProfiled(FakeCollector collector, ChildJvm jvm) {
    Received.assertWorkArrived(collector, jvm, 2_000);
  }

  private ChildJvm start(Jdk jdk, FakeCollector collector, String options) {
    return inNamespace(jdk, collector, options).start();
  }

  /**
   * Every place that is usually writable becomes a tmpfs with those options; the rest read-only.
   */
  private ChildJvmBuilder inNamespace(Jdk jdk, FakeCollector collector, String options) {
    final String script =
        String.join(
            "\n",
            "set -e",
            "mount --make-rprivate /",
            "mount -t tmpfs tmpfs /mnt",
            "mkdir " + STAGE,
            "mount --bind " + directory + " " + STAGE,
            "mount -o remount,bind,ro " + STAGE,
            "mount -o remount,ro /mnt",
            "for place in /tmp /var/tmp /dev/shm /run /root /home; do",
            "  mount -t tmpfs -o " + options + " tmpfs $place",
            "done",
            // On a full disk there is no byte left.
            "case " + options + " in size=4k)",
            "  for place in /tmp /var/tmp /dev/shm /run /root /home; do",
            "    head -c 8192 /dev/zero >$place/filled 2>/dev/null || true",
            "  done;;",
            "esac",
            "mount -o remount,bind,ro /",
            "cd /mnt",
            "exec \"$@\"");
    return Received.sendAllTo(
            collector, ChildJvm.of(jdk, "dev.plumbline.it.app.EndingApp", "return", "2000", "0"))
        .withAgent(STAGE.resolve("plumbline-agent.jar"))
        .classPath(STAGE.resolve("classes"))
        .behind("unshare", "-m", "sh", "-c", script, "sh");
  }

  /** Copies the agent and the applications to where the child's namespace sees them. */
  private void stage(boolean withNatives) {
    try {
      final Path agent = directory.resolve("plumbline-agent.jar");
      Files.copy(Checkout.agentJar(), agent);
      try (Stream<Path> files = Files.walk(Checkout.applications())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          final Path target =
              directory
                  .resolve("classes")
                  .resolve(Checkout.applications().relativize(file).toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
      if (withNatives) {
        unpackNatives(agent);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void unpackNatives(Path agent) throws IOException {
    final String platform =
        System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    try (ZipFile jar = new ZipFile(agent.toFile())) {
      for (String name : NATIVES) {
        final ZipEntry entry = jar.getEntry("META-INF/plumbline/native/" + platform + "/" + name);
        assertThat(entry).as(name).isNotNull();
        try (var in = jar.getInputStream(entry)) {
          Files.copy(in, directory.resolve(name));
        }
      }
    }
  }

  private static boolean canMount() {
    try {
      final Process process =
          new ProcessBuilder("unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt").start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
