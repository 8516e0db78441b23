package dev.plumbline.view;

import dev.plumbline.tree.FunctionTree;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes that are wide enough to be boxes; a node without its parent goes. Most nodes of a large
 * tree go with their parent, and cost a look at it. Confined to one thread.
 */
final class Kept {
  private final FunctionTree shape;
  private final List<FunctionTree> sides;
  private final double[] wholes;
  private final int root;
  private final boolean[] stays;
  private int[] nodes = new int[1 << 10];
  private double[] shares = new double[1 << 10];
  private int count;

  /**
   * @param sides trees of one shape
   * @param root node of the visible root, which always stays
   */
  Kept(List<FunctionTree> sides, int root) {
    this.shape = sides.get(0);
    this.sides = sides;
    this.wholes = sides.stream().mapToDouble(side -> Math.abs((double) side.total(root))).toArray();
    this.root = root;
    this.stays = new boolean[shape.size()];
  }

  /**
   * Selects the nodes of at least that share.
   *
   * @return the share, raised if there were too many
   */
  double select(double minShare) {
    add(root, 1);
    for (int node = root + 1; node < stays.length; node++) {
      if (stays[shape.parent(node)]) {
        double share = share(node);
        if (share >= minShare && share > 0) {
          add(node, share);
        }
      }
    }
    return count <= BoxLayout.MAX_BOXES ? minShare : raise();
  }

  private void add(int node, double share) {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * count);
      shares = Arrays.copyOf(shares, 2 * count);
    }
    stays[node] = true;
    nodes[count] = node;
    shares[count++] = share;
  }

  /** The largest share of the visible root that the node has on any side. */
  private double share(int node) {
    double share = 0;
    for (int side = 0; side < wholes.length; side++) {
      if (wholes[side] > 0) {
        double part = Math.abs((double) sides.get(side).total(node)) / wholes[side];
        share = Math.max(share, part);
      }
    }
    return share;
  }

  private double raise() {
    double[] sorted = Arrays.copyOf(shares, count);
    Arrays.sort(sorted);
    double share = Math.nextUp(sorted[count - 1 - BoxLayout.MAX_BOXES]);
    int left = 0;
    for (int i = 0; i < count; i++) {
      int node = nodes[i];
      boolean isKept = node == root || (shares[i] >= share && stays[shape.parent(node)]);
      stays[node] = isKept;
      if (isKept) {
        nodes[left++] = node;
      }
    }
    count = left;
    return share;
  }

  /** By number. */
  int[] nodes() {
    return Arrays.copyOf(nodes, count);
  }
}
