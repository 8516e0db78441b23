package dev.plumbline.container.source;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code containers/ID/config.v2.json} below docker's data root, and {@code
 * image/DRIVER/repositories.json} for the digest of the image. The root is a usual one, that of
 * docker's configuration, or that of the command line of a daemon that runs.
 */
final class DockerFiles implements ContainerSource {
  private static final List<String> DEFAULT_ROOTS =
      List.of("/var/lib/docker", "/var/snap/docker/common/var-lib-docker");
  private static final int MAX_DRIVERS = 16;

  private final HostPaths host;
  private final ProcessFiles processes;
  private final List<Path> roots = new ArrayList<>();

  DockerFiles(HostPaths host, ProcessFiles processes) {
    this.host = host;
    this.processes = processes;
    JsonObject daemon = JsonObject.read(host.resolve("/etc/docker/daemon.json"));
    String configured = daemon == null ? "" : daemon.text("data-root");
    if (configured.startsWith("/")) {
      roots.add(host.resolve(configured));
    }
    for (String root : DEFAULT_ROOTS) {
      roots.add(host.resolve(root));
    }
  }

  @Override
  public ContainerRuntime runtime() {
    return ContainerRuntime.DOCKER;
  }

  @Override
  public @Nullable Container find(ContainerId id, int pid) {
    Container found = search(roots, id);
    if (found != null || pid == 0 || !isDockers(id, pid)) {
      return found;
    }
    List<Path> named = new ArrayList<>();
    for (String root : DockerDaemon.dataRoots(host, processes)) {
      named.add(host.resolve(root));
    }
    return search(named, id);
  }

  /** Asked before all processes are looked at: only docker's containers are worth that. */
  private boolean isDockers(ContainerId id, int pid) {
    ContainerdShim shim = ContainerdShim.above(host, processes, pid, id);
    return shim != null && shim.namespace().equals(ContainerdFiles.DOCKER_NAMESPACE);
  }

  private static @Nullable Container search(List<Path> roots, ContainerId id) {
    for (Path root : roots) {
      Path file = root.resolve("containers").resolve(id.text()).resolve("config.v2.json");
      JsonObject config = JsonObject.read(file);
      if (config != null) {
        return container(id, root, config);
      }
    }
    return null;
  }

  private static Container container(ContainerId id, Path root, JsonObject config) {
    String name = config.text("Name");
    String imageId = config.text("Image");
    JsonObject state = config.object("State");
    String digest = config.object("ImageManifest").text("digest");
    return Container.builder(id)
        .runtime(ContainerRuntime.DOCKER)
        .name(name.startsWith("/") ? name.substring(1) : name)
        .imageName(config.object("Config").text("Image"))
        .imageId(imageId)
        .imageDigest(digest.isEmpty() ? digest(root, imageId) : digest)
        .pid(ForeignText.pid(state.text("Pid")))
        .startedUnixNanos(ForeignText.unixNanos(state.text("StartedAt")))
        .pod(pod(config.object("Config").object("Labels").texts()))
        .build();
  }

  /** Kubernetes names by the labels that cri-dockerd sets. */
  private static Pod pod(Map<String, String> labels) {
    return new Pod(
        labels.getOrDefault("io.kubernetes.pod.namespace", ""),
        labels.getOrDefault("io.kubernetes.pod.name", ""),
        labels.getOrDefault("io.kubernetes.pod.uid", ""),
        labels.getOrDefault("io.kubernetes.container.name", ""),
        Map.of());
  }

  private static String digest(Path root, String imageId) {
    if (imageId.isEmpty()) {
      return "";
    }
    try (DirectoryStream<Path> drivers = Files.newDirectoryStream(root.resolve("image"))) {
      int seen = 0;
      for (Path driver : drivers) {
        String digest = digestOf(driver.resolve("repositories.json"), imageId);
        if (!digest.isEmpty() || ++seen == MAX_DRIVERS) {
          return digest;
        }
      }
    } catch (IOException | SecurityException ignored) {
      // No such directory with the image store of containerd.
    }
    return "";
  }

  private static String digestOf(Path repositories, String imageId) {
    JsonObject file = JsonObject.read(repositories);
    if (file == null) {
      return "";
    }
    for (JsonObject repository : file.object("Repositories").objects().values()) {
      for (Map.Entry<String, String> entry : repository.texts().entrySet()) {
        if (entry.getValue().equals(imageId)) {
          String digest = ImageReference.of(entry.getKey()).digest();
          if (!digest.isEmpty()) {
            return digest;
          }
        }
      }
    }
    return "";
  }
}
