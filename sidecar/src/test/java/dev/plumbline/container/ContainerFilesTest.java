package dev.plumbline.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.container.source.ContainerSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as the runtimes write them, shortened to the parts around what is read. */
class ContainerFilesTest {
  private static final ContainerId ID = new ContainerId(HostFixture.ID);
  private static final String POD_UID = HostFixture.POD_UID;
  private static final long BOOT_NANOS = 1_700_000_000L * 1_000_000_000L;

  @TempDir Path root;
  private HostFixture host;

  @BeforeEach
  void create() throws IOException {
    host = new HostFixture(root);
  }

  private ContainerNames names() {
    return new ContainerNames(ContainerSources.of(host.paths()), () -> 0);
  }

  private Container find(int pid) {
    return names().get(ID, CgroupIdentity.NONE, pid);
  }

  @Test
  void docker_tells_name_image_digest_and_start() throws IOException {
    host.write(
        "/var/lib/docker/containers/" + ID + "/config.v2.json",
        """
        {"StreamConfig":{},"State":{"Running":true,"Pid":12680,"ExitCode":0,
         "StartedAt":"2024-03-07T03:59:12.405871518Z","FinishedAt":"0001-01-01T00:00:00Z","Health":null},
         "ID":"%s","Created":"2024-03-07T03:59:11.5Z","Path":"nginx","Args":["-g","daemon off;"],
         "Config":{"Hostname":"a","Env":["PATH=/bin"],"Image":"nginx:1.27","Labels":{"maintainer":"x"}},
         "Image":"sha256:aaaa","NetworkSettings":{"Networks":{"bridge":{"Aliases":[["deep"]]}}},
         "Name":"/web","MountPoints":{}}
        """
            .formatted(ID));
    host.write(
        "/var/lib/docker/image/overlay2/repositories.json",
        """
        {"Repositories":{"redis":{"redis:7":"sha256:bbbb","redis@sha256:2222":"sha256:bbbb"},
         "nginx":{"nginx:1.27":"sha256:aaaa","nginx@sha256:1111":"sha256:aaaa"}}}
        """);

    Container container = find(0);

    assertThat(container.runtime()).isEqualTo(ContainerRuntime.DOCKER);
    assertThat(container.name()).isEqualTo("web");
    assertThat(container.imageName()).isEqualTo("nginx:1.27");
    assertThat(container.imageId()).isEqualTo("sha256:aaaa");
    assertThat(container.imageDigest()).isEqualTo("sha256:1111");
    assertThat(container.pid()).isEqualTo(12680);
    assertThat(container.startedUnixNanos()).isEqualTo(1_709_783_952_405_871_518L);
    assertThat(container.pod()).isEqualTo(Pod.NONE);
  }

  @Test
  void docker_under_kubernetes_and_with_another_data_root_tells_the_pod() throws IOException {
    host.write("/etc/docker/daemon.json", "{\"data-root\": \"/mnt/docker\"}");
    host.write(
        "/mnt/docker/containers/" + ID + "/config.v2.json",
        """
        {"State":{"Pid":0},"Config":{"Image":"nginx@sha256:3333","Labels":{
         "io.kubernetes.container.name":"web","io.kubernetes.pod.name":"web-0",
         "io.kubernetes.pod.namespace":"prod","io.kubernetes.pod.uid":"%s"}},
         "ImageManifest":{"digest":"sha256:4444"},"Name":"/k8s_web_web-0_prod_0"}
        """
            .formatted(POD_UID));

    Container container = find(0);

    assertThat(container.pod()).isEqualTo(new Pod("prod", "web-0", POD_UID, "web", Map.of()));
    assertThat(container.imageDigest()).isEqualTo("sha256:4444");
    assertThat(container.startedUnixNanos()).isZero();
  }

  @Test
  void containerd_tells_the_annotations_of_its_cri_plugin() throws IOException {
    String bundle = "/run/containerd/io.containerd.runtime.v2.task/k8s.io/" + ID;
    host.write("/run/containerd/io.containerd.runtime.v2.task/moby/x/config.json", "{}");
    host.write(bundle + "/init.pid", "4711");
    host.process(4711, "agent", 4700, 250, 7);
    host.write(
        bundle + "/config.json",
        """
        {"ociVersion":"1.0.2","process":{"args":["/agent"],"rlimits":[{"type":"RLIMIT_NOFILE","hard":1}]},
         "hooks":{"createContainer":[{"path":"/x"}]},
         "annotations":{"io.kubernetes.cri.container-name":"agent","io.kubernetes.cri.container-type":"container",
         "io.kubernetes.cri.image-name":"quay.io/acme/agent:2.1@sha256:5555",
         "io.kubernetes.cri.sandbox-id":"x","io.kubernetes.cri.sandbox-name":"agent-hf5gv",
         "io.kubernetes.cri.sandbox-namespace":"ops","io.kubernetes.cri.sandbox-uid":"%s"},"linux":{}}
        """
            .formatted(POD_UID));

    Container container = find(0);

    assertThat(container.runtime()).isEqualTo(ContainerRuntime.CONTAINERD);
    assertThat(container.name()).isEqualTo("agent");
    assertThat(container.imageName()).isEqualTo("quay.io/acme/agent:2.1@sha256:5555");
    assertThat(container.imageDigest()).isEqualTo("sha256:5555");
    assertThat(container.pid()).isEqualTo(4711);
    assertThat(container.startedUnixNanos()).isEqualTo(BOOT_NANOS + 2_500_000_000L);
    assertThat(container.pod())
        .isEqualTo(new Pod("ops", "agent-hf5gv", POD_UID, "agent", Map.of()));
  }

  @Test
  void containerd_of_k3s_and_of_nerdctl_are_found() throws IOException {
    host.write(
        "/run/k3s/containerd/io.containerd.runtime.v2.task/default/" + ID + "/config.json",
        "{\"annotations\":{\"nerdctl/name\":\"box\"}}");

    assertThat(find(0).name()).isEqualTo("box");
    assertThat(find(0).runtime()).isEqualTo(ContainerRuntime.CONTAINERD);
  }

  @Test
  void docker_containers_in_the_state_of_containerd_are_not_its_own() throws IOException {
    host.write(
        "/run/containerd/io.containerd.runtime.v2.task/moby/" + ID + "/config.json",
        "{\"annotations\":{}}");

    assertThat(find(0).runtime()).isNull();
  }

  @Test
  void crio_tells_annotations_and_the_labels_of_the_sandbox() throws IOException {
    String storage = "/var/lib/containers/storage/overlay-containers/";
    String sandbox = "ab".repeat(32);
    host.write(
        storage + ID + "/userdata/config.json",
        """
        {"annotations":{"io.container.manager":"cri-o","io.kubernetes.container.name":"redis",
         "io.kubernetes.cri-o.Created":"2024-01-07T11:33:26.50092793-06:00",
         "io.kubernetes.cri-o.ImageName":"quay.io/crio/redis:alpine","io.kubernetes.cri-o.ImageRef":"%s",
         "io.kubernetes.cri-o.SandboxID":"%s","io.kubernetes.pod.name":"db-0",
         "io.kubernetes.pod.namespace":"data","io.kubernetes.pod.uid":"%s"}}
        """
            .formatted(HostFixture.OTHER_ID, sandbox, POD_UID));
    host.write(
        storage + sandbox + "/userdata/config.json",
        """
        {"annotations":{"io.container.manager":"cri-o","io.kubernetes.cri-o.Labels":
         "{\\"io.kubernetes.container.name\\":\\"POD\\",\\"tier\\":\\"backend\\",\\"app\\":\\"db\\"}"}}
        """);
    host.write(
        "/var/lib/containers/storage/overlay-images/images.json",
        """
        [{"id":"x","digest":"sha256:0000"},
         {"id":"%s","digest":"sha256:6666","names":["quay.io/crio/redis:alpine"]}]
        """
            .formatted(HostFixture.OTHER_ID));

    Container container = find(0);

    assertThat(container.runtime()).isEqualTo(ContainerRuntime.CRI_O);
    assertThat(container.name()).isEqualTo("redis");
    assertThat(container.imageName()).isEqualTo("quay.io/crio/redis:alpine");
    assertThat(container.imageId()).isEqualTo(HostFixture.OTHER_ID);
    assertThat(container.imageDigest()).isEqualTo("sha256:6666");
    assertThat(container.startedUnixNanos()).isEqualTo(1_704_648_806_500_927_930L);
    assertThat(container.pod())
        .isEqualTo(
            new Pod("data", "db-0", POD_UID, "redis", Map.of("app", "db", "tier", "backend")));
  }

  /** The files of podman 4.3.1 with runc 1.1.5, run with a storage root of its own. */
  @Test
  void podman_is_found_through_the_command_line_of_its_monitor() throws IOException {
    String storage = "/srv/store/overlay-containers/";
    host.process(300, "conmon", 1, 10, 5);
    host.process(301, "sh", 300, 250, 6);
    host.process(302, "sleep", 301, 300, 6);
    host.commandLine(300, conmon(storage + ID + "/userdata"));
    host.write("/srv/run/" + ID + "/pidfile", "301");
    host.write(storage + ID + "/userdata/config.json", podmanConfig());
    host.write(
        storage + "containers.json",
        """
        [{"id":"%s","names":["other"],"image":"","metadata":"{}"},
         {"id":"%s","names":["probe","alias"],"image":"","layer":"9c37",
         "metadata":"{\\"image-name\\":\\"docker.io/library/busybox:1\\",\\"image-id\\":\\"77\\",\\"created-at\\":1}",
         "created":"2026-11-29T16:31:01.455074944Z","flags":{"MountLabel":"","ProcessLabel":""}}]
        """
            .formatted(HostFixture.OTHER_ID, ID));
    host.write(
        "/srv/store/overlay-images/images.json", "[{\"id\":\"77\",\"digest\":\"sha256:7777\"}]");

    Container container = find(302);

    assertThat(container.runtime()).isEqualTo(ContainerRuntime.PODMAN);
    assertThat(container.name()).isEqualTo("probe");
    assertThat(container.imageName()).isEqualTo("docker.io/library/busybox:1");
    assertThat(container.imageDigest()).isEqualTo("sha256:7777");
    assertThat(container.pid()).isEqualTo(301);
    assertThat(container.startedUnixNanos()).isEqualTo(BOOT_NANOS + 2_500_000_000L);
  }

  /** The processes of dockerd 20.10 with a data root of its own. */
  @Test
  void docker_with_a_data_root_on_its_command_line_is_found() throws IOException {
    host.process(200, "dockerd", 1, 10, 5);
    host.commandLine(200, List.of("dockerd", "--data-root=/srv/docker", "--bridge=none"));
    shim("moby");
    host.write("/srv/docker/containers/" + ID + "/config.v2.json", "{\"Name\": \"/mine\"}");

    assertThat(find(301).name()).isEqualTo("mine");
    assertThat(find(301).runtime()).isEqualTo(ContainerRuntime.DOCKER);
  }

  @Test
  void containerd_with_a_state_elsewhere_is_found_where_its_shim_works() throws IOException {
    shim("k8s.io");
    host.link("/proc/300/cwd", host.file("/srv/state/" + ID).toString());
    host.write(
        "/srv/state/" + ID + "/config.json",
        "{\"annotations\": {\"io.kubernetes.cri.container-name\": \"web\","
            + " \"io.kubernetes.cri.image-name\": \"busy:1\"}}");
    host.write("/srv/state/" + ID + "/init.pid", "301");

    assertThat(find(301).name()).isEqualTo("web");
    assertThat(find(301).imageName()).isEqualTo("busy:1");
    assertThat(find(301).pid()).isEqualTo(301);
    assertThat(find(301).runtime()).isEqualTo(ContainerRuntime.CONTAINERD);
  }

  private void shim(String namespace) throws IOException {
    host.process(300, "containerd-shim", 1, 10, 5);
    host.process(301, "sh", 300, 250, 6);
    host.commandLine(
        300,
        List.of("/usr/bin/containerd-shim-runc-v2", "-namespace", namespace, "-id", ID.text()));
  }

  @Test
  void podman_whose_storage_cannot_be_read_has_the_monitors_name() throws IOException {
    host.process(300, "conmon", 1, 10, 5);
    host.process(301, "sh", 300, 250, 6);
    host.commandLine(300, conmon("/nowhere/overlay-containers/" + ID + "/userdata"));

    assertThat(find(301).name()).isEqualTo("probe");
    assertThat(find(301).runtime()).isEqualTo(ContainerRuntime.PODMAN);
  }

  @Test
  void monitor_of_another_container_is_not_asked() throws IOException {
    host.process(300, "conmon", 1, 10, 5);
    host.process(301, "sh", 300, 250, 6);
    List<String> other = List.of("conmon", "-c", HostFixture.OTHER_ID, "-n", "wrong");
    host.commandLine(300, other);

    assertThat(find(301).name()).isEmpty();
  }

  private static List<String> conmon(String bundle) {
    return List.of(
        "/usr/bin/conmon",
        "--api-version",
        "1",
        "-c",
        ID.text(),
        "-u",
        ID.text(),
        "-r",
        "/usr/bin/runc",
        "-b",
        bundle,
        "-p",
        "/srv/run/" + ID + "/pidfile",
        "-n",
        "probe",
        "--exit-command-arg",
        "-n",
        "--full-attach");
  }

  private static String podmanConfig() {
    return """
        {"annotations":{"io.container.manager":"libpod",
         "io.kubernetes.cri-o.Created":"2026-11-29T16:31:01Z","io.kubernetes.cri-o.TTY":"false"}}
        """;
  }

  @Test
  void broken_and_hostile_files_leave_names_empty() throws IOException {
    String file = "/var/lib/docker/containers/" + ID + "/config.v2.json";
    for (String content :
        List.of(
            "",
            "[]",
            "{\"Name\":\"/web\"",
            "{\"Name\":" + "[".repeat(100_000),
            "{\"Config\":{\"Labels\":{\"a\":" + "{\"a\":".repeat(500))) {
      host.write(file, content);
      assertThat(find(0).name()).as(content.substring(0, Math.min(9, content.length()))).isEmpty();
    }
    host.write(file, "{\"Name\":" + "[".repeat(40) + "]".repeat(40) + ",\"State\":{\"Pid\":-3}}");
    assertThat(find(0).runtime()).isEqualTo(ContainerRuntime.DOCKER);
    assertThat(find(0).pid()).isZero();
  }

  @Test
  void container_without_files_is_asked_for_again_after_five_seconds() throws IOException {
    long[] now = {0};
    ContainerNames names = new ContainerNames(ContainerSources.of(host.paths()), () -> now[0]);
    CgroupIdentity identity = CgroupIdentity.of("/kubepods/pod" + POD_UID + "/" + ID);
    Container bare = names.get(ID, identity, 0);
    assertThat(bare.name()).isEmpty();
    assertThat(bare.pod().uid()).isEqualTo(POD_UID);

    host.write(
        "/run/containerd/io.containerd.runtime.v2.task/k8s.io/" + ID + "/config.json",
        "{\"annotations\":{\"io.kubernetes.cri.container-name\":\"late\"}}");
    now[0] = ContainerNames.RETRY_NANOS - 1;
    assertThat(names.get(ID, identity, 0)).isSameAs(bare);
    now[0] = ContainerNames.RETRY_NANOS;
    Container late = names.get(ID, identity, 0);
    assertThat(late.name()).isEqualTo("late");
    assertThat(late.pod().uid()).isEqualTo(POD_UID);
    assertThat(names.missing()).isEqualTo(1);
    assertThat(names.found()).isEqualTo(1);
  }
}
