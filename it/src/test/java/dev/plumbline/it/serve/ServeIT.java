package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Changes, the service manager, the queue and the file system under the daemon, as a user has it.
 */
class ServeIT extends ServeTestCase {
  @Test
  void changes_areAppliedOnce_throughSwappedLinks_andTheServiceManagerIsTold() throws Exception {
    Path notes = directory.resolve("notes.txt");
    Process manager = serviceManager(notes);
    Path conf = Files.createDirectories(directory.resolve("conf"));
    version(conf, 1, config("gadgets: {}\n"));
    Files.createSymbolicLink(conf.resolve("ig-config.yaml"), Path.of("..data/ig-config.yaml"));
    Process process = serve(conf.resolve("ig-config.yaml"));
    await(process, () -> Files.readString(notes).contains("READY=1 STATUS=plumbline "));
    String before = address("profiling_upload ");
    for (int i = 2; i <= 4; i++) {
      version(conf, i, config("gadgets: {}\nmemory: " + (250 + i) + "MiB\n"));
      int changes = i - 1;
      await(process, () -> count("configuration read anew") == changes);
    }
    version(conf, 5, config("gadgets: {}\nnonsense: [\n"));
    await(process, () -> log().contains("the one before stays in force"));
    assertThat(address("profiling_upload ")).isEqualTo(before);
    assertThat(page("/metrics").body())
        .contains("plumbline_config_reloads_total{result=\"applied\"} 3.0")
        .contains("plumbline_config_reloads_total{result=\"failed\"} 1.0");
    assertThat(count("configuration read anew")).isEqualTo(3);

    version(conf, 6, ""); // as a full disk leaves it: no wish for the defaults
    await(process, () -> count("the one before stays in force") == 2);
    version(conf, 7, config("gadgets: {}\n"));
    await(process, () -> count("configuration read anew") == 4);
    launcher.run("kill", "-HUP", Long.toString(process.pid()));
    await(process, () -> count("configuration read anew") == 5);
    await(process, () -> Files.readString(notes).contains("WATCHDOG=1"));
    terminate(process);
    await(manager, () -> Files.readString(notes).contains("STOPPING=1"));
    assertThat(Files.readString(notes))
        .matches("(?s)(.*READY=1.*RELOADING=1){7}.*READY=1.*STOPPING=1.*")
        .doesNotMatch("(?s)(.*RELOADING=1){8}.*");
  }

  /** Gives the daemon a socket to write to; what it writes stands in the file. */
  private Process serviceManager(Path notes) throws Exception {
    Path socket = directory.resolve("notify");
    Path program = launcher.compiled("notify_socket", List.of());
    Process manager =
        launcher.started("sh", "-c", "exec " + program + " " + socket + " > " + notes);
    await(manager, () -> Files.exists(socket));
    launcher.environment("NOTIFY_SOCKET", socket.toString());
    launcher.environment("WATCHDOG_USEC", "1000000");
    return manager;
  }

  /** As Kubernetes does it: a new directory, a new link, a rename over the old one. */
  private static void version(Path conf, int number, String content) throws IOException {
    Path version = Files.createDirectories(conf.resolve("..v" + number));
    Files.writeString(version.resolve("ig-config.yaml"), content);
    Path link = conf.resolve("..data_tmp");
    Files.createSymbolicLink(link, version.getFileName());
    Files.move(
        link,
        conf.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** The second half needs strace: what a push is promised by its answer is safe before it. */
  @Test
  void whatWasPushed_survivesKill_andIsSyncedBeforeItsAnswer() throws Exception {
    collector.goDown();
    Path config = Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n"));
    Process first = serve(config);
    byte[] profile = profileOfItself();
    assertThat(upload(profile)).isEqualTo(204);
    first.destroyForcibly().waitFor();
    collector.comeUp();
    Process second = serve(config);
    await(second, () -> !collector.received().isEmpty());
    assertThat(collector.received()).hasSize(1);

    List<String> tracer = List.of("strace", "-f", "-e", "trace=fsync,fdatasync", "-o");
    Launcher.assumeWorks(append(tracer, "/dev/null"));
    collector.goDown();
    Path calls = directory.resolve("calls.txt");
    List<String> attached = new ArrayList<>(tracer);
    attached.addAll(List.of(calls.toString(), "-p", Long.toString(second.pid())));
    Process strace = launcher.started(attached.toArray(String[]::new));
    await(second, () -> isTraced(second));
    for (int push = 0; push < 3; push++) {
      long before = syncs(calls);
      assertThat(upload(profile)).isEqualTo(204);
      assertThat(syncs(calls)).as(Files.readString(calls)).isGreaterThan(before);
    }
    terminate(strace); // else the end of the daemon takes long
    terminate(second);
  }

  private static boolean isTraced(Process process) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("status")).contains("TracerPid:\t0\n")) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException ended) {
      return false; // a thread that lived a moment ago
    }
  }

  private static long syncs(Path calls) throws IOException {
    return Files.readAllLines(calls).stream().filter(line -> line.endsWith("= 0")).count();
  }

  /** As on a hardened machine: nothing on the temporary directory may be executed. */
  @Test
  void temporaryDirectoryWithoutExec_isNoObstacle_andWithoutAnyOtherOneLine() throws Exception {
    List<String> hardened =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o noexec,size=16m tmpfs /mnt"
                + " && export PLUMBLINE_OPTS=-Djava.io.tmpdir=/mnt"
                + " && if [ \"$0\" = everywhere ]; then export CACHE_DIRECTORY=/mnt/c"
                + " STATE_DIRECTORY=/mnt/s; fi && exec \"$@\"");
    Launcher.assumeWorks(append(hardened, "here"));
    Path config = Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n"));
    String flag = "--config=" + config;
    Process process = launcher.plumblineBehind(append(hardened, "here"), "serve", flag);
    await(process, () -> log().contains("page http://"));
    assertThat(page("/api/v1/status").statusCode()).isEqualTo(200);
    terminate(process);

    Process nowhere = launcher.plumblineBehind(append(hardened, "everywhere"), "serve", flag);
    assertThat(launcher.awaitFailure(nowhere, 60))
        .contains("/mnt (mounted noexec)", "/mnt/c (mounted noexec)", "-Djava.io.tmpdir=DIR");
  }

  private static List<String> append(List<String> words, String last) {
    List<String> all = new ArrayList<>(words);
    all.add(last);
    return all;
  }
}
