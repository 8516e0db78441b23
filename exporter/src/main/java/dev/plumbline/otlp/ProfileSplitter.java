package dev.plumbline.otlp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Cuts profiles that a receiver would refuse for their own size, whatever the request's: more
 * samples than it takes, or too many bytes once it has turned the profile into pprof, where stacks
 * are no longer shared (§8, item 29, of the OTLP study). Pieces keep time, duration and type and
 * have disjoint stacks. Confined to the encoder's thread.
 */
final class ProfileSplitter {
  private final int maxSamples;
  private final int maxBytes;

  ProfileSplitter(int maxSamples, int maxBytes) {
    this.maxSamples = maxSamples;
    this.maxBytes = maxBytes;
  }

  /**
   * The profiles, those that are too large replaced by their pieces.
   *
   * @param dropped receives the samples that are alone too large
   */
  List<ProfilePlan> split(
      WindowDictionary window, List<ProfilePlan> plans, DroppedSamples dropped) {
    PprofSize size = new PprofSize(window);
    List<ProfilePlan> result = new ArrayList<>(plans.size());
    for (ProfilePlan plan : plans) {
      boolean fits = plan.sampleCount() <= maxSamples && size.bound(plan) <= maxBytes;
      if (fits) {
        result.add(plan);
      } else {
        cut(window, plan, size, result, dropped);
      }
    }
    return result;
  }

  private void cut(
      WindowDictionary window,
      ProfilePlan plan,
      PprofSize size,
      List<ProfilePlan> result,
      DroppedSamples dropped) {
    StackOrder order = StackOrder.of(window, Collections.singletonList(plan));
    SampleList samples = new SampleList();
    int start = 0;
    while (start < order.count()) {
      int end = fitting(plan, order, size, start);
      if (end == start) {
        int weight = plan.weights[order.position(start)];
        dropped.add(DropReason.OVERSIZED, plan.profileType, weight);
        start++;
        continue;
      }
      int cut = end < order.count() ? order.cut(start, end) : end;
      for (int i = start; i < cut; i++) {
        int position = order.position(i);
        samples.add(plan.identities[position], plan.values[position], plan.weights[position]);
      }
      result.add(plan.withSamples(samples));
      samples.clear();
      start = cut;
    }
  }

  private int fitting(ProfilePlan plan, StackOrder order, PprofSize size, int start) {
    size.clear();
    for (int i = start; i < order.count(); i++) {
      size.add(plan.identities[order.position(i)]);
      if (i - start == maxSamples || size.bytes() > maxBytes) {
        return i;
      }
    }
    return order.count();
  }
}
