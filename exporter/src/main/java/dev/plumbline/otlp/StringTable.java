package dev.plumbline.otlp;

import dev.plumbline.wire.WireText;
import java.util.Arrays;

/**
 * The strings of a window, well formed and bounded, each once; index 0 is the empty one. Confined
 * to the encoder's thread.
 */
final class StringTable {
  private final Interner<String> indexes = new Interner<>(1024);
  private String[] texts = new String[1024];
  private int count = 1;

  StringTable() {
    texts[0] = "";
    indexes.put("", 0);
  }

  /** Index of that string after repair and cut. */
  int intern(String text) {
    int known = indexes.find(text);
    if (known != Interner.ABSENT) {
      return known;
    }
    String wellFormed = WireText.wellFormed(text, WireText.MAX_STRING_BYTES);
    if (!wellFormed.equals(text)) {
      int repaired = intern(wellFormed);
      indexes.put(text, repaired);
      return repaired;
    }
    if (count == texts.length) {
      texts = Arrays.copyOf(texts, count * 2);
    }
    texts[count] = text;
    indexes.put(text, count);
    return count++;
  }

  String get(int index) {
    return texts[index];
  }

  /** Number of strings, the empty one included. */
  int count() {
    return count;
  }
}
