package dev.plumbline.view;

import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.tree.FunctionTree;

/**
 * What a search finds in a tree: the functions, and the value of the samples with at least one of
 * them in their stack. Immutable.
 */
public final class Matches {
  private final boolean[] functions;
  private final boolean[] inside;

  private Matches(boolean[] functions, boolean[] inside) {
    this.functions = functions;
    this.inside = inside;
  }

  /** Looks at each function's name once; the root and groups never match. */
  public static Matches of(FunctionTree tree, BoundedPattern pattern) {
    boolean[] functions = new boolean[tree.functionCount()];
    for (int function = 0; function < functions.length; function++) {
      String type = tree.name(function).type();
      functions[function] =
          !type.equals("total")
              && !type.equals("group")
              && pattern.isIn(tree.name(function).name());
    }
    boolean[] inside = new boolean[tree.size()];
    for (int node = 1; node < inside.length; node++) {
      inside[node] = functions[tree.function(node)] || inside[tree.parent(node)];
    }
    return new Matches(functions, inside);
  }

  public boolean function(int function) {
    return functions[function];
  }

  /** Whether the samples that end in the node have a match in their stack. */
  public boolean isInside(int node) {
    return inside[node];
  }

  /** For each node of a tree of the same shape the sum of the samples in it with a match. */
  public long[] sums(FunctionTree tree) {
    long[] sums = new long[tree.size()];
    for (int node = sums.length - 1; node > 0; node--) {
      sums[node] += inside[node] ? tree.self(node) : 0;
      sums[tree.parent(node)] += sums[node];
    }
    return sums;
  }
}
