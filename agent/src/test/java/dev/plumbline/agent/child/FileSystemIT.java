package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.child.app.Busy;
import dev.plumbline.junit.SideBySide;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A read-only root on which every place for temporary files forbids exec. Needs root. */
class FileSystemIT {
  /** The stage first: the checkout itself may lie where a tmpfs will be. */
  private static final String SCRIPT =
      "set -e; mount --make-rprivate /; mount -t tmpfs tmpfs /mnt;"
          + " mkdir /mnt/deployed /mnt/classes;"
          + " mount --bind \"$AT\" /mnt/deployed; mount -o remount,bind,ro /mnt/deployed;"
          + " mount --bind \"$CLASSES\" /mnt/classes; mount -o remount,ro /mnt;"
          + " for d in \"$@\"; do mount -t tmpfs -o noexec,size=1m tmpfs \"$d\"; done;"
          + " mount -o remount,bind,ro /; cd /mnt/deployed; exec $RUN";

  private Path deployed;

  @TempDir Path scratch;

  @BeforeEach
  void deploy() throws Exception {
    Assumptions.assumeTrue(mayMount(), "needs root and mount namespaces (unshare -m)");
    deployed = Files.createDirectory(scratch.resolve("deployed"));
    Files.copy(Child.agentJar(), deployed.resolve("plumbline-agent.jar"));
  }

  private static boolean mayMount() throws Exception {
    try {
      Process probe =
          new ProcessBuilder("unshare", "-m", "mount", "--make-rprivate", "/")
              .redirectErrorStream(true)
              .start();
      return probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private Child run(TestJdk jdk) throws Exception {
    ProcessBuilder builder =
        Child.builder(
            List.of(
                "unshare",
                "-m",
                "sh",
                "-c",
                SCRIPT,
                "sh",
                "/tmp",
                "/dev/shm",
                "/var/tmp",
                System.getProperty("user.home")));
    builder.environment().put("AT", deployed.toString());
    builder.environment().put("CLASSES", Path.of(Child.classPath()).toAbsolutePath().toString());
    builder
        .environment()
        .put(
            "RUN",
            jdk.tool("java")
                + " -javaagent:plumbline-agent.jar=interval=1s,start=sync,otel-profiles-exporter=none,export.file=/tmp/chunks -cp /mnt/classes "
                + Busy.class.getName()
                + " 1500");
    return Child.run(builder);
  }

  private void layNativesBesideTheJar() throws Exception {
    try (ZipFile jar = new ZipFile(Child.agentJar().toFile())) {
      String platform =
          System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
      for (String file : List.of("libasyncProfiler.so", "libjnidispatch.so")) {
        ZipEntry entry = jar.getEntry("META-INF/plumbline/native/" + platform + "/" + file);
        Files.write(deployed.resolve(file), jar.getInputStream(entry).readAllBytes());
      }
    }
  }

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void natives_beside_the_jar_are_loaded_where_they_lie(TestJdk jdk) throws Exception {
    layNativesBesideTheJar();

    Child child = run(jdk);

    assertThat(child.stderr).as("%s", child).contains("engine ctimer, recording in memory");
    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
  }

  @SideBySide
  @Test
  void newest_jvm_needs_no_file_at_all() throws Exception {
    Child child = run(TestJdk.JAVA_25);

    assertThat(child.stderr).as("%s", child).contains("engine ctimer, recording in memory");
    assertThat(child.stdout).isEqualTo("done\n");
  }

  @SideBySide
  @Test
  void older_jvm_without_natives_says_so_in_one_line_and_the_application_runs() throws Exception {
    Child child = run(TestJdk.BUILD);

    assertThat(child.stderr.lines()).as("%s", child).hasSize(1);
    assertThat(child.stderr)
        .startsWith("[plumbline] ERROR profiling off: libasyncProfiler.so loads from nowhere");
    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
  }
}
