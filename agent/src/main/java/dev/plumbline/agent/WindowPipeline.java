package dev.plumbline.agent;

import dev.plumbline.agent.recording.ChunkReceiver;

/** Hops 2 to 7 of a window. Confined to the thread {@code plumbline-agent}. */
interface WindowPipeline extends ChunkReceiver {
  /**
   * Closes the window over the chunks accepted since the last one and hands it to the exporter. Its
   * interval is theirs: chunks of a recording join without a gap.
   *
   * @return its allocation samples
   */
  long closeWindow();

  /** Samples that exporters hold and have not sent; any thread. */
  long heldSamples();

  /**
   * Waits until what was handed over has left, at most that long, ends the exporters, and says what
   * of it is lost.
   */
  void finish(long timeoutNanos);
}
