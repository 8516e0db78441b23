package dev.plumbline.attribute;

import static java.util.Objects.requireNonNull;

import dev.plumbline.container.CgroupIdentity;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.container.Pod;
import dev.plumbline.container.source.ImageReference;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Resources with semantic-convention names, one a process. At most 21 attributes, below the 25 that
 * a receiver with a limit of 30 leaves; texts of at most 2,048 bytes; unknown values are left out.
 * Immutable.
 */
public final class ProcessResources {
  static final int MAX_VALUE_BYTES = 2048;

  private static final String UNKNOWN_SERVICE = "unknown_service";

  private final List<Attribute> shared;

  /** Resources on that host. */
  public ProcessResources(HostAttributes host) {
    requireNonNull(host, "host");
    List<Attribute> attributes = new ArrayList<>();
    add(attributes, "host.name", host.name());
    add(attributes, "host.id", host.id());
    add(attributes, "host.arch", host.architecture());
    add(attributes, "os.type", "linux");
    add(attributes, "k8s.node.name", host.nodeName());
    this.shared = List.copyOf(attributes);
  }

  /** The process's resource. */
  public Resource of(ProcessAttributes process) {
    List<Attribute> attributes = new ArrayList<>(shared);
    add(attributes, Resource.SERVICE_NAME, serviceName(process));
    attributes.add(Attribute.of("process.pid", process.pid()));
    add(attributes, "process.executable.name", process.executableName());
    add(attributes, "process.executable.path", process.executablePath());
    add(attributes, "process.owner", process.credentials().user());
    CgroupIdentity identity = process.placement().identity();
    add(attributes, "systemd.unit", identity.systemdUnit());
    Container container = process.container();
    if (container != null) {
      addContainer(attributes, container);
    } else {
      add(attributes, "k8s.pod.uid", identity.podUid());
    }
    return Resource.of(Attributes.of(attributes));
  }

  private static void addContainer(List<Attribute> attributes, Container container) {
    add(attributes, "container.id", container.id().text());
    add(attributes, "container.name", container.name());
    ContainerRuntime runtime = container.runtime();
    add(attributes, "container.runtime.name", runtime == null ? "" : runtime.text());
    ImageReference image = ImageReference.of(container.imageName());
    add(attributes, "container.image.name", image.name());
    if (!image.tag().isEmpty()) {
      attributes.add(Attribute.ofStrings("container.image.tags", List.of(cut(image.tag()))));
    }
    add(attributes, "container.image.id", container.imageId());
    Pod pod = container.pod();
    add(attributes, "k8s.namespace.name", pod.namespace());
    add(attributes, "k8s.pod.name", pod.name());
    add(attributes, "k8s.pod.uid", pod.uid());
    add(attributes, "k8s.container.name", pod.containerName());
  }

  /** The first that is known: container, systemd service, executable, thread's name. */
  static String serviceName(ProcessAttributes process) {
    Container container = process.container();
    if (container != null) {
      String inPod = container.pod().containerName();
      String name = inPod.isEmpty() ? container.name() : inPod;
      if (!name.isEmpty()) {
        return name;
      }
    }
    String service = service(process.placement().identity().systemdUnit());
    if (!service.isEmpty()) {
      return service;
    }
    if (!process.executableName().isEmpty()) {
      return process.executableName();
    }
    return process.comm().isEmpty() ? UNKNOWN_SERVICE : process.comm();
  }

  /**
   * Name of a service without suffix and instance; empty for scopes and for the manager of a user's
   * session, under which everything of that user runs.
   */
  private static String service(String unit) {
    if (!unit.endsWith(".service") || unit.startsWith("user@")) {
      return "";
    }
    String name = unit.substring(0, unit.length() - ".service".length());
    int instance = name.indexOf('@');
    return instance > 0 ? name.substring(0, instance) : name;
  }

  private static void add(List<Attribute> attributes, String key, String value) {
    if (!value.isEmpty()) {
      attributes.add(Attribute.of(key, cut(value)));
    }
  }

  /** Cut before the character that would pass the limit. */
  static String cut(String value) {
    if (value.length() <= MAX_VALUE_BYTES / 3) {
      return value;
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_VALUE_BYTES) {
      return value;
    }
    int end = MAX_VALUE_BYTES;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
