package dev.plumbline.container;

/** The runtimes whose files are read, by the names that Inspektor Gadget gives them. */
public enum ContainerRuntime {
  DOCKER("docker"),
  CONTAINERD("containerd"),
  CRI_O("cri-o"),
  PODMAN("podman");

  private final String text;

  ContainerRuntime(String text) {
    this.text = text;
  }

  /** Value of {@code runtime.runtimeName}. */
  public String text() {
    return text;
  }
}
