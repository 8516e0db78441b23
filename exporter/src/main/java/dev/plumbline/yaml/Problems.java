package dev.plumbline.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Gathers what is wrong with a file, so that one run shows all of it. What is said twice is kept
 * once; at most {@link #MAX_KEPT} are kept and the rest counted. Confined to the thread that reads
 * the file.
 */
public final class Problems {
  /** More than a person reads at once. */
  public static final int MAX_KEPT = 100;

  private static final Comparator<Problem> IN_FILE_ORDER =
      Comparator.comparingInt((Problem problem) -> problem.position().line())
          .thenComparingInt(problem -> problem.position().column());

  private final List<Problem> kept = new ArrayList<>();
  private int count;

  public void add(SourcePosition position, String message) {
    Problem problem = Problem.of(position, message);
    if (kept.contains(problem)) {
      return;
    }
    count++;
    if (kept.size() < MAX_KEPT) {
      kept.add(problem);
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** All that were added, also those beyond {@link #MAX_KEPT}. */
  public int count() {
    return count;
  }

  /** A copy, by line and column. */
  public List<Problem> inFileOrder() {
    List<Problem> sorted = new ArrayList<>(kept);
    sorted.sort(IN_FILE_ORDER);
    return Collections.unmodifiableList(sorted);
  }
}
