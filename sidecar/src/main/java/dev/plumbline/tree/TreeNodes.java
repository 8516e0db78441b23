package dev.plumbline.tree;

import dev.plumbline.store.dictionary.NodeTable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The nodes of a tree that is being built: a parent, a function, and which node a function called
 * from that parent has. Most nodes have few children, so these are a chain that is looked through;
 * only those of a wide node are looked up in a table. A chain takes a third of the table's memory,
 * and what comes one after the other lies beside each other. Confined to the query's thread.
 */
final class TreeNodes {
  private static final int NONE = 0;

  /** Longer chains are looked up. */
  private static final int MAX_CHAIN = 16;

  private final int maxNodes;
  private int[] parents = new int[256];
  private int[] functions = new int[256];
  private int[] firstChildren = new int[256];
  private int[] nextSiblings = new int[256];
  private int size = 1;

  /** Children of wide nodes; the table's numbers are places in {@link #wideChildren}. */
  private final NodeTable wideTable = new NodeTable();

  private final BitSet wide = new BitSet();
  private int[] wideChildren = new int[256];

  /**
   * @param root function of node 0
   * @param maxNodes that it may become
   */
  TreeNodes(int root, int maxNodes) {
    this.maxNodes = maxNodes;
    functions[0] = root;
  }

  /** Room for so many more, so that nothing is copied while they come. */
  void reserve(int more) {
    int needed = (int) Math.min(maxNodes, (long) size + more);
    if (needed > parents.length) {
      grow(needed);
    }
  }

  /** The node of that function under that parent, made if it is not there. */
  int child(int parent, int function) {
    if (wide.get(parent)) {
      int known = wideTable.find(parent, function);
      return known == 0 ? added(parent, function) : wideChildren[known];
    }
    int length = 0;
    for (int child = firstChildren[parent]; child != NONE; child = nextSiblings[child]) {
      if (functions[child] == function) {
        return child;
      }
      length++;
    }
    if (length == MAX_CHAIN) {
      widen(parent);
    }
    return added(parent, function);
  }

  private int added(int parent, int function) {
    if (size >= maxNodes) {
      throw new TooLargeException(maxNodes);
    }
    if (size == parents.length) {
      grow((int) Math.min(maxNodes, 2L * size));
    }
    int node = size++;
    parents[node] = parent;
    functions[node] = function;
    nextSiblings[node] = firstChildren[parent];
    firstChildren[parent] = node;
    if (wide.get(parent)) {
      putWide(node);
    }
    return node;
  }

  private void widen(int parent) {
    wide.set(parent);
    for (int child = firstChildren[parent]; child != NONE; child = nextSiblings[child]) {
      putWide(child);
    }
  }

  private void putWide(int node) {
    int place = wideTable.add(parents[node], functions[node]);
    if (place >= wideChildren.length) {
      wideChildren = Arrays.copyOf(wideChildren, 2 * place);
    }
    wideChildren[place] = node;
  }

  private void grow(int length) {
    parents = Arrays.copyOf(parents, length);
    functions = Arrays.copyOf(functions, length);
    firstChildren = Arrays.copyOf(firstChildren, length);
    nextSiblings = Arrays.copyOf(nextSiblings, length);
  }

  /** How many nodes have room by now. */
  int capacity() {
    return parents.length;
  }

  /** Nodes have the numbers below this; at least 1. */
  int size() {
    return size;
  }

  /** By node; the caller does not change it, nor does this from now on what is in it. */
  int[] parents() {
    return trimmed(parents);
  }

  /** By node, as {@link #parents}. */
  int[] functions() {
    return trimmed(functions);
  }

  private int[] trimmed(int[] array) {
    return array.length == size ? array : Arrays.copyOf(array, size);
  }
}
