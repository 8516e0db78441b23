package dev.plumbline.jfr;

/** Why a sample is left out or is not what it should be; each is counted for each chunk. */
public enum JfrReason {
  /** Left out: a thread of the agent itself. */
  AGENT_THREAD(Effect.LEFT_OUT),
  /** Left out: a wait shorter than the threshold, which the profiler samples nevertheless. */
  BELOW_THRESHOLD(Effect.LEFT_OUT),
  /** Left out: a wait for a monitor for which another of its number stands. */
  NOT_CHOSEN(Effect.LEFT_OUT),
  /** Left out: a wait for a signal, which is no contention. */
  CONDITION_WAIT(Effect.LEFT_OUT),
  /** Left out: a negative or absurd number. */
  INVALID_VALUE(Effect.LEFT_OUT),
  /** Left out: a second estimate of allocations that the chunk holds by another kind of event. */
  OTHER_KIND(Effect.LEFT_OUT),
  /** Kept under {@code [no stack]}: the chunk does not hold the stack. */
  MISSING_STACK(Effect.KEPT),
  /** Kept with the root {@code [truncated]}. */
  TRUNCATED_STACK(Effect.KEPT),
  /** Kept with a frame {@code [unloaded method]}: its class was unloaded before the dump. */
  UNLOADED_METHOD(Effect.KEPT),
  /** Kept under {@code [storage_overflow]}: the profiler's memory limit was reached. */
  STORAGE_OVERFLOW(Effect.KEPT);

  private enum Effect {
    LEFT_OUT,
    KEPT
  }

  private final Effect effect;

  JfrReason(Effect effect) {
    this.effect = effect;
  }

  /** Whether samples of that reason are in no batch. */
  public boolean isLeftOut() {
    return effect == Effect.LEFT_OUT;
  }
}
