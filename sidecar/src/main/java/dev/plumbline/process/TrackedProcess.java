package dev.plumbline.process;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the following thread remembers of a process. Mutable, confined to that thread. */
final class TrackedProcess {
  private static final long FIRST_PAUSE_NANOS = 20_000_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

  /** A JVM that starts is asked soon, then less often, until half a minute has passed. */
  private static final long FIRST_QUESTION_NANOS = 25_000_000;

  private static final int JVM_QUESTIONS = 40;

  /** Times that files are opened again: the last time after twenty seconds. */
  private static final int OPENINGS = 10;

  private ProcessImage image;
  private List<MemoryMap> maps = List.of();
  private Set<ExecutableFile> files = Set.of();
  private boolean isJvmKnown;
  private int jvmQuestions;
  private int openings;
  private long jvmQuestionNanos;
  private long nextReadNanos;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long removeAtNanos;
  private long writtenNanos;
  private @Nullable ProcessImage announced;

  TrackedProcess(ProcessImage image) {
    this.image = image;
  }

  /** The state of a child that has this process's code; it uses no files yet. */
  TrackedProcess forked(ProcessImage child) {
    TrackedProcess forked = new TrackedProcess(child);
    forked.maps = maps;
    forked.isJvmKnown = isJvmKnown;
    return forked;
  }

  ProcessImage image() {
    return image;
  }

  void setImage(ProcessImage newer) {
    image = newer;
  }

  Set<ExecutableFile> files() {
    return files;
  }

  void setFiles(Set<ExecutableFile> used) {
    files = Set.copyOf(used);
  }

  boolean isJvmKnown() {
    return isJvmKnown;
  }

  /**
   * Plans when to ask a JVM again that was not ready; returns the time until then, or 0 when that
   * is planned already, not needed or given up.
   */
  long planJvmQuestion(long nowNanos) {
    if (isJvmKnown || jvmQuestions >= JVM_QUESTIONS || nowNanos - jvmQuestionNanos < 0) {
      return 0;
    }
    long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_QUESTION_NANOS << Math.min(jvmQuestions, 10));
    jvmQuestions++;
    jvmQuestionNanos = nowNanos + pause;
    return pause;
  }

  /** The time until files that could not be opened are tried again; 0 when that is given up. */
  long planOpening() {
    return openings < OPENINGS ? FIRST_PAUSE_NANOS << openings++ : 0;
  }

  void setJvmKnown() {
    isJvmKnown = true;
  }

  /** The mappings are those of the last time. */
  boolean hasMaps(List<MemoryMap> read) {
    return maps.equals(read);
  }

  /** Notes what was read; a process that does not change is read less often. */
  void setMaps(List<MemoryMap> read, long nowNanos) {
    pauseNanos = hasMaps(read) ? Math.min(LONGEST_PAUSE_NANOS, pauseNanos * 2) : FIRST_PAUSE_NANOS;
    nextReadNanos = nowNanos + pauseNanos;
    maps = read;
  }

  boolean mayRead(long nowNanos) {
    return nextReadNanos == 0 || nowNanos - nextReadNanos >= 0;
  }

  /** When it may be read again. */
  long nextReadNanos() {
    return nextReadNanos;
  }

  /** The process begins anew: after an exec everything that was read is void. */
  void reset() {
    maps = List.of();
    isJvmKnown = false;
    openings = 0;
    jvmQuestions = 0;
    jvmQuestionNanos = 0;
    nextReadNanos = 0;
    pauseNanos = FIRST_PAUSE_NANOS;
  }

  /** What was read is not all that can be known: it is read anew, soon. */
  void forgetMaps() {
    maps = List.of();
    nextReadNanos = 0;
  }

  /** The kernel's entry was written after a moment. */
  boolean isWrittenAfter(long nanos) {
    return writtenNanos != 0 && writtenNanos - nanos > 0;
  }

  void setWritten(long nowNanos) {
    writtenNanos = nowNanos;
  }

  /** When the ended process is forgotten; 0: it has not ended. */
  long removeAtNanos() {
    return removeAtNanos;
  }

  void setRemoveAt(long nanos) {
    removeAtNanos = nanos;
  }

  /** The listener has been told of this execution of a program. */
  boolean isAnnounced() {
    return announced != null && announced.isSameExecution(image);
  }

  void setAnnounced() {
    announced = image;
  }
}
