package dev.plumbline.jfr;

import dev.plumbline.jfr.chunk.EventKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import one.jfr.JfrReader;
import one.jfr.event.AllocationSample;
import one.jfr.event.ContendedLock;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;
import one.jfr.event.LiveObject;
import one.jfr.event.MallocEvent;
import one.jfr.event.NativeLockEvent;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of one chunk into records, and here alone ticks and sampling intervals become
 * nanoseconds, bytes and counts (hop 3). Confined to one thread.
 */
final class EventRecorder {
  /** No true value of one event is larger: 2^48 ns are three days, 2^48 bytes a quarter PiB. */
  private static final long MAX_VALUE = 1L << 48;

  /** Of what one event stands for. */
  private static final long MAX_SUM = 1L << 62;

  private static final String REENTRANT_LOCKS = "java.util.concurrent.locks.Reentrant";
  private static final String STAMPED_LOCK = "java.util.concurrent.locks.StampedLock";
  private static final String CONDITION_SUFFIX = "$ConditionObject";

  private final JfrSettings settings;
  private final double nanosPerTick;
  private final StackResolver stacks;
  private final TableResolver resolver;
  private final ChunkTables tables;
  private final AtomicLong monitorWaits;
  private final Map<RecordSet, RecordColumns> sets = new EnumMap<>(RecordSet.class);
  private final Map<JfrReason, Long> counts = new EnumMap<>(JfrReason.class);
  private long lastTicks;

  /**
   * Of one chunk.
   *
   * @param monitorWaits those of all chunks before that might have been kept
   */
  EventRecorder(
      JfrReader reader,
      JfrSettings settings,
      StackResolver stacks,
      TableResolver resolver,
      ChunkTables tables,
      AtomicLong monitorWaits) {
    this.settings = settings;
    this.nanosPerTick = reader.nanosPerTick;
    this.stacks = stacks;
    this.resolver = resolver;
    this.tables = tables;
    this.monitorWaits = monitorWaits;
    this.lastTicks = reader.chunkStartTicks;
  }

  void record(EventKind kind, Event event) {
    lastTicks = Math.max(lastTicks, event.time);
    int thread = resolver.thread(event.tid);
    if (resolver.isExcluded(thread)) {
      leaveOut(JfrReason.AGENT_THREAD);
      return;
    }
    switch (kind) {
      case EXECUTION_SAMPLE:
      case CPU_TIME_SAMPLE:
        recordTime(RecordSet.CPU, (ExecutionSample) event, thread, settings.cpuIntervalNanos());
        break;
      case WALL_CLOCK_SAMPLE:
        recordTime(RecordSet.WALL, (ExecutionSample) event, thread, settings.wallIntervalNanos());
        break;
      case ALLOCATION_IN_NEW_TLAB:
      case ALLOCATION_OUTSIDE_TLAB:
        recordAllocation(RecordSet.TLAB_ALLOC, (AllocationSample) event, thread);
        break;
      case ALLOCATION_SAMPLE:
        recordAllocation(RecordSet.SAMPLED_ALLOC, (AllocationSample) event, thread);
        break;
      case LIVE_OBJECT:
        LiveObject live = (LiveObject) event;
        recordMemory(
            RecordSet.LIVE,
            event,
            thread,
            resolver.classText(live.classId),
            live.allocationSize,
            Math.max(live.allocationSize, settings.allocIntervalBytes()));
        break;
      case MALLOC:
        long size = ((MallocEvent) event).size;
        recordMemory(
            RecordSet.MALLOC,
            event,
            thread,
            ChunkTables.NO_TEXT,
            size,
            Math.max(size, settings.nativememIntervalBytes()));
        break;
      case MONITOR_ENTER:
      case THREAD_PARK:
        recordWait(kind, (ContendedLock) event, thread);
        break;
      case NATIVE_LOCK:
        NativeLockEvent lock = (NativeLockEvent) event;
        if (isWait(lock.duration, settings.locks().nativeNanos())) {
          add(RecordSet.BLOCK, event, thread, ChunkTables.NO_TEXT, 1, nanos(lock.duration));
        }
        break;
    }
  }

  /**
   * Moves on from recording: of two estimates of the same allocations one is kept, that over all of
   * them before that of the JDK's sampler. They are never added.
   */
  void finish() {
    RecordColumns sampled = sets.remove(RecordSet.SAMPLED_ALLOC);
    if (sampled != null && sets.putIfAbsent(RecordSet.TLAB_ALLOC, sampled) != null) {
      counts.put(JfrReason.OTHER_KIND, (long) sampled.size());
    }
  }

  /** Null if there are no such records. */
  @Nullable RecordColumns columns(RecordSet set) {
    return sets.get(set);
  }

  /** Time of the last event, in ticks; the chunk's start if there was none. */
  long lastTicks() {
    return lastTicks;
  }

  /** Reasons that occurred. */
  Map<JfrReason, Long> counts() {
    return counts;
  }

  private void leaveOut(JfrReason reason) {
    counts.merge(reason, 1L, Long::sum);
  }

  private void recordTime(RecordSet set, ExecutionSample event, int thread, long intervalNanos) {
    if (event.samples <= 0 || event.samples > MAX_VALUE / Math.max(1, intervalNanos)) {
      leaveOut(JfrReason.INVALID_VALUE);
      return;
    }
    int state =
        event.threadState == ExecutionSample.CPU_TIME_SAMPLE
            ? ChunkTables.NO_TEXT
            : resolver.stateText(event.threadState);
    add(set, event, thread, state, event.samples, event.samples * intervalNanos);
  }

  private void recordAllocation(RecordSet set, AllocationSample event, int thread) {
    recordMemory(
        set,
        event,
        thread,
        resolver.classText(event.classId),
        event.allocationSize,
        event.tlabSize != 0 ? event.tlabSize : event.allocationSize);
  }

  /**
   * @param size of the one object that was seen
   * @param weight bytes that it stands for; as many objects of its size are counted
   */
  private void recordMemory(
      RecordSet set, Event event, int thread, int text, long size, long weight) {
    if (size <= 0 || size > MAX_VALUE || weight <= 0 || weight > MAX_VALUE) {
      leaveOut(JfrReason.INVALID_VALUE);
      return;
    }
    add(set, event, thread, text, Math.max(1, (weight + size / 2) / size), weight);
  }

  private void recordWait(EventKind kind, ContendedLock event, int thread) {
    if (kind == EventKind.MONITOR_ENTER) {
      recordMonitorWait(event, thread);
      return;
    }
    if (!isWait(event.duration, settings.locks().parkNanos())) {
      return;
    }
    int text = resolver.classText(event.classId);
    String lockClass = tables.text(text);
    if (lockClass.endsWith(CONDITION_SUFFIX)) {
      leaveOut(JfrReason.CONDITION_WAIT);
      return;
    }
    boolean isMutex = lockClass.startsWith(REENTRANT_LOCKS) || lockClass.startsWith(STAMPED_LOCK);
    RecordSet set = isMutex ? RecordSet.MUTEX : RecordSet.BLOCK;
    add(set, event, thread, text, 1, nanos(event.duration));
  }

  private void recordMonitorWait(ContendedLock event, int thread) {
    if (!isWait(event.duration, settings.locks().monitorNanos())) {
      return;
    }
    long every = settings.locks().monitorEvery();
    long delay = nanos(event.duration);
    if (delay > MAX_SUM / every) {
      leaveOut(JfrReason.INVALID_VALUE);
      return;
    }
    if (every > 1 && monitorWaits.incrementAndGet() % every != 0) {
      leaveOut(JfrReason.NOT_CHOSEN);
      return;
    }
    int text = resolver.classText(event.classId);
    add(RecordSet.MUTEX, event, thread, text, every, delay * every);
  }

  /** Counts what is none. */
  private boolean isWait(long ticks, long thresholdNanos) {
    double nanos = ticks * nanosPerTick;
    if (nanos < 0 || nanos > MAX_VALUE) {
      leaveOut(JfrReason.INVALID_VALUE);
      return false;
    }
    if (thresholdNanos == LockRules.NEVER || nanos < thresholdNanos) {
      leaveOut(JfrReason.BELOW_THRESHOLD);
      return false;
    }
    return true;
  }

  private long nanos(long ticks) {
    return (long) (ticks * nanosPerTick);
  }

  private void add(RecordSet set, Event event, int thread, int text, long count, long amount) {
    int stack = stacks.resolve(event.stackTraceId);
    int marks = stacks.marks(stack);
    if (marks != 0) {
      mark(marks, StackResolver.MISSING, JfrReason.MISSING_STACK);
      mark(marks, StackResolver.CUT, JfrReason.TRUNCATED_STACK);
      mark(marks, StackResolver.UNLOADED, JfrReason.UNLOADED_METHOD);
      mark(marks, StackResolver.OVERFLOW, JfrReason.STORAGE_OVERFLOW);
    }
    sets.computeIfAbsent(set, ignored -> new RecordColumns())
        .add(stack, thread, text, count, amount);
  }

  private void mark(int marks, int mark, JfrReason reason) {
    if ((marks & mark) != 0) {
      counts.merge(reason, 1L, Long::sum);
    }
  }
}
