package dev.plumbline.merge;

import dev.plumbline.scan.Grouping;
import dev.plumbline.scan.RangeScan;
import dev.plumbline.scan.SegmentScan;
import dev.plumbline.scan.SelectedSamples;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.TreeBuilder;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Merges the windows of a selection into a tree. Confined to the query's thread. */
final class ProfileMerger {
  private final ProfileStore store;
  private final Selection selection;
  private final Grouping grouping;
  private final TreeBuilder tree;
  private final SelectedSamples samples;

  ProfileMerger(ProfileStore store, Selection selection, @Nullable String groupBy, int maxNodes) {
    this.store = store;
    this.selection = selection;
    this.grouping = new Grouping(groupBy);
    this.tree = new TreeBuilder(maxNodes);
    this.samples = new SelectedSamples(selection, grouping);
  }

  MergedProfile merge() {
    int lost =
        RangeScan.scan(store, selection.fromUnixNanos(), selection.untilUnixNanos(), this::add);
    SeriesType type = samples.type();
    return new MergedProfile(
        tree.build(samples.divisor()),
        type == null ? null : type.unit(),
        type == null ? null : type.accumulation(),
        samples.windows(),
        samples.coveredMillis(),
        lost);
  }

  private void add(SegmentScan segment) throws SQLException, CorruptSegmentException {
    tree.add(segment.dictionary(), samples.of(segment), grouping.isOn() ? grouping::name : null);
  }
}
