package dev.plumbline.merge;

import dev.plumbline.store.segment.NodeTable;
import dev.plumbline.store.segment.SegmentDictionary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds stacks of several segments into one tree of functions, without recursion. Confined to the
 * query's thread.
 */
final class TreeBuilder {
  private final int maxNodes;
  private final Map<FunctionName, Integer> numbers = new HashMap<>();
  private final List<FunctionName> names = new ArrayList<>();
  private final NodeTable table = new NodeTable();
  private int[] parents = new int[1 << 10];
  private int[] functions = new int[1 << 10];
  private long[] selfs = new long[1 << 10];

  // Of the segment that is added: its functions' and nodes' numbers here.
  private int[] functionNumbers = {};
  private int[] nodes = {};
  private int[] path = new int[128];

  TreeBuilder(int maxNodes) {
    this.maxNodes = maxNodes;
    function(FunctionName.TOTAL);
  }

  /** Adds the sums of one segment; groups get a box of their own under the root. */
  void add(SegmentDictionary dictionary, StackSums sums, Grouping grouping) {
    functionNumbers = new int[dictionary.functionCount()];
    Arrays.fill(functionNumbers, -1);
    nodes = new int[dictionary.nodeCount()];
    GroupRoots roots = new GroupRoots(grouping);
    sums.forEach(
        (group, node, value) -> {
          nodes[0] = roots.of(group);
          int target = node == 0 ? emptyStack(nodes[0]) : node(dictionary, node);
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
      nodesHere[node] = child(nodesHere[tree.parent(node)], numbersHere[tree.function(node)]);
    }
    return nodesHere;
  }

  FunctionTree build(long divisor) {
    int size = table.size() + 1;
    return new FunctionTree(
        Arrays.copyOf(parents, size),
        Arrays.copyOf(functions, size),
        Arrays.copyOf(selfs, size),
        names,
        divisor);
  }

  /** The same nodes with other values. */
  FunctionTree build(long[] values, long divisor) {
    int size = table.size() + 1;
    return new FunctionTree(
        Arrays.copyOf(parents, size),
        Arrays.copyOf(functions, size),
        Arrays.copyOf(values, size),
        names,
        divisor);
  }

  int size() {
    return table.size() + 1;
  }

  /** Groups come in order, and each begins with a clean memory of nodes. */
  private final class GroupRoots {
    private final Grouping grouping;
    private int group = -1;
    private int root;

    GroupRoots(Grouping grouping) {
      this.grouping = grouping;
    }

    int of(int next) {
      if (next != group) {
        Arrays.fill(nodes, 0);
        group = next;
        root = grouping.isOn() ? child(0, function(grouping.name(next))) : 0;
      }
      return root;
    }
  }

  private int emptyStack(int root) {
    return child(root, function(new FunctionName("[no stack]", "native", "", "")));
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
      here = child(here, functionOf(dictionary, node));
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
    names.add(name);
    return names.size() - 1;
  }

  private int child(int parent, int function) {
    int known = table.find(parent, function);
    if (known != 0) {
      return known;
    }
    int node = table.add(parent, function);
    if (node >= maxNodes) {
      throw new TooLargeException(maxNodes);
    }
    if (node >= parents.length) {
      parents = Arrays.copyOf(parents, 2 * node);
      functions = Arrays.copyOf(functions, 2 * node);
      selfs = Arrays.copyOf(selfs, 2 * node);
    }
    parents[node] = parent;
    functions[node] = function;
    return node;
  }
}
