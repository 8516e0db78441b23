package dev.plumbline.merge;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.scan.Coverage;
import dev.plumbline.scan.RangeScan;
import dev.plumbline.scan.SampleFilter;
import dev.plumbline.scan.SegmentScan;
import dev.plumbline.scan.Selection;
import dev.plumbline.scan.TimeUnitOfRange;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.SegmentDictionary;
import dev.plumbline.store.segment.SampleCursor;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.store.segment.WindowRow;
import dev.plumbline.tree.StackSums;
import dev.plumbline.tree.TooLargeException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a selection merged into one profile for each resource, with whole stacks, lines,
 * addresses, attributes and links: what a download holds. Confined to the query's thread.
 */
public final class SampleExport {
  /** Samples that differ in stack, attributes or link. */
  static final int MAX_SAMPLES = 300_000;

  /** Of what is merged, about: a quarter of the heap, whatever that is. */
  static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 4;

  private static final int SAMPLE_BYTES = 160;
  private static final int STACK_BYTES = 120;
  private static final int FRAME_REFERENCE_BYTES = 8;
  private static final int FRAME_BYTES = 200;

  private final ProfileStore store;
  private final Selection selection;
  private final Filter filter;
  private final TimeUnitOfRange timeUnit;
  private final Coverage coverage = new Coverage();
  private final Map<ProfileKey, Map<SampleKey, long[]>> profiles = new LinkedHashMap<>();
  private final Map<StackTrace, StackTrace> stackTraces = new HashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();
  private final long maxBytes;
  private long bytes;
  private long startUnixNanos = Long.MAX_VALUE;
  private long endUnixNanos = Long.MIN_VALUE;
  private int samples;

  private record ProfileKey(Resource resource, Scope scope, ProfileType type) {}

  private record SampleKey(StackTrace stackTrace, Attributes attributes, Link link) {}

  /** Which samples of a selection a download holds. */
  public interface Filter {
    boolean accepts(Resource resource, Attributes attributes, StackTrace stackTrace);
  }

  SampleExport(ProfileStore store, Selection selection, Filter filter) {
    this(store, selection, filter, MAX_BYTES);
  }

  /**
   * @param maxBytes of memory, about
   */
  SampleExport(ProfileStore store, Selection selection, Filter filter, long maxBytes) {
    this.maxBytes = maxBytes;
    this.store = store;
    this.selection = selection;
    this.filter = filter;
    this.timeUnit = TimeUnitOfRange.of(selection);
  }

  /**
   * All of one type. Counted CPU samples keep their count if all senders have the same period, else
   * they are CPU time.
   *
   * @return empty if nothing was selected
   * @throws TooLargeException if it would take more than a download may
   */
  public ProfileWindow merged() {
    RangeScan.scan(store, selection.fromUnixNanos(), selection.untilUnixNanos(), this::add);
    List<ProfileType> types = profiles.keySet().stream().map(ProfileKey::type).distinct().toList();
    if (types.isEmpty()) {
      return ProfileWindow.EMPTY;
    }
    List<Profile> merged = new ArrayList<>();
    if (types.size() == 1 || !selection.typeId().equals(SeriesType.CPU)) {
      profiles.forEach((key, sums) -> addProfile(merged, key, sums, types.get(0), 1));
    } else {
      ProfileType time = cpuTime(types.get(0));
      profiles.forEach((key, sums) -> addProfile(merged, key, sums, time, factor(key)));
    }
    return ProfileWindow.of(merged);
  }

  private static long factor(ProfileKey key) {
    return key.type().unit().equals("count") ? key.type().period() : 1;
  }

  private void addProfile(
      List<Profile> merged,
      ProfileKey key,
      Map<SampleKey, long[]> sums,
      ProfileType type,
      long factor) {
    long divisor =
        type.accumulation() == ProfileType.Accumulation.STOCK ? Math.max(1, coverage.length()) : 1;
    List<Sample> list = new ArrayList<>();
    sums.forEach(
        (sample, sum) -> {
          long value = Math.floorDiv(StackSums.saturatedProduct(sum[0], factor), divisor);
          if (value != 0) {
            list.add(Sample.of(sample.stackTrace(), sample.attributes(), sample.link(), value));
          }
        });
    if (!list.isEmpty()) {
      merged.add(
          Profile.builder(key.resource(), key.scope(), type)
              .interval(startUnixNanos, endUnixNanos - startUnixNanos)
              .samples(list)
              .build());
    }
  }

  private static ProfileType cpuTime(ProfileType type) {
    return ProfileType.builder("cpu", "nanoseconds")
        .periodType("cpu", "nanoseconds")
        .period(type.period())
        .build();
  }

  private void add(SegmentScan segment) throws SQLException, CorruptSegmentException {
    SampleFilter selected = new SampleFilter(segment, selection);
    StackTraces traces = new StackTraces(segment.dictionary());
    segment.samples(
        selected.series(), (window, cursor) -> add(segment, selected, window, cursor, traces));
  }

  private void add(
      SegmentScan segment,
      SampleFilter selected,
      WindowRow window,
      SampleCursor cursor,
      StackTraces traces)
      throws CorruptSegmentException {
    SeriesRow row = segment.seriesOf(window);
    long start = timeUnit.startOf(window);
    long end = timeUnit.endOf(window);
    long factor = row.seriesType().isStock() ? end - start : 1;
    Resource resource = Resource.of(segment.dictionary().attributes(row.resource()));
    Map<SampleKey, long[]> sums = null;
    while (cursor.next()) {
      Attributes attributes = segment.dictionary().attributes(cursor.attributeSet());
      StackTrace stackTrace = traces.of(cursor.node());
      if (selected.accepts(row.id(), cursor.attributeSet())
          && filter.accepts(resource, attributes, stackTrace)) {
        if (sums == null) {
          sums = profiles.computeIfAbsent(key(segment, row), absent -> new LinkedHashMap<>());
          coverage.add(segment.source(window), start, end);
          startUnixNanos = Math.min(startUnixNanos, window.startUnixNanos());
          endUnixNanos =
              Math.max(endUnixNanos, window.startUnixNanos() + Math.max(1, window.coveredNanos()));
        }
        SampleKey key = new SampleKey(stackTrace, attributes, cursor.link());
        long[] sum = sums.computeIfAbsent(key, this::newSum);
        sum[0] = StackSums.saturatedSum(sum[0], StackSums.saturatedProduct(cursor.value(), factor));
      }
    }
  }

  private long[] newSum(SampleKey key) {
    if (++samples > MAX_SAMPLES) {
      throw TooLargeException.ofSamples(MAX_SAMPLES);
    }
    take(SAMPLE_BYTES);
    return new long[1];
  }

  private void take(long more) {
    bytes += more;
    if (bytes > maxBytes) {
      throw TooLargeException.ofMemory(maxBytes);
    }
  }

  /** The same stack with frames that all stacks share, over all segments. */
  private StackTrace shared(StackTrace made) {
    StackTrace known = stackTraces.get(made);
    if (known != null) {
      return known;
    }
    Frame[] leafToRoot = new Frame[made.depth()];
    for (int i = 0; i < leafToRoot.length; i++) {
      leafToRoot[i] = shared(made.frame(i));
    }
    take(STACK_BYTES + (long) FRAME_REFERENCE_BYTES * leafToRoot.length);
    StackTrace kept = StackTrace.of(leafToRoot);
    stackTraces.put(kept, kept);
    return kept;
  }

  private Frame shared(Frame made) {
    Frame known = frames.putIfAbsent(made, made);
    if (known == null) {
      take(FRAME_BYTES);
      return made;
    }
    return known;
  }

  private static ProfileKey key(SegmentScan segment, SeriesRow row) {
    return new ProfileKey(
        Resource.of(segment.dictionary().attributes(row.resource())),
        Scope.of(row.scopeName(), row.scopeVersion()),
        row.type());
  }

  /** Stack traces of one segment's nodes; equal ones of several segments are one object. */
  private final class StackTraces {
    private final SegmentDictionary dictionary;
    private final @Nullable StackTrace[] byNode;

    StackTraces(SegmentDictionary dictionary) {
      this.dictionary = dictionary;
      this.byNode = new StackTrace[dictionary.nodeCount()];
    }

    StackTrace of(int node) {
      StackTrace known = byNode[node];
      if (known == null) {
        known = shared(dictionary.stackTrace(node));
        byNode[node] = known;
      }
      return known;
    }
  }
}
