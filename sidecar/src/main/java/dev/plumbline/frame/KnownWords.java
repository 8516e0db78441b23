package dev.plumbline.frame;

import dev.plumbline.profile.Frame;
import dev.plumbline.symbol.FrameTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames of the words of native code that were named, for all processes that run the same code at
 * the same addresses together. Bounded: who finds it full begins a new one. Confined to the run's
 * thread.
 */
final class KnownWords {
  private static final int MAX_WORDS = 1 << 16;

  private final Map<Long, FrameTable> byCode = new HashMap<>();
  private int size;

  boolean isFull() {
    return size >= MAX_WORDS;
  }

  /** The words of a code; of none, for 0, a table that nobody else has. */
  FrameTable of(long codeId) {
    return codeId == 0 ? new FrameTable() : byCode.computeIfAbsent(codeId, id -> new FrameTable());
  }

  /** Adds a word to a table of this object, or of one before it, which is forgotten soon. */
  void put(FrameTable table, long word, List<Frame> frames) {
    table.put(word, frames);
    size++;
  }
}
