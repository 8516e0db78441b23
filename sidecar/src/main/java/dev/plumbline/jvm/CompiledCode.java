package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A blob and the frames of those of its pcs that were seen. Confined to the thread that reads the
 * target.
 */
final class CompiledCode {
  static final int MAX_WORDS = 512;

  private final CodeBlob blob;
  private final Map<Long, List<Frame>> frames = new RecentMap<>(MAX_WORDS);

  CompiledCode(CodeBlob blob) {
    this.blob = blob;
  }

  CodeBlob blob() {
    return blob;
  }

  /** Frames of a word of a sample, if it was seen before. */
  @Nullable List<Frame> frames(long word) {
    return frames.get(word);
  }

  void remember(long word, List<Frame> known) {
    frames.put(word, known);
  }
}
