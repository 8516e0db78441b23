package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.natives.MomentaryFiles;
import dev.plumbline.agent.recording.FakeChunk;
import dev.plumbline.agent.recording.FakeThreads;
import dev.plumbline.agent.recording.ProfilerCommands;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.agent.recording.RecordingFiles;
import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.jfr.chunk.JfrChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop in its own thread's place; the clock runs ahead by one window at each look. */
class WindowLoopTest {
  private static final long INTERVAL_NANOS = 10_000_000_000L;

  @TempDir Path directory;

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(logged, true), AgentLog.Level.DEBUG);
  private final AtomicLong nanoTime = new AtomicLong();
  private final AtomicLong stopNanos = new AtomicLong();
  private final StopSignal stop = new StopSignal(stopNanos::get);
  private final ScriptedProfiler profiler = new ScriptedProfiler();
  private final ScriptedPipeline pipeline = new ScriptedPipeline();
  private ProfilerSession session;

  @BeforeEach
  void start() throws Exception {
    Settings settings = Settings.read(AgentArguments.parse(""), name -> null, Map.of(), null);
    session =
        new ProfilerSession(
            profiler,
            new RecordingFiles(null, List.of(directory), new MomentaryFiles()),
            settings,
            nanoTime::get,
            new FakeThreads(),
            size -> true);
    session.start();
  }

  private void run() {
    new WindowLoop(
            session,
            pipeline,
            stop,
            () -> nanoTime.getAndAdd(2 * INTERVAL_NANOS),
            log,
            INTERVAL_NANOS,
            () -> 0.5)
        .run();
  }

  @Test
  void each_window_is_a_dump_and_the_last_one_a_stop() throws Exception {
    pipeline.stopAfter(3, StopSignal.Cause.STOP);
    run();

    assertThat(profiler.commands("dump")).isEqualTo(3);
    assertThat(profiler.commands("stop")).isEqualTo(1);
    assertThat(pipeline.chunks).as("three dumps and what the stop wrote").isEqualTo(4);
    assertThat(pipeline.finished).isTrue();
    assertThat(stop.awaitDone(0)).isTrue();
    assertThat(logged.toString()).contains("stopped");
  }

  @Test
  void exit_of_the_jvm_dumps_and_does_not_stop_the_profiler() throws Exception {
    pipeline.stopAfter(1, StopSignal.Cause.JVM_EXIT);
    run();

    assertThat(profiler.commands("dump")).isEqualTo(2);
    assertThat(profiler.commands("stop")).isZero();
    assertThat(pipeline.windows).isEqualTo(2);
    assertThat(pipeline.finished).isTrue();
    assertThat(logged.toString()).doesNotContain("stopped");
  }

  @Test
  void end_has_its_time_from_the_request_on_whatever_the_last_window_took() {
    pipeline.inWindow = () -> stopNanos.addAndGet(500_000_000L);
    pipeline.stopAfter(1, StopSignal.Cause.JVM_EXIT);
    run();

    // Half a second before the request, and half for the last window after it.
    assertThat(pipeline.finishNanos)
        .isEqualTo(StopSignal.DEFAULT_EXIT_NANOS - 500_000_000L - WindowLoop.LAST_WORDS_NANOS);
  }

  @Test
  void last_window_that_fails_is_named() {
    pipeline.stopAfter(1, StopSignal.Cause.JVM_EXIT);
    pipeline.inWindow =
        () -> {
          if (pipeline.windows == 2) {
            pipeline.failures.add(new IllegalStateException("broken"));
          }
        };
    run();

    assertThat(logged.toString().lines())
        .filteredOn(line -> line.contains("the last window is lost"))
        .hasSize(1);
    assertThat(pipeline.finished).isTrue();
  }

  @Test
  void failed_window_is_lost_and_the_next_one_is_not() {
    pipeline.failures.add(new OutOfMemoryError("no heap"));
    pipeline.stopAfter(3, StopSignal.Cause.STOP);
    run();

    assertThat(logged.toString()).contains("a window failed and is lost: no memory: no heap");
    assertThat(pipeline.windows).isEqualTo(4);
  }

  @Test
  void three_failures_in_a_row_end_it_with_one_line() throws Exception {
    for (int i = 0; i < WindowLoop.MAX_FAILURES; i++) {
      pipeline.failures.add(new IllegalStateException("broken"));
    }
    run();

    assertThat(logged.toString().lines().filter(line -> line.contains("profiling off"))).hasSize(1);
    assertThat(session.isRunning()).isFalse();
    assertThat(pipeline.finished).isTrue();
    assertThat(stop.awaitDone(0)).isTrue();
  }

  @Test
  void recording_that_does_not_start_anew_has_its_last_part_exported() throws Exception {
    profiler.dumpsWithoutChunk = 1;
    profiler.refusesStart = true;
    run();

    assertThat(logged.toString()).contains("the recording does not start anew");
    assertThat(pipeline.windows)
        .as("what came before the break, and what the stop handed over")
        .isEqualTo(2);
    assertThat(pipeline.finished).isTrue();
  }

  @Test
  void recording_without_a_chunk_is_started_anew() {
    profiler.dumpsWithoutChunk = 1;
    pipeline.stopAfter(3, StopSignal.Cause.STOP);
    run();

    assertThat(profiler.commands("start")).isEqualTo(2);
    assertThat(logged.toString()).contains("the recording is lost, starting another one");
  }

  /** Counts; fails as told; asks for the end after some windows. */
  private final class ScriptedPipeline implements WindowPipeline {
    final List<Throwable> failures = new ArrayList<>();
    int chunks;
    int windows;
    boolean finished;
    long finishNanos;
    Runnable inWindow = () -> {};
    private int stopAfterWindows = Integer.MAX_VALUE;
    private StopSignal.Cause cause = StopSignal.Cause.STOP;

    void stopAfter(int count, StopSignal.Cause why) {
      stopAfterWindows = count;
      cause = why;
    }

    @Override
    public void accept(JfrChunk chunk) {
      chunks++;
    }

    @Override
    public long closeWindow() {
      windows++;
      inWindow.run();
      if (windows >= stopAfterWindows) {
        stop.request(cause);
      }
      if (!failures.isEmpty()) {
        throw WindowLoopTest.<RuntimeException>unchecked(failures.remove(0));
      }
      return 100;
    }

    @Override
    public long heldSamples() {
      return 0;
    }

    @Override
    public void finish(long timeoutNanos) {
      finishNanos = timeoutNanos;
      finished = true;
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Writes one chunk at each dump and stop. */
  private static final class ScriptedProfiler implements ProfilerCommands {
    private final List<String> all = new ArrayList<>();
    int dumpsWithoutChunk;
    boolean refusesStart;
    private @Nullable FileChannel file;

    long commands(String name) {
      return all.stream().filter(command -> command.startsWith(name)).count();
    }

    @Override
    public String execute(String command) {
      all.add(command);
      try {
        if (command.startsWith("start")) {
          if (refusesStart) {
            throw new IllegalStateException("refused");
          }
          file =
              FileChannel.open(
                  Path.of(command.substring(command.indexOf(",file=") + 6)),
                  StandardOpenOption.WRITE);
        } else if (!command.equals("metrics") && file != null) {
          if (dumpsWithoutChunk > 0) {
            dumpsWithoutChunk--;
          } else {
            FakeChunk.append(file);
          }
        }
        return "";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
