package dev.plumbline.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.container.HostFixture;
import dev.plumbline.gadget.Field;
import dev.plumbline.probe.ProcessEnricher.Program;
import dev.plumbline.selection.ContainerSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that change while their records are enriched (case HO-09). */
class CatalogEnricherTest {
  private static final long START = 300_000_000;
  private static final Program WRAPPER = new Program(0, "/usr/bin/sudo", "sudo");
  private static final Program SERVER = new Program(7_000, "/srv/server", "server");

  @TempDir private Path root;
  private HostFixture host;
  private CatalogEnricher enricher;

  @BeforeEach
  void create() throws IOException {
    host = new HostFixture(root);
    host.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:1000:100::/home/ann:/bin/sh\n");
    host.process(21, "sudo", 1, 30, 5).cgroup(21, "0::/user.slice/session-3.scope");
    host.link("/proc/21/exe", "/usr/bin/sudo");
    enricher = new CatalogEnricher(host.paths(), Map.of(), ContainerSelection.EVERYTHING);
  }

  private List<String> of(Program program) {
    List<String> names = enricher.fields().stream().map(Field::fullName).toList();
    ProcessEnricher.ProcessFields fields = enricher.of(21, START, 0, program);
    return List.of(
        fields.text(names.indexOf("service.name")),
        fields.text(names.indexOf("process.executable.path")));
  }

  private void execute() throws IOException {
    host.process(21, "server", 1, 30, 5).link("/proc/21/exe", "/srv/server");
  }

  @Test
  void processThatRunsAnotherProgram_isNamedByIt() throws IOException {
    assertThat(of(WRAPPER)).containsExactly("sudo", "/usr/bin/sudo");
    execute();
    assertThat(of(SERVER)).containsExactly("server", "/srv/server");
    assertThat(of(WRAPPER)).as("its earlier samples").containsExactly("sudo", "/usr/bin/sudo");
    assertThat(of(SERVER)).containsExactly("server", "/srv/server");
  }

  @Test
  void samplesOfAnEarlierProgram_keepItsName() throws IOException {
    execute();
    assertThat(of(WRAPPER)).containsExactly("sudo", "/usr/bin/sudo");
    assertThat(of(SERVER)).containsExactly("server", "/srv/server");
  }

  @Test
  void processThatHasEnded_keepsItsProgramAndIsCounted() throws IOException {
    Files.move(host.file("/proc/21"), host.file("/proc/gone"));
    assertThat(of(SERVER)).containsExactly("server", "/srv/server");
    Map<String, Long> counted = new TreeMap<>();
    enricher.report((metric, value, labels) -> counted.put(metric.name(), value));
    assertThat(counted).containsEntry("plumbline_processes_unread_total", 1L);
  }

  @Test
  void containersWithoutFiles_areCounted() throws IOException {
    host.cgroup(21, "0::/docker/" + HostFixture.ID);
    of(WRAPPER);
    Map<String, Long> counted = new TreeMap<>();
    enricher.report((metric, value, labels) -> counted.put(String.join(",", labels), value));
    assertThat(counted).containsEntry("missing", 1L).containsEntry("found", 0L);
  }
}
