package dev.plumbline.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.plumbline.attribute.HostAttributes;
import dev.plumbline.attribute.ProcessAttributes;
import dev.plumbline.attribute.ProcessCatalog;
import dev.plumbline.attribute.ProcessResources;
import dev.plumbline.container.source.ContainerSources;
import dev.plumbline.kernel.Capability;
import dev.plumbline.kernel.KernelProbe;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.Requirement;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.profile.Resource;
import dev.plumbline.selection.CgroupFilter;
import dev.plumbline.selection.CgroupSelection;
import dev.plumbline.selection.ContainerSelection;
import dev.plumbline.selection.ContainerSelector;
import dev.plumbline.selection.HostScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real containers of podman with runc, named from files and selected in the running kernel. */
class PodmanIT {
  private static final String SPIN = "while :; do :; done";
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int WANTED_SAMPLES = 200;

  @TempDir Path directory;

  private PodmanBox start(String name, String script) {
    String missing = PodmanBox.missing();
    if (!missing.isEmpty()) {
      System.out.println("SKIPPED PodmanIT: " + missing);
      abort(missing);
    }
    try {
      return PodmanBox.start(directory, name, script);
    } catch (IOException e) {
      System.out.println("SKIPPED PodmanIT: podman runs no container here: " + e.getMessage());
      return abort("podman runs no container here: " + e.getMessage());
    }
  }

  @Test
  void process_in_a_container_gets_its_names_and_outlives_it() throws Exception {
    Instant before = Instant.now();
    ContainerCatalog containers =
        new ContainerCatalog(HostPaths.HOST, ContainerSources.of(HostPaths.HOST), System::nanoTime);
    ProcessCatalog catalog = new ProcessCatalog(HostPaths.HOST, containers, System::nanoTime);
    int pid;
    ProcessAttributes process;
    try (PodmanBox box = start("plumbline-names", "sleep 60")) {
      pid = box.pid();
      long cgroupId = cgroupId(box.id());
      process = catalog.get(pid, 0, cgroupId);

      Container container = process.container();
      assertThat(container).isNotNull();
      assertThat(container.id().text()).isEqualTo(box.id());
      assertThat(container.name()).isEqualTo("plumbline-names");
      assertThat(container.runtime()).isEqualTo(ContainerRuntime.PODMAN);
      assertThat(container.pid()).isEqualTo(pid);
      Instant started = Instant.ofEpochSecond(0, container.startedUnixNanos());
      assertThat(started).isBetween(before.minusSeconds(3), Instant.now().plusSeconds(3));
      assertThat(process.placement().mountNamespace()).isNotZero();

      Resource resource =
          new ProcessResources(HostAttributes.read(HostPaths.HOST, Map.of())).of(process);
      assertThat(resource.serviceName()).isEqualTo("plumbline-names");
      assertThat(resource.attributes().string("container.id")).isEqualTo(box.id());
      assertThat(resource.attributes().string("process.executable.path")).isEqualTo("/bin/busybox");
    }
    assertThat(catalog.get(pid, process.startTicks(), 0)).isSameAs(process);
  }

  /** The id as the kernel has it, without asking the classes under test. */
  private static long cgroupId(String id) throws IOException {
    CgroupTree tree = CgroupTree.open(HostPaths.HOST);
    return tree == null ? 0 : tree.id("/libpod_parent/libpod-" + id);
  }

  @Test
  void selected_container_alone_is_sampled_by_the_kernel() throws Exception {
    List<KernelProbe.Finding> needed =
        KernelProbe.missing(
            List.of(
                new Requirement.Held(Capability.BPF),
                new Requirement.Held(Capability.PERFMON),
                new Requirement.Map(MapType.RING_BUFFER),
                new Requirement.CpuClock()));
    if (!needed.isEmpty()) {
      System.out.println("SKIPPED PodmanIT: " + needed);
      abort(needed.toString());
    }
    try (PodmanBox wanted = start("plumbline-wanted", SPIN);
        PodmanBox other = start("plumbline-other", SPIN);
        StackSampler sampler =
            StackSampler.load(
                SamplerOptions.builder().with(SamplerOptions.Switch.SELECTED_CGROUPS).build())) {
      ContainerCatalog containers =
          new ContainerCatalog(
              HostPaths.HOST, ContainerSources.of(HostPaths.HOST), System::nanoTime);
      CgroupSelection selection = selection("plumbline-wanted", containers, sampler);
      if (!selection.isUsable()) {
        abort("no unified hierarchy");
      }
      selection.update();
      sampler.startCpuClock(499);

      Map<String, Integer> samples = new HashMap<>();
      SampleRecord record = new SampleRecord();
      long start = System.nanoTime();
      while (samples.values().stream().mapToInt(Integer::intValue).sum() < WANTED_SAMPLES
          && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
        sampler
            .samples()
            .drain(
                (buffer, offset, length) -> {
                  assertThat(record.wrap(buffer, offset, length)).isTrue();
                  CgroupIdentity identity = containers.identify(record.tgid(), record.cgroupId());
                  samples.merge(String.valueOf(identity.containerId()), 1, Integer::sum);
                });
      }

      assertThat(samples).containsOnlyKeys(wanted.id());
      assertThat(samples.get(wanted.id())).isGreaterThanOrEqualTo(WANTED_SAMPLES);
      assertThat(new ProcessFiles(HostPaths.HOST).stat(other.pid())).isNotNull();
    }
  }

  private static CgroupSelection selection(
      String name, ContainerCatalog containers, StackSampler sampler) {
    ContainerSelector selector = ContainerSelector.builder().containerNames(name).build();
    return new CgroupSelection(
        ContainerSelection.of(selector, HostScope.DEFAULT),
        containers,
        new CgroupFilter() {
          @Override
          public void select(long cgroupId) throws SystemCallException {
            sampler.selectCgroup(cgroupId);
          }

          @Override
          public void deselect(long cgroupId) throws SystemCallException {
            sampler.deselectCgroup(cgroupId);
          }
        });
  }
}
