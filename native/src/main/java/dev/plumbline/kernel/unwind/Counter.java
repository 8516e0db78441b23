package dev.plumbline.kernel.unwind;

/** Counters in the order of {@code records.h}, which the programs keep but for one. Never reset. */
public enum Counter {
  /** Ticks in the idle task. */
  IDLE(0),
  /** Samples taken from the ring; counted by its reader. */
  SAMPLES(1),
  /** Samples lost because the ring was full. */
  LOST(2),
  /** Samples of processes that are not selected. */
  FILTERED(3),
  /** Stack copies sent with samples. */
  STACKS(4),
  /** Stack copies not sent: too many in that second. */
  STACKS_LIMITED(5),
  /** Lifecycle records lost because their ring was full. */
  LIFECYCLE_LOST(6),
  /** Forks whose child got the parent's mappings at once. */
  FORK_COPIES(7),
  /** Forks where the map had no room for that. */
  FORK_COPY_FAILED(8);

  private final int index;

  Counter(int index) {
    this.index = index;
  }

  /** Index in the map. */
  int index() {
    return index;
  }
}
