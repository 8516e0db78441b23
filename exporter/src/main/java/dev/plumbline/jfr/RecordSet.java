package dev.plumbline.jfr;

/** Records of one kind in a chunk; a data source shows one set. */
enum RecordSet {
  CPU,
  WALL,
  /** Allocations as async-profiler and the JDK's TLAB events see them. */
  TLAB_ALLOC,
  /** Allocations as the JDK's own sampler sees them: a second estimate of the same bytes. */
  SAMPLED_ALLOC,
  LIVE,
  /** Waits for monitors and for the locks of {@code java.util.concurrent}. */
  MUTEX,
  /** Other waiting: semaphores, latches, futures, and mutexes of native code. */
  BLOCK,
  MALLOC
}
