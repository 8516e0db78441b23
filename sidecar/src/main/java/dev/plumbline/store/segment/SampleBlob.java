package dev.plumbline.store.segment;

import dev.plumbline.profile.Link;
import dev.plumbline.store.dictionary.BlobWriter;
import java.util.Arrays;

/**
 * The samples of one window: a count, then for each, in the order of their nodes: {@code node minus
 * the node before, attribute set × 2 + has a link, value in zigzag} and, with a link, three words.
 * A window of 500 stacks takes about 2 kB, so it is not compressed. Confined to the writer's
 * thread.
 */
final class SampleBlob {
  private long[] order = new long[64];
  private int[] attributeSets = new int[64];
  private long[] values = new long[64];
  private Link[] links = new Link[64];
  private int count;
  private long total;

  void clear() {
    count = 0;
    total = 0;
  }

  void add(int node, int attributeSet, long value, Link link) {
    if (count == order.length) {
      order = Arrays.copyOf(order, 2 * count);
      attributeSets = Arrays.copyOf(attributeSets, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      links = Arrays.copyOf(links, 2 * count);
    }
    order[count] = (long) node << 32 | count;
    attributeSets[count] = attributeSet;
    values[count] = value;
    links[count] = link;
    count++;
    total += value;
  }

  int count() {
    return count;
  }

  long total() {
    return total;
  }

  byte[] toByteArray() {
    Arrays.sort(order, 0, count);
    BlobWriter out = new BlobWriter();
    out.varint(count);
    int previous = 0;
    for (int i = 0; i < count; i++) {
      int node = (int) (order[i] >>> 32);
      int sample = (int) order[i];
      Link link = links[sample];
      out.varint(node - previous);
      out.varint((long) attributeSets[sample] << 1 | (link.isNone() ? 0 : 1));
      out.zigzag(values[sample]);
      if (!link.isNone()) {
        out.word(link.traceIdHigh());
        out.word(link.traceIdLow());
        out.word(link.spanId());
      }
      previous = node;
    }
    return out.toByteArray();
  }
}
