package dev.plumbline.merge;

import dev.plumbline.scan.Grouping;
import dev.plumbline.scan.RangeScan;
import dev.plumbline.scan.SegmentScan;
import dev.plumbline.scan.SelectedSamples;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.SegmentDictionary;
import dev.plumbline.tree.FunctionName;
import dev.plumbline.tree.StackSums;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Self and total of the source lines of one function. Confined to the query's thread. */
public final class LineTotals {
  /** A line, 0 if unknown, with what ends there and what passes through it. */
  public record Line(int line, long self, long total) {}

  private static final class Sum {
    private long self;
    private long total;
  }

  private final Selection selection;
  private final FunctionName function;
  private final Map<Integer, Sum> sums = new TreeMap<>();
  private final SelectedSamples samples;

  LineTotals(Selection selection, FunctionName function) {
    this.selection = selection;
    this.function = function;
    this.samples = new SelectedSamples(selection, new Grouping(null));
  }

  /** The lines by their self, then by number, the largest first. */
  List<Line> of(ProfileStore store, int limit) {
    RangeScan.scan(store, selection.fromUnixNanos(), selection.untilUnixNanos(), this::add);
    List<Line> lines = new ArrayList<>();
    long divisor = samples.divisor();
    sums.forEach(
        (line, sum) ->
            lines.add(
                new Line(
                    line, Math.floorDiv(sum.self, divisor), Math.floorDiv(sum.total, divisor))));
    lines.sort(Comparator.comparingLong(Line::self).reversed().thenComparing(Line::line));
    return lines.subList(0, Math.min(limit, lines.size()));
  }

  private void add(SegmentScan segment) throws SQLException, CorruptSegmentException {
    SegmentDictionary dictionary = segment.dictionary();
    boolean[] wanted = new boolean[dictionary.functionCount()];
    boolean any = false;
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = FunctionName.of(dictionary.function(i)).equals(function);
      any |= wanted[i];
    }
    StackSums stacks = samples.of(segment);
    if (any) {
      Set<Integer> lines = new HashSet<>();
      stacks.forEach((group, node, sum) -> add(dictionary, wanted, node, sum, lines));
    }
  }

  private void add(
      SegmentDictionary dictionary, boolean[] wanted, int leaf, long sum, Set<Integer> lines) {
    lines.clear();
    for (int node = leaf; node != 0; node = dictionary.parent(node)) {
      if (wanted[dictionary.functionOf(node)]) {
        int line = dictionary.lineOf(node);
        Sum of = sums.computeIfAbsent(line, absent -> new Sum());
        if (node == leaf) {
          of.self = StackSums.saturatedSum(of.self, sum);
        }
        if (lines.add(line)) {
          of.total = StackSums.saturatedSum(of.total, sum);
        }
      }
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return "LineTotals" + Arrays.asList(function.name(), sums.keySet());
  }
}
