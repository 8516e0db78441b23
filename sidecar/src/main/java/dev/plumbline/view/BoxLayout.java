package dev.plumbline.view;

import dev.plumbline.tree.FunctionName;
import dev.plumbline.tree.FunctionTree;
import java.util.Arrays;
import java.util.List;

/**
 * The boxes of a flame graph, in depth-first order, without those that are too narrow to be seen.
 * The order of siblings comes from names alone. Of several trees of the same shape (the sides of a
 * comparison) a box stays if it is wide enough in one. Immutable.
 */
public final class BoxLayout {
  /** A share of the visible root: half a pixel of a page that is a thousand wide. */
  public static final double DEFAULT_MIN_SHARE = 1.0 / 2000;

  static final int MAX_BOXES = 100_000;

  private final int[] nodes;
  private final int[] depths;
  private final int[] parents;
  private final int visible;
  private final double minShare;

  private BoxLayout(int[] nodes, int[] depths, int[] parents, int visible, double minShare) {
    this.nodes = nodes;
    this.depths = depths;
    this.parents = parents;
    this.visible = visible;
    this.minShare = minShare;
  }

  /**
   * @param sides trees of one shape
   * @param root node of the visible root; its ancestors come before it
   * @param minShare raised if there were more than a hundred thousand boxes
   */
  public static BoxLayout of(List<FunctionTree> sides, int root, double minShare) {
    FunctionTree shape = sides.get(0);
    Kept kept = new Kept(sides, root);
    double share = kept.select(minShare);
    int[] keptNodes = kept.nodes();
    int ancestors = 0;
    for (int node = root; node != 0; node = shape.parent(node)) {
      ancestors++;
    }
    int[] nodes = new int[ancestors + keptNodes.length];
    int[] depths = new int[nodes.length];
    int[] parents = new int[nodes.length];
    int ancestor = root;
    for (int i = ancestors - 1; i >= 0; i--) {
      ancestor = shape.parent(ancestor);
      nodes[i] = ancestor;
      depths[i] = i;
      parents[i] = i - 1;
    }
    place(shape, keptNodes, ancestors, nodes, depths, parents);
    return new BoxLayout(nodes, depths, parents, ancestors, share);
  }

  /** Depth first, siblings by the name of their function. */
  private static void place(
      FunctionTree shape, int[] kept, int first, int[] nodes, int[] depths, int[] parents) {
    int[] sorted = sortedByParentAndName(shape, kept);
    int[] childrenBegin = childrenBegin(shape, kept, sorted);
    // Boxes whose place is still to be found, the next one on top: each with its parent's place.
    int[] waiting = new int[kept.length];
    int[] waitingParent = new int[kept.length];
    int size = 0;
    waiting[size] = 0;
    waitingParent[size++] = first - 1;
    int place = first;
    while (size > 0) {
      int index = waiting[--size];
      nodes[place] = kept[index];
      parents[place] = waitingParent[size];
      depths[place] = parents[place] < 0 ? 0 : depths[parents[place]] + 1;
      for (int i = childrenBegin[index + 1] - 1; i >= childrenBegin[index]; i--) {
        waiting[size] = sorted[i];
        waitingParent[size++] = place;
      }
      place++;
    }
  }

  /** Indexes into {@code kept} of all but its first, the visible root. */
  private static int[] sortedByParentAndName(FunctionTree shape, int[] kept) {
    Integer[] order = new Integer[kept.length - 1];
    Arrays.setAll(order, i -> i + 1);
    Arrays.sort(
        order,
        (a, b) -> {
          int byParent = Integer.compare(shape.parent(kept[a]), shape.parent(kept[b]));
          return byParent != 0
              ? byParent
              : shape.name(shape.function(kept[a])).compareTo(shape.name(shape.function(kept[b])));
        });
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  /** Where in {@code sorted} the children of each kept node begin; those of the next end them. */
  private static int[] childrenBegin(FunctionTree shape, int[] kept, int[] sorted) {
    int[] begin = new int[kept.length + 1];
    int child = 0;
    for (int i = 0; i < kept.length; i++) {
      begin[i] = child;
      while (child < sorted.length && shape.parent(kept[sorted[child]]) == kept[i]) {
        child++;
      }
    }
    begin[kept.length] = child;
    return begin;
  }

  public int size() {
    return nodes.length;
  }

  /** The tree's node in that box. */
  public int node(int box) {
    return nodes[box];
  }

  public int depth(int box) {
    return depths[box];
  }

  /** Keys of the boxes; that of the root of all is 0. */
  public long[] keys(FunctionTree tree) {
    long[] keys = new long[nodes.length];
    for (int box = 1; box < keys.length; box++) {
      keys[box] =
          FunctionName.boxKey(keys[parents[box]], tree.functionKey(tree.function(nodes[box])));
    }
    return keys;
  }

  /** Index of the visible root. */
  public int visible() {
    return visible;
  }

  /** The share below which boxes were left out. */
  public double minShare() {
    return minShare;
  }

  /**
   * For each box what remains of it when its own value and its visible children are taken away.
   *
   * @param whole value of a node
   * @param own value of a node without its children
   */
  public long[] hidden(NodeValue whole, NodeValue own) {
    long[] hidden = new long[nodes.length];
    for (int box = nodes.length - 1; box >= 0; box--) {
      long value = whole.of(nodes[box]);
      hidden[box] += value - own.of(nodes[box]);
      if (box > 0) {
        hidden[parents[box]] -= value;
      }
    }
    return hidden;
  }

  /** A value of a node as it is shown. */
  public interface NodeValue {
    long of(int node);
  }
}
