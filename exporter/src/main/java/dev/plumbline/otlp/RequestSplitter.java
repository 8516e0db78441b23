package dev.plumbline.otlp;

import dev.plumbline.export.ExportRequest;
import java.util.List;

/**
 * A planned window to as few requests as its samples need in the order of their stacks. Samples of
 * one stack stay in one request, so that no stack is sent twice and all requests but those of one
 * very large stack have disjoint stacks. A request that grows over the limit is built again from
 * the samples that fitted: every sample is visited a constant number of times. Confined to the
 * encoder's thread.
 */
final class RequestSplitter {
  private final RequestFormat format;
  private final int maxRequestBytes;
  private final LinkZero linkZero;

  RequestSplitter(RequestFormat format, int maxRequestBytes, LinkZero linkZero) {
    this.format = format;
    this.maxRequestBytes = maxRequestBytes;
    this.linkZero = linkZero;
  }

  /**
   * @param requests receives the requests
   * @return samples of the window that fit into no request
   */
  int split(WindowDictionary window, List<ProfilePlan> plans, List<ExportRequest> requests) {
    StackOrder order = StackOrder.of(window, plans);
    int oversized = 0;
    int start = 0;
    while (start < order.count()) {
      RequestPart part = format.newPart(window, plans, linkZero);
      int end = fill(part, order, start, order.count());
      if (end < order.count()) {
        if (end == start) {
          oversized += order.weight(plans, start);
          start++;
          continue;
        }
        int stackStart = order.startOfStack(end);
        end = stackStart > start ? stackStart : end;
        part = format.newPart(window, plans, linkZero);
        fill(part, order, start, end);
      }
      requests.add(format.write(part));
      start = end;
    }
    return oversized;
  }

  /** Adds samples until one is too much; answers the position of that one, or {@code limit}. */
  private int fill(RequestPart part, StackOrder order, int start, int limit) {
    for (int i = start; i < limit; i++) {
      part.add(order.plan(i), order.position(i));
      if (part.sizeBound() > maxRequestBytes) {
        return i;
      }
    }
    return limit;
  }

  /** Samples of all plans by stack, then by plan, then by their order in it. */
  static final class StackOrder {
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
      int[] planOf = new int[count];
      int[] positionOf = new int[count];
      int[] stackStart = new int[count];
      for (int plan = 0; plan < plans.size(); plan++) {
        int[] identities = plans.get(plan).identities;
        for (int position = 0; position < identities.length; position++) {
          int slot = next[window.stackOf(identities[position])]++;
          planOf[slot] = plan;
          positionOf[slot] = position;
        }
      }
      for (int i = 1; i < count; i++) {
        boolean sameStack =
            stackAt(window, plans, planOf, positionOf, i)
                == stackAt(window, plans, planOf, positionOf, i - 1);
        stackStart[i] = sameStack ? stackStart[i - 1] : i;
      }
      return new StackOrder(planOf, positionOf, stackStart);
    }

    int count() {
      return planOf.length;
    }

    int plan(int index) {
      return planOf[index];
    }

    int position(int index) {
      return positionOf[index];
    }

    /** The first sample with the stack of that one. */
    int startOfStack(int index) {
      return stackStart[index];
    }

    int weight(List<ProfilePlan> plans, int index) {
      return plans.get(planOf[index]).weights[positionOf[index]];
    }

    private static int stackAt(
        WindowDictionary window, List<ProfilePlan> plans, int[] planOf, int[] positionOf, int i) {
      return window.stackOf(plans.get(planOf[i]).identities[positionOf[i]]);
    }
  }
}
