package dev.plumbline.api.request;

import dev.plumbline.pattern.BadPatternException;
import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.Matches;
import org.jspecify.annotations.Nullable;

/**
 * What a view asks of a tree beside the selection. Immutable; null where it is not asked for.
 *
 * @param group attribute whose values make a first level of boxes
 * @param zoom key of the visible root
 * @param focus key of a function that has to be in the stack
 * @param search looked for in names
 */
public record ViewRequest(
    @Nullable String group,
    @Nullable Long zoom,
    @Nullable Long focus,
    @Nullable BoundedPattern search) {
  public static ViewRequest read(Parameters parameters) throws ApiException {
    String group = parameters.text("group");
    return new ViewRequest(
        group == null || group.isEmpty() ? null : group,
        parameters.key("zoom"),
        parameters.key("focus"),
        search(parameters));
  }

  private static @Nullable BoundedPattern search(Parameters parameters) throws ApiException {
    String search = parameters.text("search");
    if (search == null || search.isEmpty()) {
      return null;
    }
    try {
      return BoundedPattern.ignoringCase(search);
    } catch (BadPatternException e) {
      throw ApiException.badParameter("search", search, "a regular expression; " + e.getMessage());
    }
  }

  /** The tree with only what has the focus in its stack. */
  public FunctionTree focused(FunctionTree tree) throws ApiException {
    return focus == null ? tree : tree.through(function(tree, focus, "focus"));
  }

  /** The node of the visible root. */
  public int zoomed(FunctionTree tree) throws ApiException {
    if (zoom == null) {
      return 0;
    }
    int node = tree.nodeWithKey(zoom);
    if (node < 0) {
      throw ApiException.notFound("the selection does not hold the box that zoom names", "zoom");
    }
    return node;
  }

  /** The tree with only what is in the focus and below the visible root. */
  public FunctionTree narrowed(FunctionTree tree) throws ApiException {
    FunctionTree focused = focused(tree);
    return focused.under(zoomed(focused));
  }

  public @Nullable Matches matches(FunctionTree tree) {
    return search == null ? null : Matches.of(tree, search);
  }

  /** Number of the function with that key. */
  public static int function(FunctionTree tree, long key, String parameter) throws ApiException {
    int function = tree.functionWithKey(key);
    if (function < 0) {
      throw ApiException.notFound(
          "the selection does not hold the function that " + parameter + " names", parameter);
    }
    return function;
  }
}
