package dev.plumbline.pprof;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code go tool pprof} as an oracle that we did not write. */
final class GoPprof {
  private static final Path USUAL_PLACE = Path.of("/usr/local/go/bin/go");

  private GoPprof() {}

  /** What {@code go tool pprof} prints on both streams. */
  static String run(List<String> arguments, Path... files)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tool", "pprof"));
    command.addAll(arguments);
    Arrays.stream(files).map(Path::toString).forEach(command::add);
    return go(command);
  }

  /** What {@code go} prints on both streams. */
  static String go(List<String> arguments) throws IOException, InterruptedException {
    String go = command();
    assumeTrue(go != null, "no Go toolchain: go tool pprof is the oracle of this test");
    List<String> command = new ArrayList<>(List.of(go));
    command.addAll(arguments);
    Path output = Files.createTempFile("pprof", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        throw new IOException(command + " did not end in 120 s");
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(command + " ended with " + process.exitValue() + ": " + text);
      }
      return text;
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  private static String command() {
    for (String directory : System.getenv("PATH").split(":")) {
      if (Files.isExecutable(Path.of(directory, "go"))) {
        return directory + "/go";
      }
    }
    return Files.isExecutable(USUAL_PLACE) ? USUAL_PLACE.toString() : null;
  }
}
