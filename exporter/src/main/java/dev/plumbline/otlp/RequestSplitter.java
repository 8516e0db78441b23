package dev.plumbline.otlp;

import dev.plumbline.export.sender.ExportRequest;
import java.util.List;

/**
 * Planned profiles to as few requests as their samples need in the order of their stacks. Samples
 * of one stack stay in one request, so that requests have disjoint stacks; only a stack that alone
 * is too much for a request is in several. A request that grows over the limit is built again from
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
   * @param dropped receives the samples that fit into no request
   */
  void split(
      WindowDictionary window,
      List<ProfilePlan> plans,
      List<ExportRequest> requests,
      DroppedSamples dropped) {
    StackOrder order = StackOrder.of(window, plans);
    RequestPart part = format.newPart(window, plans, linkZero);
    int start = 0;
    while (start < order.count()) {
      int end = fill(part, order, start, order.count());
      if (end == start) {
        ProfilePlan plan = plans.get(order.plan(start));
        dropped.add(DropReason.OVERSIZED, plan.profileType, plan.weights[order.position(start)]);
        start++;
      } else {
        if (end < order.count()) {
          end = order.cut(start, end);
          part.clear();
          fill(part, order, start, end);
        }
        requests.add(format.write(part));
        start = end;
      }
      part.clear();
    }
  }

  /** Adds samples until one is too much; answers the index of that one, or {@code limit}. */
  private int fill(RequestPart part, StackOrder order, int start, int limit) {
    for (int i = start; i < limit; i++) {
      part.add(order.plan(i), order.position(i));
      if (part.sizeBound() > maxRequestBytes) {
        return i;
      }
    }
    return limit;
  }
}
