package dev.plumbline.it.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Usage: {@code Demo AGENT_JAR LAUNCHER DIRECTORY [--once]}. Starts the daemon and the shop under
 * the agent, which sends to the daemon and into files; prints the hottest functions of its first
 * window and where the page is, and runs until Ctrl-C, with {@code --once} no longer than that.
 */
public final class Demo {
  private static final int PATIENCE_SECONDS = 60;

  /** At a JVM's start its compiler is the hottest of all, which is not what one wants to see. */
  private static final int WARM_UP_SECONDS = 5;

  /** A terminal's Ctrl-C reaches only us: else the daemon would end while the shop still sends. */
  private static final String OWN_SESSION = "setsid";

  private static final Pattern PAGE = Pattern.compile("page (https?://\\S+)");

  private static final ConcurrentLinkedDeque<Process> STARTED = new ConcurrentLinkedDeque<>();

  private Demo() {}

  public static void main(String[] args) throws Exception {
    final Path agent = Path.of(args[0]).toAbsolutePath();
    final Path launcher = Path.of(args[1]).toAbsolutePath();
    final Path directory = Files.createDirectories(Path.of(args[2]).toAbsolutePath());
    final boolean isOnce = args.length > 3 && args[3].equals("--once");

    final CompletableFuture<String> page = new CompletableFuture<>();
    final Process daemon = daemon(launcher, directory);
    STARTED.add(daemon);
    Runtime.getRuntime().addShutdownHook(new Thread(Demo::endAll));
    final Thread reader = new Thread(() -> read(daemon, page), "daemon-output");
    reader.setDaemon(true);
    reader.start();
    final String address = awaitPage(daemon, page);

    final Path files = FirstLook.emptied(directory.resolve("files"));
    final Process shop = shop(agent, configuration(directory, files));
    STARTED.addFirst(shop);
    System.out.println("A shop runs under the agent; its first window comes in ten seconds.");
    awaitShop(daemon, address, files);
    FirstLook.print(files, System.out);
    System.out.println("Flame graphs: " + address);
    if (isOnce) {
      System.exit(0);
    }
    open(address);
    System.out.println("Ctrl-C ends it.");
    new CountDownLatch(1).await();
  }

  private static Process daemon(Path launcher, Path directory) throws IOException {
    final ProcessBuilder builder =
        new ProcessBuilder(OWN_SESSION, launcher.toString(), "serve").redirectErrorStream(true);
    builder.environment().put("STATE_DIRECTORY", directory.resolve("state").toString());
    builder.environment().put("CACHE_DIRECTORY", directory.resolve("cache").toString());
    return builder.start();
  }

  /** Shows what the daemon says, and finds the page's address in it. */
  private static void read(Process daemon, CompletableFuture<String> page) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(daemon.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(line);
        final Matcher matcher = PAGE.matcher(line);
        if (matcher.find()) {
          page.complete(matcher.group(1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String awaitPage(Process daemon, CompletableFuture<String> page) throws Exception {
    for (int second = 0; second < PATIENCE_SECONDS && daemon.isAlive(); second++) {
      try {
        return page.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException stillStarting) {
        // The loop looks whether the daemon lives.
      }
    }
    System.err.println("The daemon has no page; the lines above say why.");
    System.exit(1);
    throw new IllegalStateException();
  }

  private static Path configuration(Path directory, Path files) throws IOException {
    return Files.writeString(
        directory.resolve("ig-config.yaml"),
        "operator:\n"
            + "  otel-profiles:\n"
            + "    otel-profiles-exporter: otel,files\n"
            + "    exporters:\n"
            + ("      files: { exporter: file, directory: \"" + files + "\" }\n"));
  }

  private static Process shop(Path agent, Path configuration) throws IOException {
    final List<String> command =
        List.of(
            OWN_SESSION,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-javaagent:" + agent + "=config=" + configuration + ",delay=" + WARM_UP_SECONDS + "s",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.plumbline.it.app.Shop");
    final ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("OTEL_SERVICE_NAME", "shop");
    return builder.start();
  }

  /** Until a window of the shop has been taken in, and written. */
  private static void awaitShop(Process daemon, String address, Path files) throws Exception {
    final Pattern taken =
        Pattern.compile("plumbline_receive_requests_total\\{receiver=\"otlp/grpc\"} [1-9]");
    for (int second = 0; second < PATIENCE_SECONDS && daemon.isAlive(); second++) {
      if (taken.matcher(get(address + "metrics")).find() && FirstLook.hasRequests(files)) {
        return;
      }
      Thread.sleep(500);
    }
    System.err.println("No profile of the shop came; the lines above say why.");
    System.exit(1);
  }

  private static String get(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** In the browser, where there is a desktop. */
  private static void open(String address) throws IOException {
    final boolean hasDesktop =
        System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
    if (hasDesktop) {
      try {
        new ProcessBuilder("xdg-open", address).start();
      } catch (IOException noOpener) {
        System.out.println("(xdg-open is not here to open it)");
      }
    }
  }

  /** The shop first, so that its last window reaches the daemon. */
  private static void endAll() {
    STARTED.forEach(Demo::end);
  }

  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
