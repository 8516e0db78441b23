package dev.plumbline.it.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects what a JVM is started with. Confined to the test's thread. */
public final class ChildJvmBuilder {
  private final Jdk jdk;
  private final String mainClass;
  private final List<String> arguments;
  private final List<String> prefix = new ArrayList<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, String> agentSettings = new LinkedHashMap<>();
  private @Nullable Path agentJar;
  private Path applications = Checkout.applications();

  ChildJvmBuilder(Jdk jdk, String mainClass, String... arguments) {
    this.jdk = jdk;
    this.mainClass = mainClass;
    this.arguments = List.of(arguments);
  }

  /** Under the agent as it was built. */
  public ChildJvmBuilder withAgent() {
    return withAgent(Checkout.agentJar());
  }

  public ChildJvmBuilder withAgent(Path jar) {
    agentJar = jar;
    return this;
  }

  /** An agent argument; a value with commas is quoted. */
  public ChildJvmBuilder agent(String name, String value) {
    agentSettings.put(name, value.contains(",") ? '"' + value + '"' : value);
    return this;
  }

  public ChildJvmBuilder jvm(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  public ChildJvmBuilder env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** A command before {@code java}, such as {@code unshare -m}. */
  public ChildJvmBuilder behind(String... command) {
    prefix.addAll(List.of(command));
    return this;
  }

  public ChildJvmBuilder classPath(Path path) {
    applications = path;
    return this;
  }

  /** All words of the command, as {@link #start} runs it. */
  public List<String> command() {
    final List<String> command = new ArrayList<>(prefix);
    command.addAll(jdk.tool("java"));
    if (agentJar != null) {
      final List<String> settings = new ArrayList<>();
      agentSettings.forEach((name, value) -> settings.add(name + "=" + value));
      command.add(
          "-javaagent:" + agentJar + (settings.isEmpty() ? "" : "=" + String.join(",", settings)));
    }
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(applications.toString());
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }

  /** Nothing of the caller's OTEL_* and PLUMBLINE_* variables reaches the child. */
  public ChildJvm start() {
    try {
      final Path stdout = Files.createTempFile("plumbline-it", ".out");
      final Path stderr = Files.createTempFile("plumbline-it", ".err");
      final ProcessBuilder builder = new ProcessBuilder(command());
      builder
          .environment()
          .keySet()
          .removeIf(
              name ->
                  name.startsWith("OTEL_")
                      || name.startsWith("PLUMBLINE_")
                      || name.equals("JAVA_TOOL_OPTIONS"));
      builder.environment().putAll(environment);
      builder.redirectOutput(stdout.toFile()).redirectError(stderr.toFile());
      return new ChildJvm(builder.start(), stdout, stderr);
    } catch (IOException unstartable) {
      throw new UncheckedIOException(unstartable);
    }
  }
}
