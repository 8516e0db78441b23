package dev.plumbline.store.segment;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;

/**
 * How many windows a file has and when they lie. Immutable.
 *
 * @param windows count; the times are 0 if it is
 * @param firstStartUnixNanos start of the earliest window
 * @param lastStartUnixNanos start of the latest window
 * @param endUnixNanos end of the window that ends last
 */
public record SegmentBounds(
    long windows, long firstStartUnixNanos, long lastStartUnixNanos, long endUnixNanos) {
  public static final SegmentBounds EMPTY = new SegmentBounds(0, 0, 0, 0);

  /** These and the profiles of one more window. */
  public SegmentBounds with(ProfileWindow window) {
    SegmentBounds bounds = this;
    for (Profile profile : window.profiles()) {
      bounds = bounds.with(profile.startUnixNanos(), profile.durationNanos());
    }
    return bounds;
  }

  private SegmentBounds with(long start, long duration) {
    if (windows == 0) {
      return new SegmentBounds(1, start, start, start + duration);
    }
    return new SegmentBounds(
        windows + 1,
        Math.min(firstStartUnixNanos, start),
        Math.max(lastStartUnixNanos, start),
        Math.max(endUnixNanos, start + duration));
  }

  /** Whether a window of the file may start in {@code [from, until)}. */
  public boolean mayStartIn(long fromUnixNanos, long untilUnixNanos) {
    return windows > 0
        && firstStartUnixNanos < untilUnixNanos
        && lastStartUnixNanos >= fromUnixNanos;
  }
}
