package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Containers of real daemons that keep everything at places of their own: what they are called is
 * found by the daemon's command line and by the container's shim.
 */
@Tag("long")
class RuntimesIT extends HostTestCase {
  private static final String BUSY = "while :; do :; done";
  private static final String POD = "11111111-2222-3333-4444-555555555555";

  private Path busybox() throws Exception {
    return new Podman(directory).busybox("image");
  }

  private void profile(String... selection) throws Exception {
    String[] arguments = {
      "run", "profile_cpu", "-t", "5", "-o", "json", selection[0], selection[1]
    };
    launcher.awaitSuccess(launcher.plumbline(arguments), 90);
  }

  @Test
  void dockersContainer_isChosenAndNamed() throws Exception {
    Path root = busybox();
    Path image = directory.resolve("image.tar");
    launcher.run("tar", "-C", root.toString(), "-cf", image.toString(), ".");
    try (ContainerEngine docker = ContainerEngine.docker(directory)) {
      docker.call("import", image.toString(), "busy:1");
      String id = run(docker, "chosen");
      run(docker, "other");
      profile("-c", "chosen");
      assertThat(launcher.out())
          .contains(
              "\"containerName\":\"chosen\"",
              "\"containerId\":\"" + id + "\"",
              "\"runtimeName\":\"docker\"",
              "\"containerImageName\":\"busy:1\"")
          .doesNotContain("\"other\"", "\"containerId\":\"\"");
      docker.call("rm", "-f", "chosen", "other");
    }
  }

  private static String run(ContainerEngine docker, String name) throws Exception {
    return docker.call("run", "-d", "--name", name, "--network=none", "busy:1", "sh", "-c", BUSY);
  }

  @Test
  void podsContainerOfContainerd_isChosenByThePodsName() throws Exception {
    Path root = busybox();
    List<String> ids = List.of(id(), id()); // those of containerd's runtime are the machine's
    try (ContainerEngine containerd = ContainerEngine.containerd(directory)) {
      try {
        run(containerd, root, "mypod", ids.get(0));
        run(containerd, root, "otherpod", ids.get(1));
        profile("--k8s-podname", "mypod");
      } finally {
        remove(containerd, ids);
      }
      assertThat(launcher.out())
          .contains(
              "\"podName\":\"mypod\"",
              "\"namespace\":\"shop\"",
              "\"containerName\":\"cart\"",
              "\"containerId\":\"" + ids.get(0) + "\"",
              "\"runtimeName\":\"containerd\"")
          .doesNotContain("otherpod", ids.get(1), "\"containerId\":\"\"");
    }
  }

  private static String id() {
    return (UUID.randomUUID().toString() + UUID.randomUUID()).replace("-", "");
  }

  /** Those that were started; what else is wrong is told by the test. */
  private static void remove(ContainerEngine containerd, List<String> ids) throws Exception {
    String running = containerd.call("tasks", "list", "-q");
    for (String id : ids) {
      if (running.contains(id)) {
        containerd.call("tasks", "delete", "-f", id);
        containerd.call("containers", "delete", id);
      }
    }
  }

  /** As Kubernetes' plugin of containerd describes a container, without a kubelet. */
  private static void run(ContainerEngine containerd, Path root, String pod, String id)
      throws Exception {
    containerd.call(
        "run",
        "-d",
        "--rootfs",
        "--cgroup=/kubepods/burstable/pod" + POD + "/" + id,
        "--annotation=io.kubernetes.cri.container-name=cart",
        "--annotation=io.kubernetes.cri.container-type=container",
        "--annotation=io.kubernetes.cri.sandbox-name=" + pod,
        "--annotation=io.kubernetes.cri.sandbox-namespace=shop",
        "--annotation=io.kubernetes.cri.sandbox-uid=" + POD,
        root.toString(),
        id,
        "/bin/sh",
        "-c",
        BUSY);
  }
}
