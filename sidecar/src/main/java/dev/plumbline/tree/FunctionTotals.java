package dev.plumbline.tree;

/**
 * Self and total of each function of a tree. A recursive function counts once in a stack: only its
 * outermost call adds to its total. Immutable.
 */
public final class FunctionTotals {
  private final FunctionTree tree;
  private final long[] selfs;
  private final long[] totals;

  private FunctionTotals(FunctionTree tree) {
    this.tree = tree;
    this.selfs = new long[tree.functionCount()];
    this.totals = new long[tree.functionCount()];
  }

  static FunctionTotals of(FunctionTree tree) {
    FunctionTotals sums = new FunctionTotals(tree);
    int[] calls = new int[tree.functionCount()];
    new TreeOrder(tree)
        .walk(
            new TreeOrder.Visitor() {
              @Override
              public void enter(int node) {
                int function = tree.function(node);
                sums.selfs[function] += tree.self(node);
                if (calls[function]++ == 0) {
                  sums.totals[function] += tree.total(node);
                }
              }

              @Override
              public void leave(int node) {
                calls[tree.function(node)]--;
              }
            });
    return sums;
  }

  /** Sum of the samples that end in the function, as it is shown. */
  public long self(int function) {
    return tree.shown(selfs[function]);
  }

  /** Sum of the samples that pass through the function, as it is shown. */
  public long total(int function) {
    return tree.shown(totals[function]);
  }

  /** Whether the function is one of code, with samples: the root and groups are none. */
  public boolean isListed(int function) {
    String type = tree.name(function).type();
    return !type.equals("total")
        && !type.equals("group")
        && (selfs[function] != 0 || totals[function] != 0);
  }
}
