package dev.plumbline.container.source;

import dev.plumbline.container.BoundedFile;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerId;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.container.ContainerSource;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.ProcessFiles;
import org.jspecify.annotations.Nullable;

/**
 * Reads podman's {@code containers.json}, and the command line of the container's monitor where the
 * storage cannot be read.
 */
final class PodmanFiles implements ContainerSource {
  private final HostPaths host;
  private final ProcessFiles processes;

  PodmanFiles(HostPaths host, ProcessFiles processes) {
    this.host = host;
    this.processes = processes;
  }

  @Override
  public ContainerRuntime runtime() {
    return ContainerRuntime.PODMAN;
  }

  @Override
  public @Nullable Container find(ContainerId id, int pid) {
    Conmon conmon = pid == 0 ? null : Conmon.above(processes, pid, id);
    String digest = "";
    JsonObject entry = null;
    JsonObject metadata = JsonObject.EMPTY;
    for (ContainerStorage storage : ContainerStorage.candidates(host, conmon)) {
      entry = storage.entry(id.text());
      if (entry != null) {
        metadata = JsonObject.parse(entry.text("metadata"));
        digest = storage.imageDigest(metadata.text("image-id"));
        break;
      }
    }
    if (entry == null && (conmon == null || conmon.name().isEmpty())) {
      return null;
    }
    String name = entry == null ? "" : entry.text("names");
    int first = firstPid(id, conmon);
    return Container.builder(id)
        .runtime(ContainerRuntime.PODMAN)
        .name(name.isEmpty() && conmon != null ? conmon.name() : name)
        .imageName(metadata.text("image-name"))
        .imageId(metadata.text("image-id"))
        .imageDigest(digest)
        .pid(first)
        .startedUnixNanos(first == 0 ? 0 : processes.startUnixNanos(first))
        .build();
  }

  private int firstPid(ContainerId id, @Nullable Conmon conmon) {
    String file =
        conmon == null || conmon.pidFile().isEmpty()
            ? "/run/containers/storage/overlay-containers/" + id.text() + "/userdata/pidfile"
            : conmon.pidFile();
    return ForeignText.pid(BoundedFile.text(host.resolve(file), 32));
  }
}
