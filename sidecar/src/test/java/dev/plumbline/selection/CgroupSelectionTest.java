package dev.plumbline.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.HostFixture;
import dev.plumbline.container.source.ContainerSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupSelectionTest {
  private static final String WEB = "/docker/" + HostFixture.ID;
  private static final String DB = "/docker/" + HostFixture.OTHER_ID;

  @TempDir Path root;
  private HostFixture host;
  private final List<String> calls = new ArrayList<>();
  private final CgroupFilter filter =
      new CgroupFilter() {
        @Override
        public void select(long cgroupId) {
          calls.add("+" + cgroupId);
        }

        @Override
        public void deselect(long cgroupId) {
          calls.add("-" + cgroupId);
        }
      };

  @BeforeEach
  void create() throws IOException {
    host = new HostFixture(root);
    named(HostFixture.ID, "web");
    named(HostFixture.OTHER_ID, "db");
  }

  private void named(String id, String name) throws IOException {
    host.write(
        "/var/lib/docker/containers/" + id + "/config.v2.json", "{\"Name\":\"/" + name + "\"}");
  }

  private CgroupSelection selection(String names) {
    ContainerSelector selector = ContainerSelector.builder().containerNames(names).build();
    return new CgroupSelection(
        ContainerSelection.of(selector, HostScope.DEFAULT),
        new ContainerCatalog(host.paths(), ContainerSources.of(host.paths()), () -> 0),
        filter);
  }

  @Test
  void update_selects_matching_cgroups_once_and_deselects_removed_ones() throws IOException {
    long web = host.unifiedCgroup(WEB, "");
    host.unifiedCgroup(DB, "");
    host.unifiedCgroup("/system.slice/a.service", "");
    CgroupSelection selection = selection("web");
    assertThat(selection.isUsable()).isTrue();

    selection.update();
    selection.update();
    assertThat(calls).containsExactly("+" + web);
    assertThat(selection.selected()).containsExactly(web);

    long nested = host.unifiedCgroup(WEB + "/nested", "");
    selection.update();
    Files.delete(host.file("/sys/fs/cgroup" + WEB + "/nested/cgroup.procs"));
    Files.delete(host.file("/sys/fs/cgroup" + WEB + "/nested"));
    selection.update();
    assertThat(calls).containsExactly("+" + web, "+" + nested, "-" + nested);
  }

  @Test
  void observe_lets_a_new_container_in_at_its_first_exec() throws IOException {
    host.unifiedCgroup("/a", "");
    CgroupSelection selection = selection("!db");
    selection.update();
    assertThat(calls).isEmpty();

    long web = host.unifiedCgroup(WEB, "31\n");
    long db = host.unifiedCgroup(DB, "32\n");
    host.process(31, "web", 1, 5, 7).cgroup(31, "0::" + WEB);
    host.process(32, "db", 1, 5, 8).cgroup(32, "0::" + DB);
    selection.observe(31, web);
    selection.observe(31, web);
    selection.observe(32, db);
    assertThat(calls).containsExactly("+" + web);
  }

  @Test
  void observe_finds_the_cgroup_of_a_process_by_its_files() throws IOException {
    host.unifiedCgroup("/a", "");
    CgroupSelection selection = selection("web");
    long web = host.unifiedCgroup(WEB, "31\n");
    host.process(31, "web", 1, 5, 7).cgroup(31, "0::" + WEB);
    host.process(33, "shell", 1, 5, 7).cgroup(33, "0::/a");
    selection.observe(33);
    selection.observe(34); // has ended
    assertThat(calls).isEmpty();
    selection.observe(31);
    assertThat(calls).containsExactly("+" + web);
  }

  @Test
  void kernel_cannot_filter_on_version_1_nor_need_it_for_the_whole_host() throws IOException {
    assertThat(selection("web").isUsable()).isFalse();
    host.unifiedCgroup(WEB, "");
    assertThat(selection("").isUsable()).isFalse();
  }
}
