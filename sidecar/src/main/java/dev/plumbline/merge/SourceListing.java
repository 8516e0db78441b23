package dev.plumbline.merge;

import dev.plumbline.merge.SegmentTimes.Seen;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.scan.Coverage;
import dev.plumbline.scan.Grouping;
import dev.plumbline.scan.Selection;
import dev.plumbline.scan.WindowSums;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.StackSums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists services and profile types with what they add up to. Confined to the query's thread. */
public final class SourceListing {
  private final ProfileStore store;
  private final List<Seen> seen;

  /**
   * @param seen of all that is stored
   */
  SourceListing(ProfileStore store, List<Seen> seen) {
    this.store = store;
    this.seen = seen;
  }

  /** A service and its part of the selection. */
  public record Service(
      String name, long total, long windows, int processes, long firstMillis, long lastMillis) {}

  /** A type and what the selection has of it. */
  public record Type(SeriesType type, long total, long windows, long lastMillis) {}

  private static final class Sum {
    private long sum;
    private long windows;
    private final Set<Attributes> sources = new HashSet<>();
    private final Coverage coverage = new Coverage();
    private @Nullable SeriesType type;

    long shown(long coveredUnits) {
      SeriesType of = type;
      boolean stock = of != null && of.accumulation() == Accumulation.STOCK;
      return stock ? Math.floorDiv(sum, Math.max(1, coveredUnits)) : sum;
    }
  }

  /** All services of the store; those without windows in the selection last. */
  List<Service> services(Selection selection) {
    Grouping grouping = new Grouping("service.name");
    Map<String, Sum> sums = new HashMap<>();
    Coverage coverage = new Coverage();
    WindowSums windows =
        new WindowSums(
            selection,
            grouping,
            (segment, window, group, start, end, value) -> {
              Sum sum =
                  sums.computeIfAbsent(segment.seriesOf(window).service(), absent -> new Sum());
              sum.sum = StackSums.saturatedSum(sum.sum, value);
              sum.windows++;
              sum.type = segment.seriesOf(window).seriesType();
              sum.sources.add(segment.source(window));
              coverage.add(segment.source(window), start, end);
            });
    windows.scan(store);
    long covered = coverage.length();
    List<Service> services = new ArrayList<>();
    byService().forEach((name, times) -> services.add(service(name, times, sums, covered)));
    services.sort(Comparator.comparingLong(Service::total).reversed().thenComparing(Service::name));
    return services;
  }

  private static Service service(String name, Seen times, Map<String, Sum> sums, long covered) {
    Sum sum = sums.getOrDefault(name, new Sum());
    return new Service(
        name,
        sum.shown(covered),
        sum.windows,
        sum.sources.size(),
        times.firstMillis(),
        times.lastMillis());
  }

  private Map<String, Seen> byService() {
    Map<String, Seen> services = new HashMap<>();
    for (Seen one : seen) {
      services.merge(one.service(), one, Seen::and);
    }
    return services;
  }

  /** All types of the store: CPU first, then by their words. */
  List<Type> types(Selection selection) {
    Map<String, Sum> sums = new HashMap<>();
    WindowSums windows =
        new WindowSums(
            selection.ofAllTypes(),
            new Grouping(null),
            (segment, window, group, start, end, value) -> {
              SeriesType type = segment.seriesOf(window).seriesType();
              Sum sum = sums.computeIfAbsent(type.id(), absent -> new Sum());
              sum.sum = StackSums.saturatedSum(sum.sum, value);
              sum.windows++;
              sum.type = type;
              sum.coverage.add(segment.source(window), start, end);
            });
    windows.scan(store);
    Map<String, Type> types = new HashMap<>();
    for (Seen one : seen) {
      Sum sum = sums.getOrDefault(one.type().id(), new Sum());
      Type type =
          new Type(one.type(), sum.shown(sum.coverage.length()), sum.windows, one.lastMillis());
      types.merge(one.type().id(), type, (a, b) -> a.lastMillis() >= b.lastMillis() ? a : b);
    }
    List<Type> sorted = new ArrayList<>(types.values());
    sorted.sort(
        Comparator.comparing((Type type) -> !type.type().id().equals(SeriesType.CPU))
            .thenComparing(type -> type.type().id()));
    return sorted;
  }
}
