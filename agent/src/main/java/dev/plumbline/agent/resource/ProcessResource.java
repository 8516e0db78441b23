package dev.plumbline.agent.resource;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The resource of this JVM, with semantic-convention names. Command lines are left out: they hold
 * secrets. Stateless.
 */
public final class ProcessResource {
  private ProcessResource() {}

  /**
   * @param version the agent's
   */
  public static Resource detect(String version) {
    Path proc = Paths.get("/proc/self");
    List<Attribute> attributes = new ArrayList<>();
    add(attributes, Resource.SERVICE_NAME, ServiceName.of(System.getProperty("sun.java.command")));
    add(attributes, "service.instance.id", instanceId());
    add(attributes, "telemetry.sdk.name", "plumbline");
    add(attributes, "telemetry.sdk.language", "java");
    add(attributes, "telemetry.sdk.version", version);
    long pid = pid(proc);
    attributes.add(Attribute.of("process.pid", pid));
    add(attributes, "process.runtime.name", System.getProperty("java.runtime.name"));
    add(attributes, "process.runtime.version", System.getProperty("java.runtime.version"));
    add(
        attributes,
        "process.runtime.description",
        System.getProperty("java.vm.vendor")
            + " "
            + System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.vm.version"));
    add(attributes, "host.name", firstLine(Paths.get("/proc/sys/kernel/hostname")));
    add(attributes, "container.id", ContainerId.of(proc));
    add(attributes, "os.type", "linux");
    return Resource.of(Attributes.of(attributes));
  }

  private static void add(List<Attribute> attributes, String key, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      attributes.add(Attribute.of(key, value));
    }
  }

  /** The kernel's, because the JDK's first UUID costs a SecureRandom. */
  private static String instanceId() {
    String uuid = firstLine(Paths.get("/proc/sys/kernel/random/uuid"));
    return uuid != null && uuid.length() == 36 ? uuid : UUID.randomUUID().toString();
  }

  private static long pid(Path proc) {
    try {
      return Long.parseLong(Files.readSymbolicLink(proc).toString());
    } catch (IOException | NumberFormatException ignored) {
      return ProcessHandle.current().pid();
    }
  }

  private static @Nullable String firstLine(Path file) {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      return lines.isEmpty() ? null : lines.get(0).trim();
    } catch (IOException ignored) {
      return null; // this system does not tell
    }
  }
}
