package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frames of the words that were named, each good as long as what it was named by. Open addressing,
 * no boxing; when it is full it begins anew. Confined to the thread that reads the target.
 */
final class NamedWords {
  static final int MAX_WORDS = 4096;

  private static final int FIRST_SLOTS = 64;

  /** What was found for a word. */
  record Named(List<Frame> frames, Sighting<?> by) {}

  private long[] words = new long[FIRST_SLOTS];
  private @Nullable Named[] named = new Named[FIRST_SLOTS];
  private int size;

  private static int slot(long word, int slots) {
    return (int) ((word * 0x9e3779b97f4a7c15L) >>> 32) & (slots - 1);
  }

  @Nullable Named get(long word) {
    int slot = slot(word, words.length);
    while (named[slot] != null) {
      if (words[slot] == word) {
        return named[slot];
      }
      slot = (slot + 1) & (words.length - 1);
    }
    return null;
  }

  void put(long word, Named value) {
    if (size == MAX_WORDS) {
      words = new long[FIRST_SLOTS];
      named = new Named[FIRST_SLOTS];
      size = 0;
    } else if (2 * (size + 1) > words.length) {
      grow();
    }
    insert(word, value);
  }

  private void insert(long word, Named value) {
    int slot = slot(word, words.length);
    while (named[slot] != null && words[slot] != word) {
      slot = (slot + 1) & (words.length - 1);
    }
    size += named[slot] == null ? 1 : 0;
    words[slot] = word;
    named[slot] = value;
  }

  private void grow() {
    long[] oldWords = words;
    @Nullable Named[] oldNamed = named;
    words = new long[2 * oldWords.length];
    named = new Named[words.length];
    size = 0;
    for (int i = 0; i < oldWords.length; i++) {
      Named value = oldNamed[i];
      if (value != null) {
        insert(oldWords[i], value);
      }
    }
  }
}
