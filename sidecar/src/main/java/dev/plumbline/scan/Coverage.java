package dev.plumbline.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much time windows cover: the length of their union, less its edges, where some sources have
 * begun and others not yet. So it is never less than what the source covers that was seen longest,
 * nor more than the union. Cores are CPU time by this, and stocks are averaged over it. Confined to
 * the query's thread.
 */
public final class Coverage {
  private record Interval(long start, long end) {}

  private final List<Interval> intervals = new ArrayList<>();
  private final Map<Object, Long> lengthBySource = new HashMap<>();
  private long longest;

  /** Any unit of time, the same in all calls. */
  public void add(Object source, long start, long end) {
    intervals.add(new Interval(start, end));
    lengthBySource.merge(source, end - start, Long::sum);
    longest = Math.max(longest, end - start);
  }

  /** In the unit of the intervals; 0 if there is none. */
  public long length() {
    long union = union();
    long longestSource = 0;
    for (long length : lengthBySource.values()) {
      longestSource = Math.max(longestSource, length);
    }
    return Math.min(union, Math.max(longestSource, union - longest));
  }

  private long union() {
    intervals.sort(Comparator.comparingLong(Interval::start));
    long union = 0;
    long end = Long.MIN_VALUE;
    for (Interval interval : intervals) {
      if (interval.end() > end) {
        union += interval.end() - Math.max(interval.start(), end);
        end = interval.end();
      }
    }
    return union;
  }
}
