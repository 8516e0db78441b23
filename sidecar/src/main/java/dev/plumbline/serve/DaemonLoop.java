package dev.plumbline.serve;

import dev.plumbline.config.ConfigException;
import dev.plumbline.kernel.NativeHeap;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.machine.ConfigWatch;
import dev.plumbline.serve.machine.SystemdNotifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The daemon's thread after the start: waits for the end, looks for changes of the configuration,
 * and tells the service notifier that it lives. Confined to that thread.
 */
public final class DaemonLoop {
  /** A change is seen within this time, and applied after as much again. */
  static final Duration LOOK = Duration.ofSeconds(2);

  /**
   * The JVM's compilers free what they took as soon as they have nothing to do; soon it is the
   * kernel's again, before the next ones take it from somewhere else. It takes some milliseconds.
   */
  private static final Duration TRIM = Duration.ofSeconds(10);

  private final Daemon daemon;
  private final ConfigSource source;
  private final ConfigWatch watch;
  private final SystemdNotifier notifier;
  private final Consumer<String> log;

  /** Reads the configuration anew. */
  @FunctionalInterface
  public interface ConfigSource {
    ServeConfig read() throws ConfigException;
  }

  /** How the loop waits; true as soon as the end is wished for. */
  @FunctionalInterface
  public interface Pause {
    boolean untilStop(long nanos) throws InterruptedException;
  }

  /**
   * Does nothing yet.
   *
   * @param log lines for people
   */
  public DaemonLoop(
      Daemon daemon,
      ConfigSource source,
      ConfigWatch watch,
      SystemdNotifier notifier,
      Consumer<String> log) {
    this.daemon = daemon;
    this.source = source;
    this.watch = watch;
    this.notifier = notifier;
    this.log = log;
  }

  /** Files whose change counts beside the configuration's. */
  public static List<Path> filesOf(ServeConfig config) {
    List<Path> files = new ArrayList<>();
    config.receivers().forEach(receiver -> add(files, receiver.endpoint().tls()));
    add(files, config.page().endpoint().tls());
    return files;
  }

  private static void add(List<Path> files, @Nullable ServerTls tls) {
    if (tls != null) {
      files.addAll(tls.files());
    }
  }

  /** Returns when the end is wished for. */
  public void run(Pause pause) throws InterruptedException {
    Duration alive = notifier.aliveInterval();
    long wait = LOOK.toNanos();
    if (alive != null) {
      wait = Math.max(1, Math.min(wait, alive.toNanos()));
    }
    long trimmed = System.nanoTime();
    while (!pause.untilStop(wait)) {
      notifier.alive();
      daemon.tend();
      if (System.nanoTime() - trimmed > TRIM.toNanos()) {
        NativeHeap.trim();
        trimmed = System.nanoTime();
      }
      if (watch.hasChanged()) {
        readAnew();
      }
    }
  }

  private void readAnew() {
    notifier.reloading(System.nanoTime());
    try {
      ServeConfig config = source.read();
      watch.watch(filesOf(config));
      daemon.reload(config);
      log.accept("configuration read anew: " + daemon.statusLine());
    } catch (ConfigException e) {
      daemon.reloadFailed();
      log.accept("configuration not changed, the one before stays in force: " + e.oneLine());
    }
    notifier.ready(daemon.statusLine());
  }
}
