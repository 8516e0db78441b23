package dev.plumbline.api.json;

import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.BoxLayout;
import dev.plumbline.view.Matches;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions and boxes of one answer: a function stands once in a list, and boxes name its place.
 * Confined to one request.
 */
public final class BoxesJson {
  private final FunctionTree names;
  private final @Nullable Matches matches;
  private final Map<Integer, Integer> places = new LinkedHashMap<>();

  /**
   * @param names tree whose function numbers all boxes of the answer use
   * @param matches of a search; null without one
   */
  public BoxesJson(FunctionTree names, @Nullable Matches matches) {
    this.names = names;
    this.matches = matches;
  }

  /** Gives the functions of these boxes their places; before any is written. */
  public void take(FunctionTree tree, BoxLayout layout) {
    for (int box = 0; box < layout.size(); box++) {
      places.putIfAbsent(tree.function(layout.node(box)), places.size());
    }
  }

  public void writeFunctions(JsonOut json) throws IOException {
    json.list(
        "functions",
        places.keySet(),
        (out, function) ->
            out.function(names.name(function), names.functionKey(function))
                .truth("matches", matches != null && matches.function(function)));
  }

  /** Columns that say which box it is. */
  public void writeShape(JsonOut json, FunctionTree tree, BoxLayout layout) throws IOException {
    Map<Integer, Integer> placed = new HashMap<>(places);
    long[] keys = layout.keys(tree);
    json.column(
            "function",
            layout.size(),
            box -> placed.getOrDefault(tree.function(layout.node(box)), 0))
        .column("depth", layout.size(), layout::depth)
        .keys("key", layout.size(), box -> keys[box]);
  }

  /**
   * Columns of values.
   *
   * @param names total, self and hidden, as the columns are called
   */
  public static void writeValues(JsonOut json, FunctionTree tree, BoxLayout layout, String... names)
      throws IOException {
    BoxLayout.NodeValue total = node -> tree.shown(tree.total(node));
    BoxLayout.NodeValue self = node -> tree.shown(tree.self(node));
    long[] hidden = layout.hidden(total, self);
    json.column(names[0], layout.size(), box -> total.of(layout.node(box)))
        .column(names[1], layout.size(), box -> self.of(layout.node(box)))
        .column(names[2], layout.size(), box -> hidden[box]);
  }

  /**
   * Columns of matched values.
   *
   * @param names matched and hiddenMatched, as the columns are called
   */
  public static void writeMatched(
      JsonOut json, FunctionTree tree, BoxLayout layout, Matches matches, String... names)
      throws IOException {
    long[] sums = matches.sums(tree);
    BoxLayout.NodeValue matched = node -> tree.shown(sums[node]);
    BoxLayout.NodeValue own = node -> matches.isInside(node) ? tree.shown(tree.self(node)) : 0;
    long[] hidden = layout.hidden(matched, own);
    json.column(names[0], layout.size(), box -> matched.of(layout.node(box)))
        .column(names[1], layout.size(), box -> hidden[box]);
  }
}
