package dev.plumbline.agent.recording;

/** As many threads as a test says. */
public final class FakeThreads implements JvmThreads {
  public long started;
  public int waitingForLocks;

  @Override
  public long started() {
    return started;
  }

  @Override
  public int waitingForLocks() {
    return waitingForLocks;
  }
}
