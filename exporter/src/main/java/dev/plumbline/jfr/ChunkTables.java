package dev.plumbline.jfr;

import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the records of one chunk refer to by number: stack traces, threads and texts. Holds nothing
 * of the reader. Grows while the chunk is decoded, confined to one thread; read-only after that.
 */
final class ChunkTables {
  /** Number of the empty text. */
  static final int NO_TEXT = 0;

  private final List<StackTrace> stackTraces = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> threadNames = new ArrayList<>();
  private long[] threadIds = new long[16];
  private long[] threadOsIds = new long[16];

  ChunkTables() {
    texts.add("");
  }

  int addStackTrace(StackTrace stackTrace) {
    stackTraces.add(stackTrace);
    return stackTraces.size() - 1;
  }

  int addText(String text) {
    if (text.isEmpty()) {
      return NO_TEXT;
    }
    texts.add(text);
    return texts.size() - 1;
  }

  /**
   * @param javaId 0 for a thread that is none of Java's
   */
  int addThread(String name, long javaId, long osId) {
    int number = threadNames.size();
    if (number == threadIds.length) {
      threadIds = Arrays.copyOf(threadIds, number * 2);
      threadOsIds = Arrays.copyOf(threadOsIds, number * 2);
    }
    threadNames.add(name);
    threadIds[number] = javaId;
    threadOsIds[number] = osId;
    return number;
  }

  StackTrace stackTrace(int number) {
    return stackTraces.get(number);
  }

  String text(int number) {
    return texts.get(number);
  }

  String threadName(int number) {
    return threadNames.get(number);
  }

  long threadId(int number) {
    return threadIds[number];
  }

  long threadOsId(int number) {
    return threadOsIds[number];
  }
}
