package dev.plumbline.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** What a user probably meant: the known name with the fewest edits (Levenshtein), without case. */
public final class NearestName {
  /** Longer names are compared by this much of their start, which bounds the work. */
  private static final int COMPARED_LENGTH = 64;

  private NearestName() {}

  /**
   * The nearest, of equally near ones the first of the alphabet.
   *
   * @throws IllegalArgumentException if there is no known name
   */
  public static String of(String name, Collection<String> known) {
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (String candidate : known) {
      int edits = edits(name, candidate);
      boolean earlier = nearest == null || candidate.compareTo(nearest) < 0;
      if (edits < fewest || (edits == fewest && earlier)) {
        fewest = edits;
        nearest = candidate;
      }
    }
    if (nearest == null) {
      throw new IllegalArgumentException("there is no known name to compare with");
    }
    return nearest;
  }

  /** Whether the names differ so little that one is most likely a slip for the other. */
  public static boolean isSlip(String name, String known) {
    return edits(name, known) <= Math.max(1, known.length() / 4);
  }

  private static int edits(String left, String right) {
    String a = comparable(left);
    String b = comparable(right);
    int[] previous = new int[b.length() + 1];
    Arrays.setAll(previous, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }

  private static String comparable(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return lowerCase.substring(0, Math.min(lowerCase.length(), COMPARED_LENGTH));
  }
}
