package dev.plumbline.tree;

import java.util.Arrays;

/**
 * Makes a tree of the functions of another one, with that one's way to show sums. Confined to the
 * query's thread.
 */
public final class TreeShape {
  private static final int MAX_NODES = 2_000_000;

  private final FunctionTree source;
  private final TreeNodes nodes;
  private long[] selfs = new long[256];

  /**
   * @param root function of node 0
   */
  public TreeShape(FunctionTree source, int root) {
    this.source = source;
    this.nodes = new TreeNodes(root, MAX_NODES);
  }

  /** The node of that function under that parent, made if it is not there. */
  public int child(int parent, int function) {
    return nodes.child(parent, function);
  }

  /** Adds to the self of a node. */
  public void add(int node, long sum) {
    if (node >= selfs.length) {
      selfs = Arrays.copyOf(selfs, 2 * node);
    }
    selfs[node] = StackSums.saturatedSum(selfs[node], sum);
  }

  public FunctionTree build() {
    return source.with(nodes.parents(), nodes.functions(), Arrays.copyOf(selfs, nodes.size()));
  }
}
