package dev.plumbline.agent.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerIdTest {
  private static final String ID = "0123456789abcdef".repeat(4);

  @TempDir Path proc;

  @Test
  void id_of_a_version_1_cgroup() throws IOException {
    Files.writeString(proc.resolve("cgroup"), "12:cpu:/kubepods/pod42/" + ID + "\n");

    assertThat(ContainerId.of(proc)).isEqualTo(ID);
  }

  @Test
  void id_of_a_systemd_scope() throws IOException {
    Files.writeString(proc.resolve("cgroup"), "0::/system.slice/cri-containerd-" + ID + ".scope\n");

    assertThat(ContainerId.of(proc)).isEqualTo(ID);
  }

  @Test
  void id_of_the_mounted_hostname_where_the_cgroup_is_private() throws IOException {
    Files.writeString(proc.resolve("cgroup"), "0::/\n");
    Files.writeString(
        proc.resolve("mountinfo"),
        "1 2 0:3 / / rw - overlay overlay lowerdir=/var/lib/"
            + "f".repeat(64)
            + "/diff\n"
            + "4 5 8:1 /var/lib/docker/containers/"
            + ID
            + "/hostname /etc/hostname rw - ext4\n");

    assertThat(ContainerId.of(proc)).isEqualTo(ID);
  }

  @Test
  void none_on_a_host() throws IOException {
    Files.writeString(proc.resolve("cgroup"), "0::/user.slice/session-1.scope\n");

    assertThat(ContainerId.of(proc)).isNull();
  }
}
