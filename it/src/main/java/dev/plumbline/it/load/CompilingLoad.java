package dev.plumbline.it.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Usage: {@code CompilingLoad SECONDS SOURCES CLASS_PATH}. Compiles Java sources in-process on some
 * threads beside idle ones: very many different stacks, as a recording of a large service has them.
 */
public final class CompilingLoad {
  private static final int COMPILING_THREADS = 3;
  private static final int IDLE_THREADS = 30;

  private CompilingLoad() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    final List<String> sources;
    try (Stream<Path> files = Files.walk(Path.of(args[1]))) {
      sources =
          files
              .map(Path::toString)
              .filter(name -> name.endsWith(".java") && !name.endsWith("package-info.java"))
              .sorted()
              .collect(Collectors.toList());
    }
    for (int i = 0; i < IDLE_THREADS; i++) {
      daemon("idle-" + i, CompilingLoad::idle);
    }
    for (int i = 0; i < COMPILING_THREADS; i++) {
      final Path output = Files.createTempDirectory("plumbline-load");
      daemon("compiling-" + i, () -> work(sources, args[2], output));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(output)));
    }
    TimeUnit.SECONDS.sleep(Long.parseLong(args[0]));
  }

  private static void daemon(String name, Runnable work) {
    final Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void idle() {
    try {
      TimeUnit.DAYS.sleep(1);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void work(List<String> sources, String classPath, Path output) {
    int round = 0;
    while (!Thread.currentThread().isInterrupted()) {
      final List<String> arguments =
          new ArrayList<>(
              List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", output.toString()));
      arguments.addAll(sources);
      ToolProvider.getSystemJavaCompiler()
          .run(
              null,
              new ByteArrayOutputStream(),
              new ByteArrayOutputStream(),
              arguments.toArray(new String[0]));
      round += shuffle(round);
    }
  }

  /** Maps, expressions, streams: what else a service does all day. */
  private static int shuffle(int round) {
    final Map<String, int[]> map = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      map.put("key" + i + round, new int[8]);
    }
    final String text = Integer.toString(map.hashCode());
    Pattern.compile("(a|b)*c" + round % 10).matcher("ababababab" + text).matches();
    final String joined =
        map.keySet().stream()
            .filter(key -> key.length() > 4)
            .map(key -> key.toUpperCase(Locale.ROOT))
            .sorted()
            .collect(Collectors.joining(","));
    return joined.isEmpty() ? 2 : 1;
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
        Files.delete(file);
      }
    } catch (IOException ignored) {
      // A file may have come meanwhile; it lies in the temporary directory.
    }
  }
}
