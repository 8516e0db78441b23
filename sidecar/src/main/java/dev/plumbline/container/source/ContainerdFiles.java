package dev.plumbline.container.source;

import dev.plumbline.container.BoundedFile;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerId;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.container.ContainerSource;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.Pod;
import dev.plumbline.container.ProcessFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code config.json} in the task directories of containerd: with the annotations of its CRI
 * plugin under Kubernetes, and those of nerdctl. A task directory elsewhere is that in which the
 * container's shim works.
 */
final class ContainerdFiles implements ContainerSource {
  private static final List<String> STATES =
      List.of("/run/containerd", "/run/k3s/containerd", "/var/snap/microk8s/common/run/containerd");
  private static final List<String> SHIMS =
      List.of("io.containerd.runtime.v2.task", "io.containerd.runtime.v1.linux");

  /** Docker's containers run under containerd too; their names are with docker. */
  static final String DOCKER_NAMESPACE = "moby";

  private static final int MAX_NAMESPACES = 64;

  private final HostPaths host;
  private final ProcessFiles processes;

  ContainerdFiles(HostPaths host, ProcessFiles processes) {
    this.host = host;
    this.processes = processes;
  }

  @Override
  public ContainerRuntime runtime() {
    return ContainerRuntime.CONTAINERD;
  }

  @Override
  public @Nullable Container find(ContainerId id, int pid) {
    for (String state : STATES) {
      for (String shim : SHIMS) {
        Container found = search(host.resolve(state).resolve(shim), id);
        if (found != null) {
          return found;
        }
      }
    }
    return pid == 0 ? null : byShim(id, pid);
  }

  /** Where the state is kept elsewhere. */
  private @Nullable Container byShim(ContainerId id, int pid) {
    ContainerdShim shim = ContainerdShim.above(host, processes, pid, id);
    if (shim == null || shim.namespace().equals(DOCKER_NAMESPACE)) {
      return null;
    }
    JsonObject config = JsonObject.read(shim.bundle().resolve("config.json"));
    return config == null ? null : container(id, shim.bundle(), config.object("annotations"));
  }

  private @Nullable Container search(Path shim, ContainerId id) {
    try (DirectoryStream<Path> namespaces = Files.newDirectoryStream(shim)) {
      int seen = 0;
      for (Path namespace : namespaces) {
        if (++seen > MAX_NAMESPACES) {
          return null;
        }
        Path bundle = namespace.resolve(id.text());
        JsonObject config =
            namespace.endsWith(DOCKER_NAMESPACE)
                ? null
                : JsonObject.read(bundle.resolve("config.json"));
        if (config != null) {
          return container(id, bundle, config.object("annotations"));
        }
      }
    } catch (IOException | SecurityException ignored) {
      // containerd keeps its state elsewhere or does not run.
    }
    return null;
  }

  private Container container(ContainerId id, Path bundle, JsonObject annotations) {
    String containerName = annotations.text("io.kubernetes.cri.container-name");
    String image = annotations.text("io.kubernetes.cri.image-name");
    int pid = ForeignText.pid(BoundedFile.text(bundle.resolve("init.pid"), 32));
    return Container.builder(id)
        .runtime(ContainerRuntime.CONTAINERD)
        .name(containerName.isEmpty() ? annotations.text("nerdctl/name") : containerName)
        .imageName(image)
        .imageDigest(ImageReference.of(image).digest())
        .pid(pid)
        .startedUnixNanos(pid == 0 ? 0 : processes.startUnixNanos(pid))
        .pod(
            new Pod(
                annotations.text("io.kubernetes.cri.sandbox-namespace"),
                annotations.text("io.kubernetes.cri.sandbox-name"),
                annotations.text("io.kubernetes.cri.sandbox-uid"),
                containerName,
                Map.of()))
        .build();
  }
}
