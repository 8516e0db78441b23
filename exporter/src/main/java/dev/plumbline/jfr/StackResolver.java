package dev.plumbline.jfr;

import dev.plumbline.jfr.chunk.LongIndex;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.StackTrace;
import java.util.Arrays;
import one.jfr.JfrReader;

/**
 * Stack traces of one chunk, each resolved on its first use and once. A cut stack ends in one
 * synthetic root, so that it neither merges with a complete one nor looks like a thread of its own.
 * Confined to one thread.
 */
final class StackResolver {
  static final Frame TRUNCATED = Frame.named("[truncated]", FrameType.of("abort-marker"));
  static final Frame NO_STACK = Frame.named("[no stack]", FrameType.NATIVE);

  static final int MISSING = 1;
  static final int CUT = 2;
  static final int UNLOADED = 4;
  static final int OVERFLOW = 8;

  private final JfrReader reader;
  private final FrameResolver frames;
  private final LongIndex truncatedIds;
  private final int maxStackDepth;
  private final LongIndex index = new LongIndex();
  private final ChunkTables tables;
  private int[] marks = new int[64];
  private final int missing;

  /**
   * @param truncatedIds ids that the recording itself marks as cut
   * @param maxStackDepth stacks of that many frames were cut too: async-profiler does not mark them
   */
  StackResolver(
      JfrReader reader,
      FrameResolver frames,
      LongIndex truncatedIds,
      int maxStackDepth,
      ChunkTables tables) {
    this.reader = reader;
    this.frames = frames;
    this.truncatedIds = truncatedIds;
    this.maxStackDepth = maxStackDepth;
    this.tables = tables;
    this.missing = add(StackTrace.of(NO_STACK), MISSING);
  }

  /** Number of the stack trace in the tables. */
  int resolve(int stackTraceId) {
    int known = index.get(stackTraceId);
    if (known != LongIndex.ABSENT) {
      return known;
    }
    one.jfr.StackTrace raw = reader.stackTraces.get(stackTraceId);
    int number = raw == null || raw.methods.length == 0 ? missing : add(stackTraceId, raw);
    index.put(stackTraceId, number);
    return number;
  }

  /** What is wrong with that stack trace: {@link #MISSING} and the like, or'ed; 0 for nothing. */
  int marks(int number) {
    return marks[number];
  }

  private int add(int stackTraceId, one.jfr.StackTrace raw) {
    int depth = raw.methods.length;
    boolean cut = depth >= maxStackDepth || truncatedIds.get(stackTraceId) != LongIndex.ABSENT;
    int found = cut ? CUT : 0;
    Frame[] resolved = new Frame[cut ? depth + 1 : depth];
    for (int i = 0; i < depth; i++) {
      Frame frame = frames.frame(raw.methods[i], raw.types[i], raw.locations[i] >>> 16);
      resolved[i] = frame;
      if (FrameResolver.UNLOADED.equals(frame)) {
        found |= UNLOADED;
      } else if (FrameResolver.OVERFLOW.equals(frame)) {
        found |= OVERFLOW;
      }
    }
    if (cut) {
      resolved[depth] = TRUNCATED;
    }
    return add(StackTrace.of(resolved), found);
  }

  private int add(StackTrace stackTrace, int found) {
    int number = tables.addStackTrace(stackTrace);
    if (number == marks.length) {
      marks = Arrays.copyOf(marks, number * 2);
    }
    marks[number] = found;
    return number;
  }
}
