package dev.plumbline.view;

import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.merge.StoreUnderTest;
import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTotals;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.tree.TreePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Period 10: a sample of 1 is shown as 10. */
class ViewTest {
  private static FunctionTree tree(Sample... samples) throws Exception {
    try (StoreUnderTest store = new StoreUnderTest()) {
      store.add(cpu("a", START_MILLIS, samples));
      return store
          .merge(new Selection(0, Long.MAX_VALUE, Set.of(), SeriesType.CPU, List.of()))
          .tree();
    }
  }

  private static int function(FunctionTree tree, String name) {
    for (int function = 0; function < tree.functionCount(); function++) {
      if (tree.name(function).name().equals(name)) {
        return function;
      }
    }
    throw new AssertionError(name + " is not in the tree");
  }

  @Test
  void recursive_function_counts_once_a_stack() throws Exception {
    FunctionTree tree =
        tree(sample("main;f;f;f;g", 10), sample("main;f;h;f", 5), sample("main;k", 5));
    FunctionTotals totals = tree.functionTotals();
    int f = function(tree, "f");
    assertThat(totals.total(f)).isEqualTo(150);
    assertThat(totals.self(f)).isEqualTo(50);
    assertThat(totals.total(function(tree, "g"))).isEqualTo(100);
    assertThat(totals.total(function(tree, "h"))).isEqualTo(50);
    Sandwich sandwich = Sandwich.of(tree, f);
    assertThat(sandwich.callees().total(0)).isEqualTo(150);
    assertThat(sandwich.callers().total(0)).isEqualTo(150);
    assertThat(sandwich.callers().self(0)).isZero();
    for (int node = 1; node < sandwich.callees().size(); node++) {
      assertThat(sandwich.callees().total(node)).isLessThanOrEqualTo(150);
    }
  }

  @Test
  void leaf_below_thousands_of_small_frames_is_in_table_search_and_sandwich() throws Exception {
    List<Sample> samples = new ArrayList<>();
    samples.add(sample("main;heavy", 980_000));
    for (int i = 0; i < 20_000; i++) {
      samples.add(sample("main;c" + i + ";hot_leaf", 1));
    }
    FunctionTree tree = tree(samples.toArray(new Sample[0]));
    int leaf = function(tree, "hot_leaf");
    assertThat(tree.functionTotals().total(leaf)).isEqualTo(200_000);
    Matches matches = Matches.of(tree, BoundedPattern.ignoringCase("hot_leaf"));
    long[] matched = matches.sums(tree);
    assertThat(matched[0]).isEqualTo(200_000);
    assertThat(Sandwich.of(tree, leaf).callers().total(0)).isEqualTo(200_000);
    BoxLayout layout = BoxLayout.of(List.of(tree), 0, BoxLayout.DEFAULT_MIN_SHARE);
    assertThat(layout.size()).isEqualTo(3);
    long[] hidden = layout.hidden(tree::total, tree::self);
    long[] hiddenMatched =
        layout.hidden(node -> matched[node], node -> matches.isInside(node) ? tree.self(node) : 0);
    assertThat(hidden[1]).isEqualTo(200_000);
    assertThat(hiddenMatched[1]).isEqualTo(200_000);
  }

  @Test
  void zoom_shows_ancestors_and_what_is_hidden_from_further_away() throws Exception {
    FunctionTree tree =
        tree(sample("main;heavy", 1_000_000), sample("main;small;x", 3), sample("main;small;y", 1));
    BoxLayout far = BoxLayout.of(List.of(tree), 0, BoxLayout.DEFAULT_MIN_SHARE);
    assertThat(far.size()).isEqualTo(3);
    int small = -1;
    for (int node = 0; node < tree.size(); node++) {
      small = tree.name(tree.function(node)).name().equals("small") ? node : small;
    }
    long key = tree.boxKeys()[small];
    assertThat(tree.nodeWithKey(key)).isEqualTo(small);
    BoxLayout near = BoxLayout.of(List.of(tree), small, BoxLayout.DEFAULT_MIN_SHARE);
    List<String> names = new ArrayList<>();
    for (int box = 0; box < near.size(); box++) {
      names.add(near.depth(box) + tree.name(tree.function(near.node(box))).name());
    }
    assertThat(names).containsExactly("0total", "1main", "2small", "3x", "3y");
    assertThat(near.visible()).isEqualTo(2);
    assertThat(near.hidden(tree::total, tree::self)).containsExactly(0, 10_000_000, 0, 0, 0);
    assertThat(tree.under(small).total(0)).isEqualTo(40);
  }

  @Test
  void deep_and_wide_trees_need_no_recursion() throws Exception {
    List<Frame> deep = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      deep.add(Frame.named("f" + i % 11, FrameType.JVM));
    }
    List<Sample> samples = new ArrayList<>();
    samples.add(Sample.of(StackTrace.of(deep), 70_000));
    for (int i = 0; i < 70_000; i++) {
      samples.add(sample("wide;c" + i, 1));
    }
    FunctionTree tree = tree(samples.toArray(new Sample[0]));
    assertThat(tree.functionTotals().total(function(tree, "f3"))).isEqualTo(700_000);
    BoxLayout layout = BoxLayout.of(List.of(tree), 0, BoxLayout.DEFAULT_MIN_SHARE);
    assertThat(layout.size()).isEqualTo(30_000 + 2);
    assertThat(layout.depth(layout.size() - 2)).isEqualTo(30_000);
    BoxLayout all = BoxLayout.of(List.of(tree), 0, 0);
    assertThat(all.size()).isLessThanOrEqualTo(BoxLayout.MAX_BOXES);
    assertThat(Sandwich.of(tree, function(tree, "f3")).callers().total(0)).isEqualTo(700_000);
  }

  @Test
  void siblings_stand_in_the_order_of_their_names() throws Exception {
    FunctionTree tree = tree(sample("m;b", 9), sample("m;c", 1), sample("m;a", 5));
    BoxLayout layout = BoxLayout.of(List.of(tree), 0, 0);
    List<String> names = new ArrayList<>();
    for (int box = 0; box < layout.size(); box++) {
      names.add(tree.name(tree.function(layout.node(box))).name());
    }
    assertThat(names).containsExactly("total", "m", "a", "b", "c");
  }

  @Test
  void sides_of_a_comparison_lie_over_each_other() throws Exception {
    FunctionTree base = tree(sample("m;a", 1), sample("m;gone", 5));
    FunctionTree current = tree(sample("m;a", 2), sample("m;new;x", 4));
    TreePair pair = TreePair.of(base, current);
    assertThat(pair.base().size()).isEqualTo(pair.current().size());
    assertThat(pair.base().total(0)).isEqualTo(60);
    assertThat(pair.current().total(0)).isEqualTo(60);
    FunctionTotals before = pair.base().functionTotals();
    FunctionTotals now = pair.current().functionTotals();
    int gone = function(pair.base(), "gone");
    assertThat(before.total(gone)).isEqualTo(50);
    assertThat(now.total(gone)).isZero();
    BoxLayout layout = BoxLayout.of(List.of(pair.base(), pair.current()), 0, 0.01);
    assertThat(layout.size()).isEqualTo(6);
  }
}
