package dev.plumbline.tree;

/**
 * Two trees in one shape, so that a node is the same box in both. Immutable.
 *
 * @param base what is compared with
 * @param current what is looked at
 */
public record TreePair(FunctionTree base, FunctionTree current) {
  private static final int MAX_NODES = 3_000_000;

  /** Lays the trees over each other; boxes that one does not have are zero there. */
  public static TreePair of(FunctionTree base, FunctionTree current) {
    TreeBuilder builder = new TreeBuilder(MAX_NODES);
    int[] baseNodes = builder.addNodes(base);
    int[] currentNodes = builder.addNodes(current);
    return new TreePair(placed(base, baseNodes, builder), placed(current, currentNodes, builder));
  }

  private static FunctionTree placed(FunctionTree tree, int[] places, TreeBuilder builder) {
    long[] values = new long[builder.size()];
    for (int node = 0; node < places.length; node++) {
      values[places[node]] = tree.self(node);
    }
    return builder.build(values, tree.divisor());
  }

  /** Both with only what is under that box. */
  public TreePair under(int node) {
    return new TreePair(base.under(node), current.under(node));
  }
}
