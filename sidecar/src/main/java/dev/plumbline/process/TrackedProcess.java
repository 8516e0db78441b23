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

  /** Pauses between looks at a process that began to execute a program. */
  private static final long[] LOOK_NANOS = {
    2_000_000, 6_000_000, 22_000_000, 90_000_000, 380_000_000
  };

  /** A process that is as it was at so many looks is left alone. */
  private static final int SETTLED_LOOKS = 2;

  /** Times that files are opened again: the last time after twenty seconds. */
  private static final int OPENINGS = 10;

  private ProcessImage image;
  private List<MemoryMap> maps = List.of();
  private ProcessFiles.@Nullable Stat readAs;
  private Set<ExecutableFile> files = Set.of();
  private boolean isJvmKnown;
  private int jvmQuestions;
  private int openings;
  private int looks;
  private int sameLooks;
  private long lookNanos;
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

  /**
   * Plans the next look at a process that began to execute a program; returns the time until then,
   * or 0 when that is planned already, or is not needed any more.
   *
   * @param isUnchanged what the last look has shown
   */
  long planLook(boolean isUnchanged, long nowNanos) {
    sameLooks = isUnchanged ? sameLooks + 1 : 0;
    boolean isSettled = looks >= LOOK_NANOS.length || sameLooks >= SETTLED_LOOKS;
    if (isSettled || nowNanos - lookNanos < 0) {
      return 0;
    }
    long pause = LOOK_NANOS[looks++];
    lookNanos = nowNanos + pause;
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

  /** The last reading began with the same. */
  boolean wasReadAs(ProcessFiles.@Nullable Stat stat) {
    return readAs != null && stat != null && readAs.isSame(stat);
  }

  /** Notes what was read; a process that does not change is read less often. */
  void setMaps(List<MemoryMap> read, ProcessFiles.Stat stat, long nowNanos) {
    readAs = stat;
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
    readAs = null;
    isJvmKnown = false;
    openings = 0;
    looks = 0;
    sameLooks = 0;
    lookNanos = 0;
    jvmQuestions = 0;
    jvmQuestionNanos = 0;
    nextReadNanos = 0;
    pauseNanos = FIRST_PAUSE_NANOS;
  }

  /** What was read is not all that can be known: it is read anew, soon. */
  void forgetMaps() {
    maps = List.of();
    readAs = null;
    nextReadNanos = 0;
  }

  /** The kernel's entry was written after a moment. */
  boolean isWrittenAfter(long nanos) {
    return writtenNanos != 0 && writtenNanos - nanos > 0;
  }

  void setWritten(long nowNanos) {
    writtenNanos = nowNanos;
  }

  boolean hasEnded() {
    return removeAtNanos != 0;
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
