package dev.plumbline.cpu;

import dev.plumbline.metric.MetricSource;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.SampleConsumer;
import java.io.IOException;
import java.util.Map;

/**
 * Samples of the CPU clock with their processes and stacks. {@link #drain} and {@link #stop} are
 * called by one thread, which waits for the kernel only; any may ask for what was counted; the rest
 * belongs to the run's thread.
 */
public interface SampleFeed extends MetricSource, AutoCloseable {
  /** Begins what takes long before the start, in a thread of its own; may be left out. */
  default void prepare() {}

  /** Begins to sample. */
  void start() throws IOException;

  /** Waits for samples, at most that long, and hands over what is there. */
  void drain(int timeoutMillis, SampleConsumer sink) throws IOException;

  /** Samples no more and hands over what is left; the drain thread's last call. */
  void stop(SampleConsumer sink) throws IOException;

  /** How many samples of the wanted frequency a sample stands for; 1 unless the ring was full. */
  int weight(HostSample sample);

  /**
   * Samples that never came out of the kernel since the start, by reason; without zeros. As of the
   * last look at the kernel's counters, which is at most a second old; exact after the stop.
   */
  Map<String, Long> lost();

  @Override
  void close();
}
