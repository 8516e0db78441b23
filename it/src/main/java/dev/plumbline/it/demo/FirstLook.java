package dev.plumbline.it.demo;

import dev.plumbline.it.received.FunctionValue;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hottest functions of what a file exporter has written. Stateless. */
final class FirstLook {
  private static final int FUNCTIONS = 5;

  private FirstLook() {}

  /** Without what an earlier run has left there. */
  static Path emptied(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> old = Files.walk(directory)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(directory);
  }

  /** False if there is no request yet. */
  static boolean hasRequests(Path directory) throws IOException {
    return !requests(directory).isEmpty();
  }

  static void print(Path directory, PrintStream out) throws IOException {
    final List<byte[]> bodies = new ArrayList<>();
    for (Path file : requests(directory)) {
      bodies.add(Files.readAllBytes(file));
    }
    final ReceivedProfiles received = ReceivedProfiles.of(bodies);
    for (String type : received.types()) {
      final long total = received.total(type);
      out.printf(Locale.ROOT, "%n%s: %,d in all%n", type, total);
      out.printf(Locale.ROOT, "%8s %12s  function%n", "self", "with callees");
      for (FunctionValue function : received.top(type, FUNCTIONS)) {
        out.printf(
            Locale.ROOT,
            "%7.1f%% %11.1f%%  %s%n",
            100.0 * function.self() / total,
            100.0 * function.cumulative() / total,
            function.name());
      }
    }
    out.println();
    out.println("The requests, as they go to a receiver, are in " + directory);
  }

  private static List<Path> requests(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".otlp"))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
