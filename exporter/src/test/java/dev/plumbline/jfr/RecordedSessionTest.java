package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.StackTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Continuous sessions as an agent runs them: one recording, several windows. */
class RecordedSessionTest {
  @TempDir Path directory;
  private Recorder recorder;

  @BeforeEach
  void unpack() throws Exception {
    recorder = Recorder.in(directory);
  }

  @Test
  void windows_areContiguous_andNamesAreThoseOfTheWindowsEnd() throws Exception {
    List<JfrRecords> windows = record("windows");
    assertThat(windows).hasSize(3);
    for (int i = 1; i < windows.size(); i++) {
      assertThat(windows.get(i).startUnixNanos()).isEqualTo(windows.get(i - 1).endUnixNanos());
    }
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    assertThat(windows.get(0).startUnixNanos()).isBetween(now - TimeUnit.MINUTES.toNanos(5), now);
    assertThat(taskNames(windows.get(0))).containsOnly("task-1");
    assertThat(taskNames(windows.get(1))).containsOnly("task-2");
    assertThat(taskNames(windows.get(2))).containsOnly("task-2");
  }

  @Test
  void deepStacks_endInTheMarker_andAreNeverMergedWithCompleteOnes() throws Exception {
    List<JfrRecords> records = record("depth", JfrSettings.builder().maxStackDepth(64).build());
    Totals cpu = Totals.of(records, JvmGadget.CPU, "samples");
    long cut = cpu.sum("samples", RecordedSessionTest::isCut);
    assertThat(cut).isGreaterThan(20);
    assertThat(records.get(0).count(JfrReason.TRUNCATED_STACK)).isEqualTo(cut);
    long complete =
        cpu.sum("samples", stack -> !isCut(stack) && stack.toString().contains("Sessions.recurse"));
    assertThat(complete).isGreaterThan(20);
    assertThat(
            cpu.sum("samples", stack -> isCut(stack) && stack.toString().contains("Sessions.main")))
        .isZero();
    assertThat(cpu.sum("samples", stack -> isCut(stack) && stack.depth() != 65)).isZero();
  }

  @Test
  void threadsOfTheAgent_areLeftOutAndCounted() throws Exception {
    List<JfrRecords> records = record("agent");
    Totals cpu = Totals.of(records, JvmGadget.CPU, "samples");
    assertThat(cpu.texts("thread.name"))
        .contains("application")
        .noneMatch(name -> name.startsWith("plumbline-"));
    assertThat(records.get(0).count(JfrReason.AGENT_THREAD)).isGreaterThan(20);
  }

  private static boolean isCut(StackTrace stack) {
    Frame root = stack.frame(stack.depth() - 1);
    return root.functionName().equals("[truncated]");
  }

  private static List<String> taskNames(JfrRecords window) {
    List<String> names = Totals.of(List.of(window), JvmGadget.CPU, "samples").texts("thread.name");
    names.removeIf(name -> !name.startsWith("task-"));
    return names;
  }

  private List<JfrRecords> record(String session) throws Exception {
    return record(session, JfrSettings.builder().build());
  }

  private List<JfrRecords> record(String session, JfrSettings settings) throws Exception {
    return recorder.run(Recorder.currentJava(), Sessions.class, session).decode(settings);
  }
}
