package dev.plumbline.it.demo;

import dev.plumbline.it.received.FunctionValue;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Usage: {@code Demo AGENT_JAR DIRECTORY}. Runs the shop under the agent with the file exporter
 * until the first window is there, then prints the hottest functions of each profile type.
 */
public final class Demo {
  /** At a JVM's start its compiler is the hottest of all, which is not what one wants to see. */
  private static final int WARM_UP_SECONDS = 6;

  private static final int WINDOW_SECONDS = 10;
  private static final int PATIENCE_SECONDS = 60;
  private static final int FUNCTIONS = 8;

  private Demo() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    final Path agent = Path.of(args[0]).toAbsolutePath();
    final Path directory = Path.of(args[1]).toAbsolutePath();
    empty(directory);
    final Path configuration = directory.resolve("ig-config.yaml");
    Files.writeString(configuration, configuration(directory));

    final List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-javaagent:"
                + agent
                + ("=config=" + configuration)
                + (",otel-profiles-exporter=files,delay=" + WARM_UP_SECONDS + "s"),
            "-cp",
            System.getProperty("java.class.path"),
            "dev.plumbline.it.app.Shop");
    System.out.println("Started under the agent: " + command.get(command.size() - 1));
    System.out.println("First window in at most " + (WARM_UP_SECONDS + WINDOW_SECONDS) + " s …");
    final Process shop = new ProcessBuilder(command).inheritIO().start();
    try {
      final boolean arrived = awaitRequest(shop, directory);
      shop.destroy();
      if (!shop.waitFor(10, TimeUnit.SECONDS) || !arrived) {
        System.err.println("No profile came; the lines above say why.");
        System.exit(1);
      }
    } finally {
      shop.destroyForcibly();
    }
    print(directory);
  }

  private static String configuration(Path directory) {
    return "operator:\n"
        + "  otel-profiles:\n"
        + "    exporters:\n"
        + "      files:\n"
        + "        exporter: file\n"
        + ("        directory: \"" + directory + "\"\n");
  }

  private static boolean awaitRequest(Process shop, Path directory)
      throws IOException, InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end && shop.isAlive()) {
      if (!requests(directory).isEmpty()) {
        return true;
      }
      Thread.sleep(200);
    }
    return false;
  }

  private static void print(Path directory) throws IOException {
    final List<byte[]> bodies = new ArrayList<>();
    for (Path file : requests(directory)) {
      bodies.add(Files.readAllBytes(file));
    }
    final ReceivedProfiles received = ReceivedProfiles.of(bodies);
    for (String type : received.types()) {
      final long total = received.total(type);
      System.out.printf(Locale.ROOT, "%n%s: %,d in all%n", type, total);
      System.out.printf(Locale.ROOT, "%8s %12s  function%n", "self", "with callees");
      for (FunctionValue function : received.top(type, FUNCTIONS)) {
        System.out.printf(
            Locale.ROOT,
            "%7.1f%% %11.1f%%  %s%n",
            100.0 * function.self() / total,
            100.0 * function.cumulative() / total,
            function.name());
      }
    }
    System.out.println();
    System.out.println("The requests as they would go to a receiver:");
    requests(directory).forEach(file -> System.out.println("  " + file));
  }

  private static List<Path> requests(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".otlp"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static void empty(Path directory) throws IOException {
    final List<Path> old;
    try (Stream<Path> files =
        Files.exists(directory) ? Files.walk(directory) : Stream.<Path>empty()) {
      old = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
    }
    for (Path file : old) {
      Files.delete(file);
    }
    Files.createDirectories(directory);
  }
}
