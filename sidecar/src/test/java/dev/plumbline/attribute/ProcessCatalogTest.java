package dev.plumbline.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.attribute.ProcessAttributes.Credentials;
import dev.plumbline.attribute.ProcessAttributes.Parent;
import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.container.HostFixture;
import dev.plumbline.container.source.ContainerSources;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Resource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessCatalogTest {
  private static final String CONTAINER = "/docker/" + HostFixture.ID;
  private static final HostAttributes HOST = new HostAttributes("box", "0123", "node-7", "amd64");

  @TempDir Path root;
  private HostFixture host;
  private long now;

  @BeforeEach
  void create() throws IOException {
    host = new HostFixture(root);
    host.process(20, "bash", 1, 20, 5).cgroup(20, "0::/user.slice/session-3.scope");
    host.process(21, "a b) c", 20, 30, 5).cgroup(21, "0::/system.slice/nginx.service");
    host.link("/proc/21/exe", "/usr/sbin/nginx (deleted)");
    host.write(
        "/etc/passwd", "root:x:0:0::/root:/bin/sh\n#odd\nann:x:1000:100::/home/ann:/bin/sh\n");
    host.write("/etc/group", "root:x:0:\n");
  }

  private ProcessCatalog catalog() {
    return new ProcessCatalog(host.paths(), containers(), () -> now);
  }

  private ContainerCatalog containers() {
    return new ContainerCatalog(host.paths(), ContainerSources.of(host.paths()), () -> now);
  }

  @Test
  void process_of_the_host_has_names_owner_parent_and_unit() {
    ProcessAttributes process = catalog().get(21, 30, 1);

    assertThat(process.comm()).isEqualTo("a b) c");
    assertThat(process.executablePath()).isEqualTo("/usr/sbin/nginx");
    assertThat(process.executableName()).isEqualTo("nginx");
    assertThat(process.credentials()).isEqualTo(new Credentials(1000, 100, "ann", "gid:100"));
    assertThat(process.parent()).isEqualTo(new Parent(20, "bash"));
    assertThat(process.placement().mountNamespace()).isEqualTo(5);
    assertThat(process.placement().identity().systemdUnit()).isEqualTo("nginx.service");
    assertThat(process.container()).isNull();
  }

  @Test
  void program_that_a_dynamic_loader_runs_gives_the_name() throws IOException {
    host.link("/proc/21/exe", "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2");
    host.link("/proc/21/cwd", "/srv/app");
    String loader = "/lib64/ld-linux-x86-64.so.2";
    host.commandLine(21, List.of(loader, "--library-path", ".", "--list-x", "./spin", "--fast"));
    assertThat(catalog().get(21, 30, 0).executablePath()).isEqualTo("/srv/app/spin");

    host.commandLine(21, List.of(loader, "--library-path"));
    assertThat(catalog().get(21, 30, 0).executableName()).isEqualTo("ld-linux-x86-64.so.2");
  }

  @ParameterizedTest
  @CsvSource({
    "/lib/ld-musl-x86_64.so.1,true",
    "/lib/ld-2.31.so,true",
    "/usr/bin/ld.so,true",
    "/usr/bin/ld,false",
    "/opt/build-linux.so.2,false"
  })
  void loaders_of_glibc_and_musl_are_known_by_name(String executable, boolean isLoader)
      throws IOException {
    host.link("/proc/21/exe", executable).link("/proc/21/cwd", "/");
    host.commandLine(21, List.of("x", "/bin/spin"));

    assertThat(catalog().get(21, 30, 0).executableName().equals("spin")).isEqualTo(isLoader);
  }

  @Test
  void same_instance_is_returned_until_something_changes() throws IOException {
    ProcessCatalog catalog = catalog();
    ProcessAttributes first = catalog.get(21, 30, 0);
    assertThat(catalog.get(21, 30, 0)).isSameAs(first);
    assertThat(catalog.get(21, 0, 0)).isSameAs(first);

    host.process(21, "other", 20, 30, 5);
    assertThat(catalog.get(21, 30, 0)).isSameAs(first);
    catalog.executed(21);
    assertThat(catalog.get(21, 30, 0).comm()).isEqualTo("other");
  }

  @Test
  void process_that_took_over_a_pid_is_read_anew() throws IOException {
    ProcessCatalog catalog = catalog();
    catalog.get(21, 30, 0);
    host.process(21, "second", 20, 77, 5);

    assertThat(catalog.get(21, 77, 0).comm()).isEqualTo("second");
  }

  @Test
  void attributes_of_a_known_process_outlive_it_and_of_others_only_the_cgroup_is_left()
      throws IOException {
    long cgroup = host.unifiedCgroup(CONTAINER, "");
    ProcessCatalog catalog = catalog();
    ProcessAttributes known = catalog.get(21, 30, 0);
    Files.move(host.file("/proc/21"), host.file("/proc/gone"));

    assertThat(catalog.get(21, 30, 0)).isSameAs(known);
    ProcessAttributes ended = catalog.get(22, 40, cgroup);
    assertThat(ended.comm()).isEmpty();
    assertThat(ended.credentials()).isEqualTo(Credentials.UNKNOWN);
    assertThat(ended.container()).extracting(c -> c.id().text()).isEqualTo(HostFixture.ID);
    assertThat(catalog.unread()).isEqualTo(1);
    ChosenOwner ann = new ChosenOwner(OptionalInt.of(1000), OptionalInt.empty());
    ProcessCatalog ofAnn = new ProcessCatalog(host.paths(), containers(), () -> ann, () -> now);
    assertThat(ofAnn.get(22, 40, cgroup).credentials())
        .as("by whom the kernel chose it")
        .isEqualTo(new Credentials(1000, 0, "ann", ""));
  }

  @Test
  void sample_of_a_pid_that_another_process_has_by_now_gets_none_of_its_names() {
    ProcessCatalog catalog = catalog();
    assertThat(catalog.get(21, 29, 0).comm()).isEmpty();
    assertThat(catalog.get(21, 30, 0).comm()).isEqualTo("a b) c");
  }

  @Test
  void process_that_enters_a_container_later_gets_it() throws IOException {
    long before = host.unifiedCgroup("/system.slice/docker.service", "");
    long after = host.unifiedCgroup(CONTAINER, "");
    ProcessCatalog catalog = catalog();
    assertThat(catalog.get(21, 30, before).container()).isNull();

    host.cgroup(21, "0::" + CONTAINER);
    assertThat(catalog.get(21, 30, after).container()).isNotNull();
  }

  @Test
  void container_whose_files_come_late_gets_its_name() throws IOException {
    host.cgroup(21, "0::" + CONTAINER);
    ProcessCatalog catalog = catalog();
    assertThat(catalog.get(21, 30, 0).container()).extracting(c -> c.name()).isEqualTo("");

    host.write(
        "/var/lib/docker/containers/" + HostFixture.ID + "/config.v2.json", "{\"Name\":\"/web\"}");
    now = 5_000_000_000L;
    assertThat(catalog.get(21, 30, 0).container()).extracting(c -> c.name()).isEqualTo("web");
  }

  @Test
  void users_file_is_read_again_when_it_was_changed() throws IOException {
    UserNames names = new UserNames(host.paths(), () -> now);
    assertThat(names.credentials(1001, -2).user()).isEqualTo("uid:1001");
    assertThat(names.credentials(1001, -2).group()).isEqualTo("gid:4294967294");

    host.write("/etc/passwd", "bob:x:1001:1001::/:/bin/sh\n");
    Files.setLastModifiedTime(host.file("/etc/passwd"), FileTime.fromMillis(1));
    assertThat(names.credentials(1001, 0).user()).isEqualTo("uid:1001");
    now += NameFile.CHECK_NANOS;
    assertThat(names.credentials(1001, 0).user()).isEqualTo("bob");
    assertThat(names.credentials(1000, 0).user()).isEqualTo("uid:1000");
  }

  private void runInPod() throws IOException {
    host.cgroup(21, "0::/kubepods/pod" + HostFixture.POD_UID + "/" + HostFixture.ID);
    String bundle = "/run/containerd/io.containerd.runtime.v2.task/k8s.io/" + HostFixture.ID;
    host.write(bundle + "/init.pid", "21");
    host.write(
        bundle + "/config.json",
        """
        {"annotations":{"io.kubernetes.cri.container-name":"agent",
         "io.kubernetes.cri.image-name":"quay.io:5000/acme/agent:2.1",
         "io.kubernetes.cri.sandbox-name":"agent-hf5gv","io.kubernetes.cri.sandbox-namespace":"ops"}}
        """);
  }

  @Test
  void fields_have_the_names_order_and_values_of_inspektor_gadget() throws IOException {
    runInPod();
    Task task = new Task(catalog().get(21, 30, 0), 33, "worker", HOST);

    List<String> shown = new ArrayList<>();
    for (EnrichmentField field : EnrichmentField.values()) {
      FieldKind kind = field.field().kind();
      shown.add(
          field.field().fullName() + "=" + (kind.isText() ? field.text(task) : field.number(task)));
    }

    assertThat(shown)
        .containsExactly(
            "proc.comm=worker",
            "proc.pid=21",
            "proc.tid=33",
            "proc.mntns_id=5",
            "proc.creds.uid=1000",
            "proc.creds.gid=100",
            "proc.creds.user=ann",
            "proc.creds.group=gid:100",
            "proc.parent.comm=bash",
            "proc.parent.pid=20",
            "proc.parent.tid=20",
            "k8s.node=node-7",
            "k8s.namespace=ops",
            "k8s.podName=agent-hf5gv",
            "k8s.containerName=agent",
            "k8s.hostnetwork=0",
            "k8s.podLabels=",
            "k8s.owner.kind=",
            "k8s.owner.name=",
            "runtime.containerName=agent",
            "runtime.runtimeName=" + ContainerRuntime.CONTAINERD.text(),
            "runtime.containerId=" + HostFixture.ID,
            "runtime.containerPid=21",
            "runtime.containerImageName=quay.io:5000/acme/agent:2.1",
            "runtime.containerImageDigest=",
            "runtime.containerStartedAt=1700000000300000000");
  }

  @Test
  void fields_of_a_process_of_the_host_are_empty_where_they_need_a_container() {
    Task task = new Task(catalog().get(21, 30, 0), 21, "nginx", HOST);

    for (EnrichmentField field : EnrichmentField.values()) {
      if (field.field().fullName().startsWith("runtime.")) {
        assertThat(field.text(task)).isEmpty();
        assertThat(field.number(task)).isZero();
      }
    }
  }

  private static List<String> texts(Resource resource) {
    List<String> texts = new ArrayList<>();
    for (Attribute attribute : resource.attributes()) {
      texts.add(attribute.toString());
    }
    return texts;
  }

  @Test
  void resource_in_a_pod_has_semantic_convention_names() throws IOException {
    runInPod();

    assertThat(texts(new ProcessResources(HOST).of(catalog().get(21, 30, 0))))
        .containsExactly(
            "container.id=" + HostFixture.ID,
            "container.image.name=quay.io:5000/acme/agent",
            "container.image.tags=[2.1]",
            "container.name=agent",
            "container.runtime.name=containerd",
            "host.arch=amd64",
            "host.id=0123",
            "host.name=box",
            "k8s.container.name=agent",
            "k8s.namespace.name=ops",
            "k8s.node.name=node-7",
            "k8s.pod.name=agent-hf5gv",
            "k8s.pod.uid=" + HostFixture.POD_UID,
            "os.type=linux",
            "process.executable.name=nginx",
            "process.executable.path=/usr/sbin/nginx",
            "process.owner=ann",
            "process.pid=21",
            "service.name=agent");
  }

  @Test
  void service_is_named_by_container_unit_executable_or_comm() throws IOException {
    ProcessResources resources = new ProcessResources(HOST);
    ProcessAttributes unit = catalog().get(21, 30, 0);
    assertThat(resources.of(unit).serviceName()).isEqualTo("nginx");

    for (Map.Entry<String, String> each :
        Map.of(
                "/system.slice/getty@tty1.service",
                "getty",
                "/user.slice/user@1000.service/init.scope",
                "java",
                "/user.slice/user@1000.service",
                "java",
                CONTAINER,
                "java")
            .entrySet()) {
      host.cgroup(20, "0::" + each.getKey());
      host.link("/proc/20/exe", "/usr/bin/java");
      assertThat(resources.of(catalog().get(20, 20, 0)).serviceName())
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
    Files.delete(host.file("/proc/20/exe"));
    host.cgroup(20, "0::/");
    assertThat(resources.of(catalog().get(20, 20, 0)).serviceName()).isEqualTo("bash");
    assertThat(resources.of(catalog().get(4000, 1, 0)).serviceName()).isEqualTo("unknown_service");
  }

  @Test
  void long_values_are_cut_between_characters() {
    String cut = ProcessResources.cut("a" + "é".repeat(2000));

    assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(2047);
    assertThat(cut).endsWith("é");
    assertThat(ProcessResources.cut("b".repeat(2048))).hasSize(2048);
  }

  @Test
  void host_is_read_from_its_own_files_when_we_run_in_a_container() throws IOException {
    host.write("/proc/sys/kernel/hostname", "pod-name\n");
    assertThat(HostAttributes.read(host.paths(), Map.of()).name()).isEqualTo("pod-name");

    host.write("/etc/hostname", "box\n").write("/etc/machine-id", "uninitialized\n");
    host.write("/var/lib/dbus/machine-id", "abc\n");
    HostAttributes read = HostAttributes.read(host.paths(), Map.of("NODE_NAME", "node-7"));
    assertThat(read.name()).isEqualTo("box");
    assertThat(read.id()).isEqualTo("abc");
    assertThat(read.nodeName()).isEqualTo("node-7");
  }
}
