package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.jfr.chunk.JfrChunk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ExitHookTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(logged, true), AgentLog.Level.INFO);
  private final AtomicBoolean premain = new AtomicBoolean(true);
  private final StopSignal stop = new StopSignal(System::nanoTime);

  @Test
  void end_without_time_for_the_last_window_is_said_with_what_waits() {
    stop.allow(1);
    hookRuns();
    assertThat(stop.jvmExits()).isTrue();
    assertThat(logged.toString()).contains("before the last window is out: 42 samples");
  }

  @Test
  void end_with_time_enough_is_no_line() {
    stop.markDone();
    hookRuns();
    assertThat(logged.toString()).isEmpty();
  }

  private void hookRuns() {
    ExitHook hook = registered();
    assertThat(hook.waitFor(new Holding42())).isTrue();
    hook.run();
  }

  private ExitHook registered() {
    ExitHook hook = requireNonNull(ExitHook.register(stop, log, premain::get));
    hook.unregister();
    return hook;
  }

  @Test
  void end_during_the_start_is_one_line_and_leaves_nothing_behind() {
    List<String> undone = new ArrayList<>();
    ExitHook hook = registered();
    hook.undoing(() -> undone.add("copy"));
    hook.undoing(() -> undone.add("marker"));
    hook.run();

    assertThat(undone).containsExactly("copy", "marker");
    hook.undoing(() -> undone.add("late"));
    assertThat(undone).as("nothing is left behind afterwards").contains("late");
    assertThat(logged.toString().lines())
        .containsExactly(
            "[plumbline] INFO the JVM ends while profiling starts: nothing of it is profiled");
    assertThat(hook.waitFor(new Holding42())).as("the start is over").isFalse();
  }

  @Test
  void end_during_the_start_of_which_the_premain_has_spoken_is_no_second_line() {
    premain.set(false);
    registered().run();
    assertThat(logged.toString()).isEmpty();
  }

  @Test
  void end_during_the_start_is_said_by_who_has_taken_the_word() {
    ExitHook hook = registered();
    premain.set(false);
    hook.run();
    assertThat(logged.toString()).contains(ExitHook.EARLY_END);
  }

  @Test
  void end_after_the_start_undoes_nothing() {
    ExitHook hook = registered();
    hook.undoing(() -> logged.write('u'));
    assertThat(hook.waitFor(new Holding42())).isTrue();
    stop.markDone();
    hook.run();

    assertThat(logged.toString()).isEmpty();
  }

  private static final class Holding42 implements WindowPipeline {
    @Override
    public void accept(JfrChunk chunk) {}

    @Override
    public long closeWindow() {
      return 0;
    }

    @Override
    public long heldSamples() {
      return 42;
    }

    @Override
    public void finish(long timeoutNanos) {}
  }
}
