package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.natives.MomentaryFiles;
import dev.plumbline.agent.recording.FakeThreads;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.agent.recording.RecordingFiles;
import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.jfr.JfrReason;
import dev.plumbline.profile.Attribute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowLossesTest {
  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();
  private final AtomicLong nanoTime = new AtomicLong();
  private final WindowLosses losses = new WindowLosses(warnings::add, nanoTime::get);
  private String metrics = "";
  private ProfilerSession session;

  @BeforeEach
  void start() throws Exception {
    session =
        new ProfilerSession(
            command -> command.equals("metrics") ? metrics : "",
            new RecordingFiles(null, List.of(directory), new MomentaryFiles()),
            Settings.read(AgentArguments.parse(""), name -> null, Map.of(), null),
            nanoTime::get,
            new FakeThreads(),
            size -> true);
    session.start();
  }

  @Test
  void whole_window_has_no_attribute() {
    losses.add(reason -> 0);
    assertThat(losses.take(session).isEmpty()).isTrue();
  }

  @Test
  void each_window_has_what_came_new_since_the_one_before() {
    metrics = "samples_skipped_total 5\ncalltracestorage_overflows_total 2\n";
    losses.add(reason -> reason == JfrReason.TRUNCATED_STACK ? 3 : 0);
    losses.add(
        reason ->
            reason == JfrReason.TRUNCATED_STACK || reason == JfrReason.UNLOADED_METHOD ? 4 : 0);
    assertThat(losses.take(session))
        .containsExactlyInAnyOrder(
            Attribute.of("plumbline.samples.lost", 5),
            Attribute.of("plumbline.stacks.lost", 2),
            Attribute.of("plumbline.stacks.truncated", 7),
            Attribute.of("plumbline.methods.unloaded", 4));

    metrics = "samples_skipped_total 6\ncalltracestorage_overflows_total 2\n";
    losses.add(reason -> reason == JfrReason.MISSING_STACK ? 1 : 0);
    losses.add(reason -> reason == JfrReason.INVALID_VALUE ? 8 : 0);
    assertThat(losses.take(session))
        .containsExactlyInAnyOrder(
            Attribute.of("plumbline.samples.lost", 1),
            Attribute.of("plumbline.stacks.missing", 1),
            Attribute.of("plumbline.samples.invalid", 8));
  }

  @Test
  void counts_of_a_recording_that_began_anew_are_all_new() {
    metrics = "samples_skipped_total 5\n";
    losses.take(session);
    metrics = "samples_skipped_total 2\n";
    assertThat(losses.take(session)).containsExactly(Attribute.of("plumbline.samples.lost", 2));
  }

  @Test
  void lost_chunks_are_a_warning_at_once_and_then_one_a_minute_at_most() {
    losses.warnOfSkippedChunks(0);
    assertThat(warnings).isEmpty();
    losses.warnOfSkippedChunks(1);
    losses.warnOfSkippedChunks(2);
    nanoTime.addAndGet(WindowLosses.WARNING_NANOS);
    losses.warnOfSkippedChunks(3);
    nanoTime.addAndGet(WindowLosses.WARNING_NANOS);
    losses.warnOfSkippedChunks(3);
    assertThat(warnings)
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith("the heap has no room"));
    assertThat(warnings.get(1)).contains(": 3 chunks are lost so far");
  }
}
