package dev.plumbline.process;

/**
 * Learns of processes while they can still be asked. Called by the thread that follows processes:
 * must not take long.
 */
public interface ProcessListener {
  /** A process was read for the first time, or after it began to execute another program. */
  void found(ProcessImage image);

  /** A process has ended, and its last samples have been handed over. */
  void ended(ProcessKey key);
}
