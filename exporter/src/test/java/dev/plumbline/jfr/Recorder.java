package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrChunks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import one.profiler.AsyncProfiler;

/** Records child JVMs with the real async-profiler. */
final class Recorder {
  private static final long CHILD_TIMEOUT_SECONDS = 90;

  private final Path directory;
  private final Path library;

  private Recorder(Path directory, Path library) {
    this.directory = directory;
    this.library = library;
  }

  /** Unpacks the profiler's library into that directory. */
  static Recorder in(Path directory) throws IOException {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    Path library = directory.resolve("libasyncProfiler.so");
    String resource = "/linux-" + arch + "/libasyncProfiler.so";
    try (InputStream in = AsyncProfiler.class.getResourceAsStream(resource)) {
      Files.copy(in, library);
    }
    return new Recorder(directory, library);
  }

  static Path currentJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** A JDK of that release among those installed; null if there is none. */
  static Path java(int release) throws IOException {
    Path root = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(root)) {
      return null;
    }
    try (Stream<Path> homes = Files.list(root)) {
      return homes
          .filter(home -> home.getFileName().toString().contains("-" + release + "-"))
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .sorted()
          .findFirst()
          .orElse(null);
    }
  }

  /** Runs the program from start to end under the profiler. */
  Recording record(Path java, String events, Class<?> program, String... arguments)
      throws Exception {
    Path file = Files.createTempFile(directory, "recording", ".jfr");
    String agent = "-agentpath:" + library + "=start,jfr," + events + ",loglevel=none,file=" + file;
    return new Recording(file, output(java, agent, program, arguments));
  }

  /**
   * Runs a program that drives the profiler itself: its first two arguments are library and file.
   */
  Recording run(Path java, Class<?> program, String... arguments) throws Exception {
    return run(java, null, program, arguments);
  }

  /**
   * Likewise.
   *
   * @param option of the JVM; null for none
   */
  Recording run(Path java, String option, Class<?> program, String... arguments) throws Exception {
    Path file = Files.createTempFile(directory, "recording", ".jfr");
    List<String> all = new ArrayList<>(List.of(library.toString(), file.toString()));
    all.addAll(List.of(arguments));
    return new Recording(file, output(java, option, program, all.toArray(new String[0])));
  }

  private List<String> output(Path java, String option, Class<?> program, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    if (option != null) {
      command.add(option);
    }
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(directory, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(CHILD_TIMEOUT_SECONDS, TimeUnit.SECONDS))
          .as("child ended")
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as("exit of child: %s", lines).isZero();
    return lines;
  }

  /** A recording and what the program printed about itself. */
  static final class Recording {
    private final Path file;
    private final List<String> output;

    Recording(Path file, List<String> output) {
      this.file = file;
      this.output = output;
    }

    Path file() {
      return file;
    }

    /** The number behind {@code name=} in the output. */
    long printed(String name) {
      return output.stream()
          .filter(line -> line.startsWith(name + "="))
          .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new AssertionError(name + " is not in " + output));
    }

    List<JfrRecords> decode(JfrSettings settings) throws Exception {
      List<JfrRecords> all = new ArrayList<>();
      JfrDecoder decoder = JfrDecoder.of(settings);
      try (FileChannel channel = FileChannel.open(file)) {
        JfrChunks chunks = JfrChunks.of(channel);
        for (JfrChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
          all.add(decoder.decode(chunk));
        }
        assertThat(chunks.position()).isEqualTo(channel.size());
      }
      return all;
    }
  }
}
