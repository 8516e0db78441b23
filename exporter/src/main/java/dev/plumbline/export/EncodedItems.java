package dev.plumbline.export;

import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.SampleCounts;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one window have in common. As long as none of them has left the queue the
 * window can take their place again, to be encoded for another level; what the encoder left out is
 * counted as dropped only when that can no longer be, so that no count is ever taken back. Guarded
 * by the queue's lock.
 */
final class EncodedItems {
  private final OtlpLevel level;
  private @Nullable QueueItem window;
  private Map<String, SampleCounts> leftOut;

  /**
   * @param window null if it is not kept
   * @param leftOut by reason; unmodifiable
   */
  EncodedItems(@Nullable QueueItem window, OtlpLevel level, Map<String, SampleCounts> leftOut) {
    this.window = window;
    this.level = level;
    this.leftOut = leftOut;
  }

  OtlpLevel level() {
    return level;
  }

  /** Null if it was not kept, or one of its requests has left. */
  @Nullable QueueItem window() {
    return window;
  }

  /** By reason, what is not counted as dropped yet. */
  Map<String, SampleCounts> leftOut() {
    return leftOut;
  }

  /** One of the requests leaves, and what was left out has been counted. */
  void settle() {
    window = null;
    leftOut = Collections.emptyMap();
  }
}
