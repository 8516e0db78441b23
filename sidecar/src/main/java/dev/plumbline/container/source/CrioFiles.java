package dev.plumbline.container.source;

import dev.plumbline.container.BoundedFile;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerId;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.container.ContainerSource;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.Pod;
import dev.plumbline.container.ProcessFiles;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations that CRI-O writes into {@code userdata/config.json}; the pod's labels stand
 * in those of its sandbox.
 */
final class CrioFiles implements ContainerSource {
  private static final String PREFIX = "io.kubernetes.cri-o.";

  private final HostPaths host;
  private final ProcessFiles processes;

  CrioFiles(HostPaths host, ProcessFiles processes) {
    this.host = host;
    this.processes = processes;
  }

  @Override
  public ContainerRuntime runtime() {
    return ContainerRuntime.CRI_O;
  }

  @Override
  public @Nullable Container find(ContainerId id, int pid) {
    Conmon conmon = pid == 0 ? null : Conmon.above(processes, pid, id);
    for (ContainerStorage storage : ContainerStorage.candidates(host, conmon)) {
      JsonObject annotations = storage.annotations(id.text());
      if (annotations != null && isOurs(annotations)) {
        return container(id, storage, annotations, conmon);
      }
    }
    return null;
  }

  /** podman writes some annotations of CRI-O too. */
  private static boolean isOurs(JsonObject annotations) {
    String manager = annotations.text("io.container.manager");
    return manager.isEmpty()
        ? !annotations.text(PREFIX + "SandboxID").isEmpty()
        : manager.equals("cri-o");
  }

  private Container container(
      ContainerId id, ContainerStorage storage, JsonObject annotations, @Nullable Conmon conmon) {
    String name = annotations.text("io.kubernetes.container.name");
    String imageName = annotations.text(PREFIX + "ImageName");
    String reference = annotations.text(PREFIX + "ImageRef");
    String imageId = ContainerId.isId(reference) ? reference : "";
    String digest = ImageReference.of(reference).digest();
    int first = firstPid(id, storage, conmon);
    long started = first == 0 ? 0 : processes.startUnixNanos(first);
    return Container.builder(id)
        .runtime(ContainerRuntime.CRI_O)
        .name(name)
        .imageName(imageName.isEmpty() ? annotations.text(PREFIX + "Image") : imageName)
        .imageId(imageId)
        .imageDigest(digest.isEmpty() ? storage.imageDigest(imageId) : digest)
        .pid(first)
        .startedUnixNanos(
            started == 0 ? ForeignText.unixNanos(annotations.text(PREFIX + "Created")) : started)
        .pod(
            new Pod(
                annotations.text("io.kubernetes.pod.namespace"),
                annotations.text("io.kubernetes.pod.name"),
                annotations.text("io.kubernetes.pod.uid"),
                name,
                podLabels(storage, annotations.text(PREFIX + "SandboxID"))))
        .build();
  }

  private static Map<String, String> podLabels(ContainerStorage storage, String sandbox) {
    if (!ContainerId.isId(sandbox)) {
      return Map.of();
    }
    JsonObject annotations = storage.annotations(sandbox);
    if (annotations == null) {
      return Map.of();
    }
    Map<String, String> labels =
        new TreeMap<>(JsonObject.parse(annotations.text(PREFIX + "Labels")).texts());
    labels.keySet().removeIf(key -> key.startsWith("io.kubernetes."));
    return labels;
  }

  private int firstPid(ContainerId id, ContainerStorage storage, @Nullable Conmon conmon) {
    return ForeignText.pid(
        BoundedFile.text(
            conmon == null || conmon.pidFile().isEmpty()
                ? storage.userData(id.text()).resolve("pidfile")
                : host.resolve(conmon.pidFile()),
            32));
  }
}
