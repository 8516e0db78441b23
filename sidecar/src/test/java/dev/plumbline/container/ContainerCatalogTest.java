package dev.plumbline.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.container.source.ContainerSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerCatalogTest {
  private static final ContainerId ID = new ContainerId(HostFixture.ID);
  private static final String DOCKER = "/docker/" + HostFixture.ID;

  @TempDir Path root;
  private HostFixture host;
  private long now;

  @BeforeEach
  void create() throws IOException {
    host = new HostFixture(root);
    host.process(1, "systemd", 0, 1, 5);
    host.process(20, "shim", 1, 20, 5);
    host.process(21, "web", 20, 30, 6);
  }

  private ContainerCatalog catalog() {
    return new ContainerCatalog(host.paths(), ContainerSources.of(host.paths()), () -> now);
  }

  private void named(String name) throws IOException {
    host.write(
        "/var/lib/docker/containers/" + ID + "/config.v2.json", "{\"Name\":\"/" + name + "\"}");
  }

  @Test
  void version_1_host_is_read_from_any_controller() throws IOException {
    host.cgroup(21, "9:name=systemd:/", "3:cpuset:" + DOCKER, "1:cpu:" + DOCKER);
    named("web");
    ContainerCatalog catalog = catalog();

    CgroupIdentity identity = catalog.identify(21, 1);

    assertThat(catalog.hasCgroupIds()).isFalse();
    assertThat(identity.containerId()).isEqualTo(ID);
    assertThat(catalog.container(identity, 21)).extracting(Container::name).isEqualTo("web");
    assertThat(catalog.identify(99, 1)).isEqualTo(CgroupIdentity.NONE);
  }

  @Test
  void unified_line_wins_over_those_of_version_1() throws IOException {
    host.cgroup(
        21,
        "4:memory:/docker/" + HostFixture.OTHER_ID,
        "9:name=systemd:/a.service",
        "0::" + DOCKER);

    assertThat(catalog().identify(21, 1).containerId()).isEqualTo(ID);
  }

  @Test
  void unit_comes_from_systemds_hierarchy_on_hybrid_hosts() throws IOException {
    host.cgroup(21, "9:name=systemd:/system.slice/nginx.service", "1:cpu:/x.scope", "0::/");
    assertThat(catalog().identify(21, 1).systemdUnit()).isEqualTo("nginx.service");

    host.cgroup(21, "1:cpu:/x.scope", "0::/system.slice/web.service");
    assertThat(catalog().identify(21, 1).systemdUnit()).isEqualTo("web.service");
  }

  @Test
  void process_that_ended_is_identified_by_the_inode_of_its_cgroup() throws IOException {
    long id = host.unifiedCgroup(DOCKER, "");
    ContainerCatalog catalog = catalog();

    assertThat(catalog.identify(4000, id).containerId()).isEqualTo(ID);
    assertThat(catalog.identify(4000, id + 1_000_000)).isEqualTo(CgroupIdentity.NONE);
  }

  @Test
  void new_cgroup_of_an_ended_process_is_found_by_a_scan_each_second() throws IOException {
    host.unifiedCgroup("/a", "");
    ContainerCatalog catalog = catalog();
    assertThat(catalog.identify(4000, 1_000_000_000L)).isEqualTo(CgroupIdentity.NONE);

    long id = host.unifiedCgroup(DOCKER, "");
    assertThat(catalog.identify(4000, id)).isEqualTo(CgroupIdentity.NONE);
    now += ContainerCatalog.SCAN_INTERVAL_NANOS;
    assertThat(catalog.identify(4000, id).containerId()).isEqualTo(ID);
  }

  @Test
  void process_moved_out_of_its_cgroup_is_known_by_its_mount_namespace() throws IOException {
    host.process(22, "moved", 21, 40, 6);
    host.process(23, "bash", 1, 40, 5);
    host.cgroup(21, "0::" + DOCKER);
    host.cgroup(22, "0::/system.slice/x.service");
    host.cgroup(23, "0::/system.slice/x.service");
    ContainerCatalog catalog = catalog();

    assertThat(catalog.identify(22, 1).isContainer()).isFalse();
    catalog.identify(21, 1);

    assertThat(catalog.identify(22, 1).containerId()).isEqualTo(ID);
    assertThat(catalog.identify(23, 1).isContainer()).isFalse();
  }

  @Test
  void process_that_has_yet_to_enter_its_namespace_teaches_nothing_of_the_host()
      throws IOException {
    host.process(24, "runc", 20, 40, 5);
    host.cgroup(24, "0::" + DOCKER);
    host.cgroup(1, "0::/init.scope");
    ContainerCatalog catalog = catalog();

    assertThat(catalog.identify(24, 1).containerId()).isEqualTo(ID);
    assertThat(catalog.identify(1, 1).isContainer()).isFalse();
  }

  @Test
  void container_that_was_removed_is_known_for_a_minute() throws IOException {
    long id = host.unifiedCgroup(DOCKER, "21\n");
    named("web");
    ContainerCatalog catalog = catalog();
    assertThat(catalog.containers()).hasSize(1);

    Files.delete(host.file("/sys/fs/cgroup" + DOCKER + "/cgroup.procs"));
    Files.delete(host.file("/sys/fs/cgroup" + DOCKER));
    Files.delete(host.file("/var/lib/docker/containers/" + ID + "/config.v2.json"));
    assertThat(catalog.containers()).isEmpty();
    now += ContainerCatalog.RETENTION_NANOS - 1;
    catalog.containers();
    CgroupIdentity identity = catalog.identify(4000, id);
    assertThat(catalog.container(identity, 0)).extracting(Container::name).isEqualTo("web");

    now += 1;
    catalog.containers();
    assertThat(catalog.identify(4000, id)).isEqualTo(CgroupIdentity.NONE);
  }

  @Test
  void containers_lists_nested_cgroups_and_no_others() throws IOException {
    host.unifiedCgroup("/system.slice/a.service", "1\n");
    long own = host.unifiedCgroup(DOCKER, "");
    long nested = host.unifiedCgroup(DOCKER + "/init.scope", "21\n");
    named("web");

    assertThat(catalog().containers())
        .extracting(ContainerCgroup::cgroupId)
        .containsExactlyInAnyOrder(own, nested);
  }

  @Test
  void cache_forgets_the_entry_unused_for_longest_when_full() {
    RetainingCache<Integer, String> cache = new RetainingCache<>(2, 10, () -> now);
    cache.put(1, "a");
    cache.put(2, "b");
    cache.get(1);
    cache.put(3, "c");

    assertThat(cache.get(2)).isNull();
    assertThat(cache.get(1)).isEqualTo("a");
    assertThat(cache.size()).isEqualTo(2);
  }
}
