package dev.plumbline.selfprofile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.config.DurationText;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Our agent for our own JVM (design §2): it sends its windows as any other agent does, over a unix
 * socket in the state directory. Stateless.
 */
public final class SelfAgent {
  private static final Logger logger = Logger.getLogger(SelfAgent.class.getName());

  /** Where the launcher says that the agent's jar is. */
  private static final String JAR = "plumbline.agent";

  private static final String FLAG = "-javaagent:";

  /** Of the agent's jar, which no module of ours may import (design §2). */
  private static final String ENTRY = "dev.plumbline.premain.Premain";

  /** No other exporter's name begins so, nor do therefore the names of its threads. */
  private static final String EXPORTER = "plumbline-self";

  /** The agent's own threads; the daemon's have names that begin as theirs. */
  private static final String THREADS =
      "plumbline-agent plumbline-exit plumbline-early-end plumbline-export-" + EXPORTER;

  private SelfAgent() {}

  /** Whether the launcher found the agent. */
  public static boolean isThere() {
    return !jar().isEmpty();
  }

  /** Whether a JVM with those flags has the agent in it. */
  public static boolean isIn(List<String> flags) {
    return isThere() && flags.stream().anyMatch(flag -> flag.startsWith(FLAG + jar() + "="));
  }

  /**
   * Ends the agent while its receiver still listens, so that the last window arrives. Blocks until
   * then, as long as the agent lets a JVM's end wait.
   */
  public static void stop() {
    try {
      Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader())
          .getMethod("agentmain", String.class, Instrumentation.class)
          .invoke(null, "stop", null);
    } catch (ReflectiveOperationException e) {
      logger.log(Level.WARNING, () -> "our agent in this JVM does not stop: " + FaultText.of(e));
    }
  }

  private static String jar() {
    return System.getProperty(JAR, "");
  }

  /** Where this process listens for its own agent. */
  public static Path socket(Path stateDirectory) {
    return stateDirectory.toAbsolutePath().resolve("self.sock");
  }

  /**
   * The JVM's flag, after the agent's exporter was written.
   *
   * @throws IOException if it cannot be written
   */
  public static String flag(SelfSettings settings, Path stateDirectory) throws IOException {
    Files.createDirectories(stateDirectory);
    Path file = stateDirectory.toAbsolutePath().resolve("self.yaml");
    Path next = file.resolveSibling("self.yaml.new");
    Files.writeString(next, exporter(socket(stateDirectory)), UTF_8);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return FLAG + jar() + "=" + arguments(settings, file);
  }

  /** Arguments stand over variables, some of which are the daemon's. */
  static String arguments(SelfSettings settings, Path file) {
    Map<String, String> arguments = new LinkedHashMap<>();
    arguments.put("config", file.toString());
    arguments.put("otel-profiles-exporter", EXPORTER);
    arguments.put("service.name", "plumbline");
    arguments.put("interval", DurationText.format(settings.interval()));
    arguments.put("delay", DurationText.format(settings.delay()));
    arguments.put("threads.excluded", THREADS);
    String block = settings.blockNanos() > 0 ? settings.blockNanos() + "ns" : "off";
    arguments.put("lock.park", block);
    arguments.put("lock.native", block);
    if (settings.mutexEvery() >= 0) {
      arguments.put("lock.monitor", settings.mutexEvery() > 0 ? "1ns" : "off");
    }
    if (settings.mutexEvery() > 0) {
      arguments.put("lock.monitor.every", Long.toString(settings.mutexEvery()));
    }
    StringBuilder text = new StringBuilder();
    arguments.forEach(
        (key, value) ->
            text.append(text.length() == 0 ? "" : ",")
                .append(key)
                .append('=')
                .append(quoted(value)));
    return text.toString();
  }

  /** In JSON, which is YAML too. */
  private static String exporter(Path socket) {
    return "{\"operator\": {\"otel-profiles\": {\"exporters\": {"
        + quoted(EXPORTER)
        + ": {\"exporter\": \"otlp-grpc\", \"compression\": \"none\", \"insecure\": true, "
        + "\"otlp-level\": \"1.10\", \"endpoint\": "
        + quoted("unix://" + socket)
        + "}}}}}\n";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
