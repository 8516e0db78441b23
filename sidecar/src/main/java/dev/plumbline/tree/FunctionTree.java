package dev.plumbline.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stacks as a tree of functions with their values. Node 0 is the whole selection; a parent has a
 * smaller number than its children, so every walk is a loop. Immutable; thread-safe.
 *
 * <p>Values are kept as sums, to be shown by {@link #shown}: for stocks a sum is divided by the
 * covered time then, so that sums of sums stay exact.
 */
public final class FunctionTree {
  /** A tree of nothing. */
  public static final FunctionTree EMPTY =
      new FunctionTree(new int[1], new int[1], new long[1], List.of(FunctionName.TOTAL), 1);

  private final int[] parents;
  private final int[] functions;
  private final long[] selfs;
  private final long[] totals;
  private final List<FunctionName> names;
  private final long[] functionKeys;
  private final long divisor;
  private volatile @Nullable FunctionTotals functionTotals;

  FunctionTree(
      int[] parents, int[] functions, long[] selfs, List<FunctionName> names, long divisor) {
    this(parents, functions, selfs, List.copyOf(names), keys(names), divisor);
  }

  private FunctionTree(
      int[] parents,
      int[] functions,
      long[] selfs,
      List<FunctionName> names,
      long[] functionKeys,
      long divisor) {
    this.parents = parents;
    this.functions = functions;
    this.selfs = selfs;
    this.totals = selfs.clone();
    this.names = names;
    this.functionKeys = functionKeys;
    this.divisor = divisor;
    for (int node = parents.length - 1; node > 0; node--) {
      totals[parents[node]] = StackSums.saturatedSum(totals[parents[node]], totals[node]);
    }
  }

  private static long[] keys(List<FunctionName> names) {
    long[] keys = new long[names.size()];
    for (int i = 1; i < keys.length; i++) {
      keys[i] = names.get(i).key();
    }
    return keys;
  }

  /** This tree's nodes and functions with another shape or other values. */
  FunctionTree with(int[] otherParents, int[] otherFunctions, long[] otherSelfs) {
    return new FunctionTree(otherParents, otherFunctions, otherSelfs, names, functionKeys, divisor);
  }

  /** Nodes have the numbers below this; at least 1. */
  public int size() {
    return parents.length;
  }

  /** Always smaller than the node; 0 for node 0. */
  public int parent(int node) {
    return parents[node];
  }

  /** Number of the function, into {@link #name}. */
  public int function(int node) {
    return functions[node];
  }

  /** Sum of the samples that end in the node. */
  public long self(int node) {
    return selfs[node];
  }

  /** Sum of the samples that pass through the node. */
  public long total(int node) {
    return totals[node];
  }

  public int functionCount() {
    return names.size();
  }

  /** Function 0 is {@link FunctionName#TOTAL}. */
  public FunctionName name(int function) {
    return names.get(function);
  }

  public long functionKey(int function) {
    return functionKeys[function];
  }

  /** Number of the function with that key; -1 if it is not here. */
  public int functionWithKey(long key) {
    for (int function = 0; function < functionKeys.length; function++) {
      if (functionKeys[function] == key) {
        return function;
      }
    }
    return -1;
  }

  /** A sum as it is shown, in the type's unit. */
  public long shown(long sum) {
    return divisor == 1 ? sum : Math.floorDiv(sum, divisor);
  }

  /** Self and total of each function; summed once, when they are first asked for. */
  public FunctionTotals functionTotals() {
    FunctionTotals known = functionTotals;
    if (known == null) {
      known = FunctionTotals.of(this);
      functionTotals = known;
    }
    return known;
  }

  /** Roughly the heap that this holds, in bytes. */
  public long heapBytes() {
    return 24L * parents.length + 150L * names.size();
  }

  long divisor() {
    return divisor;
  }

  /** Keys of all boxes, by node; that of node 0 is 0. */
  public long[] boxKeys() {
    long[] keys = new long[parents.length];
    for (int node = 1; node < keys.length; node++) {
      keys[node] = FunctionName.boxKey(keys[parents[node]], functionKeys[functions[node]]);
    }
    return keys;
  }

  /** The node of the box with that key; -1 if it is not here. */
  public int nodeWithKey(long key) {
    if (key == 0) {
      return 0;
    }
    long[] keys = boxKeys();
    for (int node = 1; node < keys.length; node++) {
      if (keys[node] == key) {
        return node;
      }
    }
    return -1;
  }

  /**
   * The same tree with only the samples under that node, whose ancestors stay.
   *
   * @param node 0 for all
   */
  public FunctionTree under(int node) {
    if (node == 0) {
      return this;
    }
    boolean[] inside = new boolean[parents.length];
    long[] kept = new long[parents.length];
    for (int i = node; i < parents.length; i++) {
      inside[i] = i == node || inside[parents[i]];
      kept[i] = inside[i] ? selfs[i] : 0;
    }
    return withSelfs(kept);
  }

  /** The same tree with only the samples that have the function in their stack. */
  public FunctionTree through(int function) {
    boolean[] inside = new boolean[parents.length];
    long[] kept = new long[parents.length];
    for (int i = 1; i < parents.length; i++) {
      inside[i] = functions[i] == function || inside[parents[i]];
      kept[i] = inside[i] ? selfs[i] : 0;
    }
    return withSelfs(kept);
  }

  private FunctionTree withSelfs(long[] kept) {
    return with(parents, functions, kept);
  }
}
