package dev.plumbline.otlp;

import java.util.List;

/**
 * The samples of profiles by stack, then by profile, then by their order in it: the order in which
 * they are cut into pieces, so that samples of one stack stay together. Made by counting, without a
 * comparison. Immutable.
 */
final class StackOrder {
  private final int[] planOf;
  private final int[] positionOf;
  private final int[] stackStart;

  private StackOrder(int[] planOf, int[] positionOf, int[] stackStart) {
    this.planOf = planOf;
    this.positionOf = positionOf;
    this.stackStart = stackStart;
  }

  static StackOrder of(WindowDictionary window, List<ProfilePlan> plans) {
    int[] next = new int[window.stacks.count() + 2];
    int count = 0;
    for (ProfilePlan plan : plans) {
      for (int identity : plan.identities) {
        next[window.stackOf(identity) + 1]++;
      }
      count += plan.sampleCount();
    }
    for (int stack = 1; stack < next.length; stack++) {
      next[stack] += next[stack - 1];
    }
    int[] starts = next.clone();
    int[] planOf = new int[count];
    int[] positionOf = new int[count];
    int[] stackStart = new int[count];
    for (int plan = 0; plan < plans.size(); plan++) {
      int[] identities = plans.get(plan).identities;
      for (int position = 0; position < identities.length; position++) {
        int stack = window.stackOf(identities[position]);
        int slot = next[stack]++;
        planOf[slot] = plan;
        positionOf[slot] = position;
        stackStart[slot] = starts[stack];
      }
    }
    return new StackOrder(planOf, positionOf, stackStart);
  }

  int count() {
    return planOf.length;
  }

  /** Which of the profiles the sample is from. */
  int plan(int index) {
    return planOf[index];
  }

  /** Its position in that profile. */
  int position(int index) {
    return positionOf[index];
  }

  /**
   * Where to cut before a sample that is too much: before its stack, or, if that stack alone is too
   * much, before the sample.
   *
   * @param start first sample of the piece
   */
  int cut(int start, int tooMuch) {
    return stackStart[tooMuch] > start ? stackStart[tooMuch] : tooMuch;
  }
}
