package dev.plumbline.tree;

import java.util.Arrays;

/** Children of a tree's nodes, for walks from the root down. Immutable. */
final class TreeOrder {
  private static final int NONE = -1;

  private final FunctionTree tree;
  private final int[] firstChild;
  private final int[] nextSibling;

  TreeOrder(FunctionTree tree) {
    this.tree = tree;
    this.firstChild = new int[tree.size()];
    this.nextSibling = new int[tree.size()];
    Arrays.fill(firstChild, NONE);
    Arrays.fill(nextSibling, NONE);
    for (int node = tree.size() - 1; node > 0; node--) {
      int parent = tree.parent(node);
      nextSibling[node] = firstChild[parent];
      firstChild[parent] = node;
    }
  }

  /** Told of each node before and after what is under it. */
  interface Visitor {
    void enter(int node);

    void leave(int node);
  }

  /** Walks over all nodes but node 0. */
  void walk(Visitor visitor) {
    int node = firstChild[0];
    while (node != NONE) {
      visitor.enter(node);
      int next = firstChild[node];
      while (next == NONE) {
        visitor.leave(node);
        next = nextSibling[node];
        if (next == NONE) {
          node = tree.parent(node);
          if (node == 0) {
            return;
          }
        }
      }
      node = next;
    }
  }
}
