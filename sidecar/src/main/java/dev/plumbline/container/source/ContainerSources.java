package dev.plumbline.container.source;

import dev.plumbline.container.ContainerSource;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.ProcessFiles;
import java.util.List;

/** The runtimes whose files we read. Stateless. */
public final class ContainerSources {
  private ContainerSources() {}

  /** All of them, in the order in which they are asked. */
  public static List<ContainerSource> of(HostPaths host) {
    ProcessFiles processes = new ProcessFiles(host);
    return List.of(
        new DockerFiles(host, processes),
        new ContainerdFiles(host, processes),
        new CrioFiles(host, processes),
        new PodmanFiles(host, processes));
  }
}
