package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.jfr.JfrChunk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ExitHookTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(logged, true), AgentLog.Level.INFO);
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
    ExitHook hook = requireNonNull(ExitHook.register(stop, new Holding42(), log));
    hook.unregister();
    hook.run();
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
