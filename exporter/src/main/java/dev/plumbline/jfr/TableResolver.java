package dev.plumbline.jfr;

import dev.plumbline.javaname.ClassNames;
import dev.plumbline.jfr.chunk.LongIndex;
import dev.plumbline.jfr.chunk.VerifiedChunk;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import one.jfr.JfrReader;
import org.jspecify.annotations.Nullable;

/** Numbers threads, classes and thread states of one chunk on first use. Confined to one thread. */
final class TableResolver {
  /** async-profiler's timer and wall-clock threads belong to us as much as the agent's. */
  private static final String PROFILER_THREAD_PREFIX = "Async-profiler ";

  /**
   * What the JVM calls the thread of {@code main} once that has returned, with another number:
   * samples of the same chunk from before would have both.
   */
  private static final String ENDING_MAIN = "DestroyJavaVM";

  private static final String MAIN = "main";

  private static final String STATE_PREFIX = "STATE_";

  private final JfrReader reader;
  private final VerifiedChunk verified;
  private final FrameResolver frames;
  private final List<String> excludedThreadPrefixes;
  private final ChunkTables tables;
  private final LongIndex threadIndex = new LongIndex();
  private final LongIndex classIndex = new LongIndex();
  private final LongIndex stateIndex = new LongIndex();

  TableResolver(
      JfrReader reader,
      VerifiedChunk verified,
      FrameResolver frames,
      List<String> excludedThreadPrefixes,
      ChunkTables tables) {
    this.reader = reader;
    this.verified = verified;
    this.frames = frames;
    this.excludedThreadPrefixes = excludedThreadPrefixes;
    this.tables = tables;
  }

  int thread(int tid) {
    int number = threadIndex.get(tid);
    if (number == LongIndex.ABSENT) {
      String name = verified.threadName(tid);
      if (name.isEmpty()) {
        name = Objects.requireNonNullElse(reader.threads.get(tid), "");
      }
      Long javaId = reader.javaThreads.get(tid);
      if (name.equals(ENDING_MAIN)) {
        name = MAIN;
        javaId = null;
      }
      number = tables.addThread(name, javaId == null ? 0 : javaId, tid);
      threadIndex.put(tid, number);
    }
    return number;
  }

  /** Whether the thread is the profiler's or the agent's. */
  boolean isExcluded(int thread) {
    String name = tables.threadName(thread);
    return name.startsWith(PROFILER_THREAD_PREFIX)
        || excludedThreadPrefixes.stream().anyMatch(name::startsWith);
  }

  /** Readable name of a class; the empty text if the chunk does not hold it. */
  int classText(long classId) {
    int number = classIndex.get(classId);
    if (number == LongIndex.ABSENT) {
      String name = frames.className(classId);
      number = name == null ? ChunkTables.NO_TEXT : tables.addText(ClassNames.readable(name));
      classIndex.put(classId, number);
    }
    return number;
  }

  /** A thread's state in lower case, such as {@code runnable}. */
  int stateText(int state) {
    int number = stateIndex.get(state);
    if (number == LongIndex.ABSENT) {
      Map<Integer, String> states = reader.enums.get("jdk.types.ThreadState");
      number = tables.addText(withoutPrefix(states == null ? null : states.get(state)));
      stateIndex.put(state, number);
    }
    return number;
  }

  private static String withoutPrefix(@Nullable String state) {
    if (state == null) {
      return "";
    }
    return (state.startsWith(STATE_PREFIX) ? state.substring(STATE_PREFIX.length()) : state)
        .toLowerCase(Locale.ROOT);
  }
}
