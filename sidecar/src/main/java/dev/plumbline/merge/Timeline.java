package dev.plumbline.merge;

import dev.plumbline.profile.ProfileType.Accumulation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Totals over time. Point {@code i} begins at {@code startMillis + i × stepMillis}; a point is null
 * where no window began. Immutable.
 *
 * @param total of the whole range, as the flame graph has it
 * @param coveredMillis of each point
 * @param totals of each point, over all series
 */
public record Timeline(
    @Nullable String unit,
    @Nullable Accumulation accumulation,
    long startMillis,
    long stepMillis,
    long total,
    List<Long> coveredMillis,
    List<@Nullable Long> totals,
    List<Series> series) {
  /**
   * One value of the attribute; with {@code rest} all values that have no series of their own.
   *
   * @param value null without the attribute
   */
  public record Series(
      @Nullable String value, boolean rest, long total, List<@Nullable Long> values) {}
}
