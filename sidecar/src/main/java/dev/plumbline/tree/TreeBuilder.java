package dev.plumbline.tree;

import dev.plumbline.store.dictionary.SegmentDictionary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adds stacks of several segments into one tree of functions, without recursion. Confined to the
 * query's thread.
 */
public final class TreeBuilder {
  /** A name takes a few hundred bytes where a node takes thirty. */
  private static final int MAX_FUNCTIONS = 250_000;

  private final Map<FunctionName, Integer> numbers = new HashMap<>();
  private final List<FunctionName> names = new ArrayList<>();
  private final TreeNodes treeNodes;
  private long[] selfs = {0};

  // Of the segment that is added: its functions' and nodes' numbers here.
  private int[] functionNumbers = {};
  private int[] nodes = {};
  private int[] path = new int[128];

  public TreeBuilder(int maxNodes) {
    this.treeNodes = new TreeNodes(function(FunctionName.TOTAL), maxNodes);
  }

  /**
   * Adds the sums of one segment.
   *
   * @param groupNames box of each group under the root; null if groups get none
   */
  public void add(
      SegmentDictionary dictionary,
      StackSums sums,
      @Nullable IntFunction<FunctionName> groupNames) {
    functionNumbers = new int[dictionary.functionCount()];
    Arrays.fill(functionNumbers, -1);
    nodes = new int[dictionary.nodeCount()];
    treeNodes.reserve(needed(dictionary, sums));
    GroupRoots roots = new GroupRoots(groupNames);
    sums.forEach(
        (group, node, value) -> {
          nodes[0] = roots.of(group);
          int target = node == 0 ? emptyStack(nodes[0]) : node(dictionary, node);
          if (target >= selfs.length) {
            selfs = Arrays.copyOf(selfs, treeNodes.capacity());
          }
          selfs[target] = StackSums.saturatedSum(selfs[target], value);
        });
  }

  /** Adds all of another tree's nodes, and no values. */
  int[] addNodes(FunctionTree tree) {
    int[] numbersHere = new int[tree.functionCount()];
    for (int i = 0; i < numbersHere.length; i++) {
      numbersHere[i] = function(tree.name(i));
    }
    int[] nodesHere = new int[tree.size()];
    for (int node = 1; node < nodesHere.length; node++) {
      nodesHere[node] =
          treeNodes.child(nodesHere[tree.parent(node)], numbersHere[tree.function(node)]);
    }
    return nodesHere;
  }

  public FunctionTree build(long divisor) {
    return build(Arrays.copyOf(selfs, treeNodes.size()), divisor);
  }

  /** The same nodes with other values. */
  FunctionTree build(long[] values, long divisor) {
    return new FunctionTree(treeNodes.parents(), treeNodes.functions(), values, names, divisor);
  }

  int size() {
    return treeNodes.size();
  }

  /** Groups come in order, and each begins with a clean memory of nodes. */
  private final class GroupRoots {
    private final @Nullable IntFunction<FunctionName> names;
    private int group = -1;
    private int root;

    GroupRoots(@Nullable IntFunction<FunctionName> names) {
      this.names = names;
    }

    int of(int next) {
      if (next != group) {
        Arrays.fill(nodes, 0);
        group = next;
        root = names == null ? 0 : treeNodes.child(0, function(names.apply(next)));
      }
      return root;
    }
  }

  /** How many nodes of the dictionary these stacks have, in one group or another. */
  private static int needed(SegmentDictionary dictionary, StackSums sums) {
    BitSet seen = new BitSet(dictionary.nodeCount());
    sums.forEachLeaf(
        leaf -> {
          for (int node = leaf; node != 0 && !seen.get(node); node = dictionary.parent(node)) {
            seen.set(node);
          }
        });
    return seen.cardinality() + 1;
  }

  private int emptyStack(int root) {
    return treeNodes.child(root, function(new FunctionName("[no stack]", "native", "", "")));
  }

  private int node(SegmentDictionary dictionary, int leaf) {
    int depth = 0;
    int node = leaf;
    while (node != 0 && nodes[node] == 0) {
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
      }
      path[depth++] = node;
      node = dictionary.parent(node);
    }
    int here = nodes[node];
    while (depth > 0) {
      node = path[--depth];
      here = treeNodes.child(here, functionOf(dictionary, node));
      nodes[node] = here;
    }
    return here;
  }

  private int functionOf(SegmentDictionary dictionary, int node) {
    int function = dictionary.functionOf(node);
    if (functionNumbers[function] < 0) {
      functionNumbers[function] = function(FunctionName.of(dictionary.function(function)));
    }
    return functionNumbers[function];
  }

  private int function(FunctionName name) {
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    if (names.size() >= MAX_FUNCTIONS) {
      throw TooLargeException.ofFunctions(MAX_FUNCTIONS);
    }
    names.add(name);
    return names.size() - 1;
  }
}
