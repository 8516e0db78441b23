package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import java.util.List;
import java.util.Map;

/**
 * A blob and the frames of those of its pcs that were seen. Confined to the thread that reads the
 * target.
 */
final class CompiledCode {
  static final int MAX_PCS = 512;

  private final CodeBlob blob;
  private final Map<Long, List<Frame>> frames = new RecentMap<>(MAX_PCS);
  private long round;

  CompiledCode(CodeBlob blob, long round) {
    this.blob = blob;
    this.round = round;
  }

  CodeBlob blob() {
    return blob;
  }

  Map<Long, List<Frame>> frames() {
    return frames;
  }

  /** The round in which the blob was last seen to be the same. */
  long round() {
    return round;
  }

  void seenIn(long currentRound) {
    round = currentRound;
  }
}
