package dev.plumbline.convert;

/**
 * Frames that one conversion may make. A few bytes can ask for very many: one location with many
 * lines, named by many stacks. Confined to one conversion.
 */
final class FrameBudget {
  private static final int MAX_FRAMES = 1 << 24;

  private int left = MAX_FRAMES;

  /** Whether that many were left; nothing is spent if not. */
  boolean spend(long frames) {
    if (frames > left) {
      return false;
    }
    left -= (int) frames;
    return true;
  }
}
