package dev.plumbline.merge;

import dev.plumbline.store.segment.NodeTable;
import java.util.Arrays;

/**
 * Makes a tree of the functions of another one, with that one's way to show sums. Confined to the
 * query's thread.
 */
public final class TreeShape {
  private static final int MAX_NODES = 2_000_000;

  private final FunctionTree source;
  private final NodeTable table = new NodeTable();
  private int[] parents = new int[256];
  private int[] functions = new int[256];
  private long[] selfs = new long[256];

  /**
   * @param root function of node 0
   */
  public TreeShape(FunctionTree source, int root) {
    this.source = source;
    functions[0] = root;
  }

  /** The node of that function under that parent, made if it is not there. */
  public int child(int parent, int function) {
    int known = table.find(parent, function);
    if (known != 0) {
      return known;
    }
    int node = table.add(parent, function);
    if (node >= MAX_NODES) {
      throw new TooLargeException(MAX_NODES);
    }
    if (node == parents.length) {
      parents = Arrays.copyOf(parents, 2 * node);
      functions = Arrays.copyOf(functions, 2 * node);
      selfs = Arrays.copyOf(selfs, 2 * node);
    }
    parents[node] = parent;
    functions[node] = function;
    return node;
  }

  /** Adds to the self of a node. */
  public void add(int node, long sum) {
    selfs[node] = StackSums.saturatedSum(selfs[node], sum);
  }

  public FunctionTree build() {
    int size = table.size() + 1;
    return source.with(
        Arrays.copyOf(parents, size), Arrays.copyOf(functions, size), Arrays.copyOf(selfs, size));
  }
}
