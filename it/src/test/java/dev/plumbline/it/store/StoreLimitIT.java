package dev.plumbline.it.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.plumbline.it.page.Chromium;
import dev.plumbline.it.page.Daemon;
import dev.plumbline.profile.Attribute;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store of 64 MiB on a file system of 128 MiB, fed with stacks that are never the same, while a
 * page is open in live mode and a slow client holds a download; then the limit is lowered. {@code
 * -Dplumbline.store.minutes=20 -Dplumbline.store.stacks=330}; with 2,000 stacks a second it is full
 * after a minute. It goes on beyond its minutes, where the machine is slow, until old windows
 * leave.
 */
@Tag("long")
class StoreLimitIT {
  private static final int MINUTES = Integer.getInteger("plumbline.store.minutes", 20);
  private static final long LIMIT_BYTES = 64L << 20;
  private static final long LOWERED_BYTES = 16L << 20;
  private static final int STACKS_A_SECOND = Integer.getInteger("plumbline.store.stacks", 330);
  private static final int DEPTH = 30;
  private static final int GIVE_BACK_SECONDS = 300;

  /** A client that takes nothing is cut off after half a minute; then the next one comes. */
  private static final int DOWNLOAD_SECONDS = 20;

  /** The default heap, which these stacks fill, and what the JVM and native code take beside it. */
  private static final long MAX_RESIDENT_BYTES = 416L << 20;

  private static final Pattern RESIDENT =
      Pattern.compile("(?m)^plumbline_process_resident_bytes ([0-9.E]+)$");

  private static final Pattern NEWEST = Pattern.compile("\"newestMillis\":(\\d+)");

  @TempDir Path directory;
  private Path disk = Path.of("");
  private final Random random = new Random(4);
  private long largest;
  private long mostResident;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    final boolean isMounted =
        run("mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", disk.toString()) == 0;
    assumeTrue(isMounted, "file systems cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", "--lazy", disk.toString());
  }

  private static int run(String... command) throws IOException, InterruptedException {
    final Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void diskUse_staysBelowTheLimit_andIsGivenBackWhenItIsLowered() throws Exception {
    final Daemon daemon = Daemon.start(directory, store(LIMIT_BYTES));
    try (Chromium chromium = new Chromium(daemon.origin())) {
      feed(daemon, 0);
      final Page page = chromium.open("/");
      page.waitForSelector(".flame[data-boxes]");
      final long begin = System.nanoTime();
      feedUntil(daemon, begin + TimeUnit.MINUTES.toNanos(MINUTES));
      System.out.printf(
          Locale.ROOT,
          "largest use in %d s: %.1f MiB on disk, %.0f MiB resident%n",
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
          largest / 1048576.0,
          mostResident / 1048576.0);
      assertThat(largest).isGreaterThan(LIMIT_BYTES / 2);
      daemon.reconfigure(directory, store(LOWERED_BYTES));
      int seconds = 0;
      while (used() > LOWERED_BYTES && seconds < GIVE_BACK_SECONDS) {
        feed(daemon, ++seconds);
        TimeUnit.SECONDS.sleep(1);
      }
      System.out.printf("given back after %d s%n", seconds);
      assertThat(used()).isLessThanOrEqualTo(LOWERED_BYTES);
      assertThat(daemon.log()).doesNotContain("OutOfMemoryError");
      page.context().close();
    } finally {
      daemon.end();
    }
  }

  private String store(long maxBytes) {
    return "{ directory: '" + disk.resolve("store") + "', max-bytes: " + maxBytes + " }";
  }

  /** Takes the measure each second, and sees each minute that windows still come in. */
  private void feedUntil(Daemon daemon, long endNanos) throws Exception {
    Socket slowClient = new Socket();
    try {
      for (int second = 1; System.nanoTime() < endNanos || !hasExpired(daemon); second++) {
        final long begin = System.nanoTime();
        if (second % DOWNLOAD_SECONDS == 1) {
          slowClient.close();
          slowClient = download(daemon);
        }
        feed(daemon, second);
        largest = Math.max(largest, used());
        assertThat(largest).isLessThanOrEqualTo(LIMIT_BYTES);
        if (second % 10 == 0) {
          mostResident = Math.max(mostResident, residentBytes(daemon));
          assertThat(mostResident).isLessThanOrEqualTo(MAX_RESIDENT_BYTES);
        }
        if (second % 60 == 0) {
          assertThat(newestMillis(daemon)).isGreaterThan(System.currentTimeMillis() - 60_000);
          System.out.printf(Locale.ROOT, "%d windows: %.1f MiB%n", second, used() / 1048576.0);
        }
        final long rest = TimeUnit.SECONDS.toNanos(1) - (System.nanoTime() - begin);
        TimeUnit.NANOSECONDS.sleep(Math.max(0, rest));
      }
    } finally {
      slowClient.close();
    }
  }

  private void feed(Daemon daemon, int second) throws Exception {
    final List<String> folded = new ArrayList<>();
    for (int i = 0; i < STACKS_A_SECOND; i++) {
      final StringBuilder stack = new StringBuilder("main");
      for (int frame = 1; frame < DEPTH; frame++) {
        stack.append(";f").append(Long.toHexString(random.nextLong()));
      }
      folded.add(stack + " 1");
    }
    daemon.send(
        (System.currentTimeMillis() - 10_000) * 1_000_000,
        folded,
        Attribute.of("service.name", "fed-" + second % 5));
  }

  /** Asks for everything and reads nothing. */
  private static Socket download(Daemon daemon) throws Exception {
    final URI origin = URI.create(daemon.origin());
    final Socket socket = new Socket(origin.getHost(), origin.getPort());
    socket
        .getOutputStream()
        .write(
            ("GET /api/v1/download?format=folded&from=now-1h HTTP/1.1\r\nHost: "
                    + origin.getAuthority()
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static boolean hasExpired(Daemon daemon) throws Exception {
    return !metrics(daemon).contains("plumbline_store_expired_windows_total 0.0\n");
  }

  private static long residentBytes(Daemon daemon) throws Exception {
    final Matcher matcher = RESIDENT.matcher(metrics(daemon));
    assertThat(matcher.find()).isTrue();
    return (long) Double.parseDouble(matcher.group(1));
  }

  private static String metrics(Daemon daemon) throws Exception {
    return new String(daemon.get("/metrics").body(), StandardCharsets.UTF_8);
  }

  private static long newestMillis(Daemon daemon) throws Exception {
    final String status = new String(daemon.get("/api/v1/status").body(), StandardCharsets.UTF_8);
    final Matcher matcher = NEWEST.matcher(status);
    assertThat(matcher.find()).as(status).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private long used() throws IOException {
    try (Stream<Path> files = Files.list(disk.resolve("store"))) {
      long bytes = 0;
      for (Path file : files.toList()) {
        try {
          bytes += Files.size(file);
        } catch (IOException ignored) {
          // It left this moment.
        }
      }
      return bytes;
    }
  }
}
