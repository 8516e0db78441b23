package dev.plumbline.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.agent.natives.MomentaryFiles;
import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerSessionTest {
  private static final long WINDOW_NANOS = 10_000_000_000L;

  @TempDir Path first;
  @TempDir Path second;

  private final FakeProfiler profiler = new FakeProfiler();
  private final List<Integer> chunks = new ArrayList<>();
  private final ChunkReceiver receiver = chunk -> chunks.add(chunk.sizeBytes());
  private long nanoTime;
  private final FakeThreads threads = new FakeThreads();

  private ProfilerSession session(String arguments) {
    Settings settings =
        Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
    return new ProfilerSession(
        profiler,
        new RecordingFiles(null, List.of(first, second), new MomentaryFiles()),
        settings,
        () -> nanoTime,
        threads,
        size -> true);
  }

  @Test
  void default_command_has_the_engine_and_events_of_the_design() throws Exception {
    session("").start();

    assertThat(profiler.commands.get(0))
        .startsWith(
            "start,event=ctimer,interval=10000000,alloc=4194304,lock=10000000,jstackdepth=1024,"
                + "memlimit=67108864,clock=monotonic,loglevel=error,chunksize=4m,jfr,file=");
  }

  @Test
  void file_has_no_name_once_the_recording_runs() throws Exception {
    session("").start();

    try (Stream<Path> left = Files.list(first)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void dump_hands_over_chunks_without_a_stop() throws Exception {
    ProfilerSession session = session("");
    session.start();
    session.dump(receiver);
    session.dump(receiver);

    assertThat(chunks).containsExactly(100, 100);
    assertThat(profiler.commands).doesNotContain("stop").contains("dump,jfr");
  }

  @Test
  void event_that_the_jvm_refuses_is_left_out() throws Exception {
    profiler.refusedEvent = "alloc=";
    ProfilerSession session = session("");
    session.start();

    assertThat(session.description()).contains("without allocations");
    assertThat(profiler.commands.get(1)).doesNotContain("alloc=").contains("lock=");
  }

  @Test
  void perf_falls_back_to_ctimer() throws Exception {
    profiler.refusedEvent = "event=cpu,";
    ProfilerSession session = session("cpu.engine=perf");
    session.start();

    assertThat(session.engine()).isEqualTo("ctimer");
    assertThat(session.description()).contains("without perf_events");
  }

  @Test
  void stopped_session_still_tells_the_engine() throws Exception {
    ProfilerSession session = session("");
    session.start();
    session.stop(chunk -> assertThat(session.engine()).isEqualTo("ctimer"));

    assertThat(session.engine()).isEqualTo("ctimer");
  }

  @Test
  void signal_of_the_timer_is_never_that_of_the_wall_clock() throws Exception {
    session("signal=40").start();
    assertThat(profiler.commands.get(0)).contains(",signal=40,");

    assertThat(command("signal=40,wall=50ms")).contains(",signal=40/26,");
    assertThat(command("signal=26,wall=50ms")).contains(",signal=26/60,");
  }

  private String command(String arguments) throws Exception {
    ProfilerSession session = session(arguments);
    profiler.execute("stop");
    profiler.commands.clear();
    session.start();
    return profiler.commands.get(0);
  }

  @Test
  void no_candidate_starts_is_one_exception_and_leaves_no_file() throws Exception {
    profiler.refusedEvent = "start";

    assertThatThrownBy(() -> session("").start())
        .isInstanceOf(SessionException.class)
        .hasMessage("No AllocTracer symbols found");
    try (Stream<Path> left = Files.list(first)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void full_disk_is_found_by_the_missing_chunk_and_the_next_recording_lies_elsewhere()
      throws Exception {
    ProfilerSession session = session("");
    session.start();
    profiler.diskIsFull = true;

    assertThatThrownBy(() -> session.dump(receiver)).isInstanceOf(BrokenRecordingException.class);
    session.restartElsewhere();
    profiler.diskIsFull = false;
    session.dump(receiver);

    assertThat(session.description()).contains("recording in " + second);
    assertThat(chunks).containsExactly(100);
  }

  @Test
  void grown_storage_threads_age_and_file_ask_for_a_restart() throws Exception {
    ProfilerSession session = session("");
    session.start();
    assertThat(session.restartReason(100, WINDOW_NANOS)).isNull();

    profiler.storageKilobytes = 49_153;
    assertThat(session.restartReason(100, WINDOW_NANOS)).contains("stack storage");
    profiler.storageKilobytes = 10_244;
    threads.started = 1_000_001;
    assertThat(session.restartReason(100, WINDOW_NANOS)).contains("1000001 threads");
    threads.started = 0;
    nanoTime = RestartPolicy.MAX_AGE_NANOS;
    assertThat(session.restartReason(100, WINDOW_NANOS)).contains("a day old");
  }

  @Test
  void restart_takes_the_fitted_allocation_interval_and_loses_no_chunk() throws Exception {
    ProfilerSession session = session("");
    session.start();
    session.dump(receiver);

    assertThat(session.restartReason(4_000, WINDOW_NANOS)).contains("every 8192 KiB");
    session.restart(
        chunk -> {
          // The next recording runs already, and the chunk is still one of the other interval.
          assertThat(profiler.commands.get(profiler.commands.size() - 1)).contains("alloc=8388608");
          assertThat(session.allocBytes()).isEqualTo(4 << 20);
          chunks.add(chunk.sizeBytes());
        });

    assertThat(chunks).containsExactly(100, 100);
    session.dump(receiver);
    assertThat(session.allocBytes()).isEqualTo(8 << 20);
  }

  @Test
  void lock_waits_under_way_delay_a_narrower_interval_and_are_counted_where_it_cannot_wait()
      throws Exception {
    ProfilerSession session = session("");
    session.start();
    threads.waitingForLocks = 3;
    for (int i = 0; i < 2 * AllocInterval.QUIET_WINDOWS; i++) {
      assertThat(session.restartReason(0, WINDOW_NANOS)).isNull();
    }
    threads.waitingForLocks = 0;
    for (int i = 1; i < AllocInterval.QUIET_WINDOWS; i++) {
      assertThat(session.restartReason(0, WINDOW_NANOS)).isNull();
    }
    assertThat(session.restartReason(0, WINDOW_NANOS)).contains("every 2048 KiB");
    session.restart(receiver);
    assertThat(session.cutLockWaits()).isZero();

    threads.waitingForLocks = 3;
    assertThat(session.restartReason(4_000, WINDOW_NANOS)).contains("every 4096 KiB");
    session.restart(receiver);
    assertThat(session.cutLockWaits()).isEqualTo(3);
  }

  @Test
  void recording_that_does_not_start_anew_still_hands_over_the_last_chunk() throws Exception {
    ProfilerSession session = session("");
    session.start();
    profiler.refusedEvent = "start";

    assertThatThrownBy(() -> session.restart(receiver)).isInstanceOf(SessionException.class);
    assertThat(chunks).containsExactly(100);
    assertThat(session.isRunning()).isFalse();
  }

  @Test
  void chunk_without_room_in_the_heap_is_counted_and_no_broken_recording() throws Exception {
    ProfilerSession session =
        new ProfilerSession(
            profiler,
            new RecordingFiles(null, List.of(first), new MomentaryFiles()),
            Settings.read(AgentArguments.parse(""), name -> null, Map.of(), null),
            () -> nanoTime,
            threads,
            size -> false);
    session.start();
    session.dump(receiver);

    assertThat(chunks).isEmpty();
    assertThat(session.skippedChunks()).isEqualTo(1);
  }

  @Test
  void recording_that_nobody_can_write_is_refused_with_every_place() throws IOException {
    RecordingFiles nowhere =
        new RecordingFiles(
            null,
            List.of(first.resolve("missing"), second.resolve("absent")),
            new MomentaryFiles());

    assertThatThrownBy(nowhere::create)
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
  }
}
