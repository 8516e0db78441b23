package dev.plumbline.serve.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.run.RunObserver;
import dev.plumbline.run.StopRequest;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.route.Router;
import dev.plumbline.serve.source.RunningGadget.State;
import dev.plumbline.store.MovableClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunningGadgetsTest {
  private static final GadgetSettings CPU =
      new GadgetSettings("profile_cpu", Map.of(), null, GadgetSettings.Origin.CONFIGURED);

  /** What the next gadgets do; without one there they cannot run. */
  private final Deque<Gadget> runs = new ArrayDeque<>();

  private final MovableClock clock = new MovableClock(1_000_000);
  private final RunningGadgets gadgets =
      new RunningGadgets(
          (settings, sinks, observer, stop) -> {
            if (runs.isEmpty()) {
              throw new ServeException("no rights any more");
            }
            return runs.remove().of(observer, stop);
          },
          new Router(),
          clock);

  /** What a gadget does, given whom to tell of windows and when to end. */
  private interface Gadget {
    GadgetFactory.Run of(RunObserver observer, StopRequest stop);
  }

  private static GadgetFactory.Run untilStop(StopRequest stop) {
    return () -> {
      try {
        stop.untilStop(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private void startOneThatFails(int windows) throws ServeException {
    runs.add(
        (observer, stop) ->
            () -> {
              for (int i = 0; i < windows; i++) {
                observer.windowClosed(1, new ProbeWithoutLosses());
              }
              throw new InternalError("a fault occurred");
            });
    gadgets.start(List.of(CPU));
    while (status().state() != State.FAILED) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void close() {
    gadgets.close();
  }

  private RunningGadget.Status status() {
    assertThat(gadgets.all()).hasSize(1);
    return gadgets.all().get(0).status();
  }

  /** It hangs until it is asked to end, but for windows that it is told to close. */
  private void startOneThatHangs(BlockingQueue<GadgetProbe> windows, CountDownLatch closed)
      throws ServeException {
    runs.add(
        (observer, stop) ->
            () -> {
              try {
                observer.windowClosed(1, windows.take());
                closed.countDown();
                stop.untilStop(Long.MAX_VALUE);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    gadgets.start(List.of(CPU));
    awaitItsWait();
  }

  private void pass(long millis) {
    clock.set(clock.millis() + millis);
    gadgets.watch();
  }

  @Test
  void gadgetThatClosesNoWindow_isStalled_untilItClosesOne() throws Exception {
    BlockingQueue<GadgetProbe> windows = new LinkedBlockingQueue<>();
    CountDownLatch closed = new CountDownLatch(1);
    startOneThatHangs(windows, closed);
    long patience = RunningGadget.STALLED_AFTER.toMillis();
    pass(patience - 1);
    assertThat(status().state()).isEqualTo(State.STARTING);
    pass(1);
    assertThat(status().state()).isEqualTo(State.STALLED);
    assertThat(status().fault())
        .startsWith("no window for 60 s, where one closes every 10 s: its thread plumbline-gadget-")
        .contains("\n  at ");
    windows.add(new ProbeWithoutLosses());
    closed.await();
    pass(patience - 1);
    assertThat(status().state()).isEqualTo(State.RUNNING);
    assertThat(status().fault()).isEmpty();
    pass(1);
    long since = clock.millis();
    pass(5_000);
    assertThat(status().state()).isEqualTo(State.STALLED);
    assertThat(status().sinceUnixMillis()).as("the first look").isEqualTo(since);
    gadgets.restartFailed();
    assertThat(status().state()).as("it is left to itself").isEqualTo(State.STALLED);
  }

  @Test
  void gadgetWhoseReaderHangs_isStalled_thoughItClosesWindows() throws Exception {
    BlockingQueue<GadgetProbe> windows = new LinkedBlockingQueue<>();
    CountDownLatch closed = new CountDownLatch(1);
    startOneThatHangs(windows, closed);
    windows.add(
        new ProbeWithoutLosses() {
          @Override
          public String stall() {
            return "the ring was not read";
          }
        });
    closed.await();
    assertThat(status().state()).isEqualTo(State.STALLED);
    assertThat(status().fault()).isEqualTo("the ring was not read");
  }

  @Test
  void gadgetThatTellsOnlyAtItsEnd_isNotStalled() throws Exception {
    runs.add(
        (observer, stop) ->
            () -> {
              observer.onlyAtTheEnd();
              untilStop(stop).run();
            });
    gadgets.start(List.of(CPU));
    awaitItsWait();
    pass(10 * RunningGadget.STALLED_AFTER.toMillis());
    assertThat(status().state()).isEqualTo(State.STARTING);
  }

  private static void awaitItsWait() {
    while (thread().getState() != Thread.State.TIMED_WAITING
        && thread().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static Thread thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("plumbline-gadget-profile_cpu"))
        .findFirst()
        .orElse(Thread.currentThread());
  }

  /** It was said to run, and well, for as long as the daemon ran. */
  @Test
  void gadgetThatEndsByAnError_hasFailed_withTheReason() throws ServeException {
    startOneThatFails(0);
    assertThat(status().fault())
        .isEqualTo("internal error: java.lang.InternalError: a fault occurred");
  }

  @Test
  void gadgetThatFailedAtItsStart_isNotStartedAgain() throws ServeException {
    startOneThatFails(0);
    clock.set(clock.millis() + 10 * RunningGadgets.RESTART_AFTER.toMillis());
    gadgets.restartFailed();
    assertThat(status().state()).isEqualTo(State.FAILED);
  }

  @Test
  void gadgetThatWasWellAndFailed_isStartedAgainAfterAWhile() throws ServeException {
    startOneThatFails(3);
    runs.add((observer, stop) -> untilStop(stop));
    clock.set(clock.millis() + RunningGadgets.RESTART_AFTER.toMillis() - 1);
    gadgets.restartFailed();
    assertThat(status().state()).isEqualTo(State.FAILED);
    clock.set(clock.millis() + 1);
    gadgets.restartFailed();
    assertThat(status().state()).isEqualTo(State.STARTING);
    gadgets.restartFailed();
    assertThat(runs).isEmpty();
  }

  @Test
  void gadgetThatCannotRunAnyMore_isLeftOut() throws ServeException {
    startOneThatFails(1);
    clock.set(clock.millis() + RunningGadgets.RESTART_AFTER.toMillis());
    gadgets.restartFailed();
    assertThat(status().state()).isEqualTo(State.LEFT_OUT);
    assertThat(status().fault()).contains("no rights any more");
  }

  private static class ProbeWithoutLosses implements GadgetProbe {
    @Override
    public List<DataSource> dataSources() {
      return List.of();
    }

    @Override
    public void start() {}

    @Override
    public RecordBatch collect(DataSource dataSource, long startUnixNanos, long endUnixNanos) {
      throw new IllegalStateException("has no data source");
    }

    @Override
    public void stop() {}

    @Override
    public Map<String, Long> lost() {
      return Map.of();
    }

    @Override
    public String remarks() {
      return "";
    }

    @Override
    public void report(MetricSink sink) {}

    @Override
    public void close() {}
  }
}
