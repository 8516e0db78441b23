package dev.plumbline.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupIdentityTest {
  private static final String ID = HostFixture.ID;
  private static final String POD = "0a2b4c6d-1111-2222-3333-444455556666";
  private static final String POD_UNDERSCORED = "0a2b4c6d_1111_2222_3333_444455556666";

  @ParameterizedTest
  @CsvSource({
    "/docker/ID,DOCKER,",
    "/system.slice/docker-ID.scope,DOCKER,",
    "/system.slice/docker-ID.scope/system.slice/web.service,DOCKER,",
    "/ecs/3a5c1b/ID,,",
    "/libpod_parent/libpod-ID,PODMAN,",
    "/machine.slice/libpod-ID.scope,PODMAN,",
    "/machine.slice/libpod-ID.scope/container,PODMAN,",
    "/machine.slice/machine-libpod_pod_OTHER.slice/libpod-ID.scope,PODMAN,",
    "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope/container,PODMAN,",
    "/k8s.io/ID,CONTAINERD,",
    "/default/nerdctl-ID.scope,CONTAINERD,",
    "/kubepods/burstable/podUID/ID,,UID",
    "/kubepods/podUID/ID,,UID",
    "/kubepods/besteffort/podUID/crio-ID,CRI_O,UID",
    "/kubepods.slice/kubepods-podUUID.slice/cri-containerd-ID.scope,CONTAINERD,UID",
    "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podUUID.slice/cri-containerd-ID.scope,"
        + "CONTAINERD,UID",
    "/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podUUID.slice/crio-ID.scope,CRI_O,UID",
    "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podUUID.slice/docker-ID.scope,DOCKER,UID",
    "/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podUUID.slice/cri-containerd-ID.scope,"
        + "CONTAINERD,UID",
    "/system.slice/containerd.service/kubepods-burstable-podUUID.slice:cri-containerd:ID,CONTAINERD,UID",
    "/../../kubepods/podUID/ID,,UID",
    "/docker/OTHER/kubelet/kubepods/podUID/ID,,UID",
  })
  void path_of_each_runtime_and_driver_gives_id_runtime_and_pod(
      String form, @Nullable ContainerRuntime runtime, @Nullable String pod) {
    String path =
        form.replace("UUID", POD_UNDERSCORED)
            .replace("OTHER", HostFixture.OTHER_ID)
            .replace("UID", POD)
            .replace("ID", ID);

    CgroupIdentity identity = CgroupIdentity.of(path);

    assertThat(identity.containerId()).isEqualTo(new ContainerId(ID));
    assertThat(identity.runtime()).isEqualTo(runtime);
    assertThat(identity.podUid()).isEqualTo(pod == null ? "" : POD);
    assertThat(identity.systemdUnit()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/machine.slice/libpod-conmon-ID.scope",
        "/kubepods.slice/crio-conmon-ID.scope",
        "/machine.slice/machine-libpod_pod_ID.slice",
        "/docker/IDa",
        "/docker/aID",
        "/docker/3e8abb97e13e",
        "/",
        ""
      })
  void monitors_pods_and_other_lengths_are_no_containers(String form) {
    CgroupIdentity identity = CgroupIdentity.of(form.replace("ID", ID));

    assertThat(identity.containerId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "/system.slice/nginx.service,nginx.service",
    "/system.slice/system-getty.slice/getty@tty1.service,getty@tty1.service",
    "/system.slice/nginx.service/workers,nginx.service",
    "/user.slice/user-1000.slice/session-3.scope,session-3.scope",
    "/user.slice/user-1000.slice/user@1000.service/app.slice/dbus.service,dbus.service",
    "/init.scope,init.scope",
    "/user.slice,''",
  })
  void path_outside_containers_gives_the_innermost_unit(String path, String unit) {
    assertThat(CgroupIdentity.of(path)).isEqualTo(new CgroupIdentity(null, null, "", unit));
  }

  @Test
  void pod_without_a_container_keeps_its_uid() {
    assertThat(CgroupIdentity.of("/kubepods/burstable/pod" + POD).podUid()).isEqualTo(POD);
  }

  @Test
  void container_id_of_another_form_is_refused() {
    assertThatThrownBy(() -> new ContainerId("../" + ID.substring(3)))
        .hasMessageContaining("64 lower-case hex digits");
  }

  @Property
  void any_path_is_read_without_an_error(@ForAll @CharRange(from = '-', to = 'g') String path) {
    CgroupIdentity identity = CgroupIdentity.of(path);

    ContainerId id = identity.containerId();
    assertThat(id == null || path.contains(id.text())).isTrue();
  }
}
