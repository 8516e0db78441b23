package dev.plumbline.store.dictionary;

import java.util.Arrays;

/**
 * Stack traces as a tree: a node is a frame called from another node, node 0 the outside of all.
 * Finds the node of a pair in primitive memory, about 24 bytes a node. Confined to one thread.
 */
public final class NodeTable {
  private static final int NONE = 0;

  private long[] keys = new long[1 << 12];
  private int[] nodes = new int[1 << 12];
  private int size;

  /** Nodes beside node 0. */
  public int size() {
    return size;
  }

  /** The node of that frame under that parent; 0 if there is none yet. */
  public int find(int parent, int frame) {
    return nodes[slot(key(parent, frame))];
  }

  /** Adds a node that {@link #find} did not have, with the next number. */
  public int add(int parent, int frame) {
    if (size >= keys.length / 2) {
      grow();
    }
    long key = key(parent, frame);
    int slot = slot(key);
    keys[slot] = key;
    nodes[slot] = ++size;
    return size;
  }

  private static long key(int parent, int frame) {
    return (long) parent << 32 | frame;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    long mixed = key * 0x9e3779b97f4a7c15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (nodes[slot] != NONE && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNodes = nodes;
    keys = new long[oldKeys.length * 2];
    nodes = new int[oldNodes.length * 2];
    Arrays.fill(nodes, NONE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNodes[i] != NONE) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        nodes[slot] = oldNodes[i];
      }
    }
  }
}
