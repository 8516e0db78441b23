package dev.plumbline.merge;

import dev.plumbline.merge.LineTotals.Line;
import dev.plumbline.merge.SegmentTimes.Seen;
import dev.plumbline.scan.RangeFingerprint;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.StoreStatus;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionName;
import dev.plumbline.tree.TooLargeException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is asked of the store. A few merged profiles are remembered, since a page asks
 * for several views of the same selection, and zooms and searches in it; what several ask for at
 * once is merged once. Thread-safe; queries run on the callers' threads.
 */
public final class StoreQuery {
  /** About 50 bytes each while a query runs. */
  static final int DEFAULT_MAX_NODES = 1_000_000;

  private final ProfileStore store;
  private final int maxNodes;
  private final SegmentTimes times = new SegmentTimes();
  private final MergeCache cache = new MergeCache();

  public StoreQuery(ProfileStore store) {
    this(store, DEFAULT_MAX_NODES);
  }

  StoreQuery(ProfileStore store, int maxNodes) {
    this.store = store;
    this.maxNodes = maxNodes;
  }

  public long revision() {
    return store.revision();
  }

  public StoreStatus status() {
    return store.status();
  }

  /** Names the windows that start in a range: as long as it is equal, so are all answers. */
  public long fingerprint(Selection selection) {
    return RangeFingerprint.of(store, selection);
  }

  /**
   * What the selection adds up to.
   *
   * @param groupBy attribute whose values make a first level of boxes; null for none
   * @throws TooLargeException if the tree would have more nodes than one query may hold
   */
  public MergedProfile merge(Selection selection, @Nullable String groupBy) {
    return cache.get(
        key(selection, groupBy),
        group -> new ProfileMerger(store, selection, group, maxNodes).merge());
  }

  /**
   * The same, with the boxes of that group or of any other: what was merged already is taken. All
   * sums of functions are the same then.
   */
  public MergedProfile mergeOfAnyGroup(Selection selection, @Nullable String groupBy) {
    return cache.getOfAnyGroup(
        key(selection, groupBy),
        group -> new ProfileMerger(store, selection, group, maxNodes).merge());
  }

  private MergeCache.Key key(Selection selection, @Nullable String groupBy) {
    return new MergeCache.Key(selection, groupBy, fingerprint(selection));
  }

  public List<SourceListing.Service> services(Selection selection) {
    return new SourceListing(store, times.all(store)).services(selection.ofAllServices());
  }

  public List<SourceListing.Type> types(Selection selection) {
    return new SourceListing(store, times.all(store)).types(selection);
  }

  public List<AttributeListing.Key> attributes(Selection selection) {
    return new AttributeListing(store).keys(selection);
  }

  public List<AttributeListing.Value> attributeValues(Selection selection, String key) {
    return new AttributeListing(store).values(selection, key);
  }

  /** Keys of the selection's conditions that no attribute of the range has. */
  public Set<String> unknownAttributes(Selection selection) {
    return new AttributeListing(store).unknown(selection);
  }

  /** How many points {@link #timeline} would have. */
  public static int timelinePoints(Selection selection, long stepMillis) {
    return TimelineBuilder.points(selection, stepMillis);
  }

  /**
   * @param by attribute whose values make a series each; null for one series
   */
  public Timeline timeline(
      Selection selection, long stepMillis, @Nullable String by, int maxSeries) {
    return new TimelineBuilder(selection, stepMillis, by).build(store, maxSeries);
  }

  public List<Line> lines(Selection selection, FunctionName function, int limit) {
    return new LineTotals(selection, function).of(store, limit);
  }

  /** Streams the samples of a selection, with their stacks as they were stored. */
  public SampleExport export(Selection selection, SampleExport.Filter filter) {
    return new SampleExport(store, selection, filter);
  }

  /** Ids of the stored types with that word as sample type. */
  public Set<String> typesNamed(String word) {
    return distinct(seen -> seen.type().type().equals(word) ? seen.type().id() : null);
  }

  /** The stored type with that id; null if there is none. */
  public @Nullable SeriesType type(String id) {
    for (Seen seen : times.all(store)) {
      if (seen.type().id().equals(id)) {
        return seen.type();
      }
    }
    return null;
  }

  public Set<String> serviceNames() {
    return distinct(Seen::service);
  }

  /** Start of the last window of these services and that type; null if there never was one. */
  public @Nullable Long lastMillis(Selection selection) {
    Long last = null;
    for (Seen seen : times.all(store)) {
      if (selection.holdsType(seen.type().id())
          && selection.holdsService(seen.service())
          && (last == null || last < seen.lastMillis())) {
        last = seen.lastMillis();
      }
    }
    return last;
  }

  private Set<String> distinct(Function<Seen, @Nullable String> part) {
    Set<String> distinct = new TreeSet<>();
    for (Seen seen : times.all(store)) {
      String value = part.apply(seen);
      if (value != null) {
        distinct.add(value);
      }
    }
    return distinct;
  }
}
