package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that has ended, with all that it printed. Immutable. */
final class Child {
  private static final long PATIENCE_SECONDS = 60;

  final int exitCode;
  final String stdout;
  final String stderr;

  private Child(int exitCode, String stdout, String stderr) {
    this.exitCode = exitCode;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** The agent as it ships. */
  static Path agentJar() {
    return Path.of(System.getProperty("plumbline.agent.jar"));
  }

  /** Runs one of the test applications under the agent. */
  static Child underAgent(TestJdk jdk, String agentArguments, Class<?> main, String... arguments)
      throws Exception {
    return java(jdk, List.of("-javaagent:" + agentJar() + "=" + agentArguments), main, arguments);
  }

  static Child java(TestJdk jdk, List<String> options, Class<?> main, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(jdk.tool("java").toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(Arrays.asList(arguments));
    return run(builder(command));
  }

  static ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(Child::changesTheAgent);
    return builder;
  }

  private static boolean changesTheAgent(String variable) {
    return variable.startsWith("PLUMBLINE_")
        || variable.startsWith("OTEL_")
        || variable.equals("JAVA_TOOL_OPTIONS");
  }

  /** The directory of the test classes. */
  static String classPath() throws Exception {
    return Path.of(Child.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  static Child run(ProcessBuilder builder) throws IOException, InterruptedException {
    Path out = Files.createTempFile("child", ".out");
    Path err = Files.createTempFile("child", ".err");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .as("%s ends; so far: %s", builder.command(), Files.readString(err))
          .isTrue();
      return new Child(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  /** Lines of the standard error that are not the agent's. */
  List<String> foreignLines() {
    return stderr
        .lines()
        .filter(line -> !line.startsWith("[plumbline] ") && !isMultiplexed(line))
        .toList();
  }

  private static boolean isMultiplexed(String line) {
    return line.startsWith("Picked up JAVA_TOOL_OPTIONS");
  }

  @Override
  public String toString() {
    return "exit " + exitCode + "\nstdout:\n" + stdout + "\nstderr:\n" + stderr;
  }
}
