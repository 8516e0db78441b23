package dev.plumbline.agent.recording;

/** What a recording wants to know of the JVM's threads. Thread-safe. */
public interface JvmThreads {
  /** Threads that the JVM has started so far. */
  long started();

  /** Threads that wait for a lock now, whose waits a restart would cut. */
  int waitingForLocks();
}
