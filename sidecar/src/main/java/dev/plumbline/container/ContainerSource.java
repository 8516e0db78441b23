package dev.plumbline.container;

import org.jspecify.annotations.Nullable;

/** The files of one runtime. */
public interface ContainerSource {
  ContainerRuntime runtime();

  /**
   * Reads the container's names.
   *
   * @param pid a process in it, in the host's pid namespace; 0 if none is known
   * @return null if this runtime has no such container
   */
  @Nullable Container find(ContainerId id, int pid);
}
