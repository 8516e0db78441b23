package dev.plumbline.view;

import dev.plumbline.tree.FunctionTree;
import dev.plumbline.tree.TreeShape;

/**
 * Callers and callees of one function, each as a tree whose root is the function. Of a recursive
 * stack the outermost call is the root, so a sample is in each tree once. Immutable.
 *
 * @param callees towards the leaf
 * @param callers towards the root; the self of a node is what begins there
 */
public record Sandwich(FunctionTree callees, FunctionTree callers) {
  public static Sandwich of(FunctionTree tree, int function) {
    return new Sandwich(callees(tree, function), callers(tree, function));
  }

  private static FunctionTree callees(FunctionTree tree, int function) {
    TreeShape shape = new TreeShape(tree, function);
    // Place of each node in the new tree, and one for "not in it".
    int[] places = new int[tree.size()];
    places[0] = -1;
    for (int node = 1; node < places.length; node++) {
      int parent = places[tree.parent(node)];
      if (parent >= 0) {
        places[node] = shape.child(parent, tree.function(node));
      } else {
        places[node] = tree.function(node) == function ? 0 : -1;
      }
      if (places[node] >= 0) {
        shape.add(places[node], tree.self(node));
      }
    }
    return shape.build();
  }

  private static FunctionTree callers(FunctionTree tree, int function) {
    TreeShape shape = new TreeShape(tree, function);
    boolean[] inside = new boolean[tree.size()];
    for (int node = 1; node < inside.length; node++) {
      int parent = tree.parent(node);
      inside[node] = inside[parent] || tree.function(node) == function;
      if (inside[node] && !inside[parent]) {
        int place = 0;
        for (int caller = parent; caller != 0; caller = tree.parent(caller)) {
          place = shape.child(place, tree.function(caller));
        }
        shape.add(place, tree.total(node));
      }
    }
    return shape.build();
  }
}
