package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many samples of which profile type: the unit in which every hop accounts for what it
 * accepted, dropped or lost (design §3). Types that differ in their period alone count together,
 * under the type of period 1, since a source may change its period at any time. Immutable; in the
 * order in which types were first counted.
 */
public final class SampleCounts {
  public static final SampleCounts EMPTY = new SampleCounts(Collections.emptyMap());

  private final Map<ProfileType, Long> counts;
  private final long total;

  private SampleCounts(Map<ProfileType, Long> counts) {
    this.counts = counts;
    long sum = 0;
    for (long count : counts.values()) {
      sum += count;
    }
    this.total = sum;
  }

  /** Of one type alone. */
  public static SampleCounts of(ProfileType type, long count) {
    return builder().add(type, count).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Of all types. */
  public long total() {
    return total;
  }

  /** Whatever the type's period; 0 if there are none. */
  public long of(ProfileType type) {
    return counts.getOrDefault(type.atAnyPeriod(), 0L);
  }

  /** Those with samples, all of period 1; unmodifiable. */
  public Set<ProfileType> types() {
    return counts.keySet();
  }

  /**
   * So many of these samples, divided over the types in proportion: for an answer that tells how
   * many and not which. The shares add up to {@code part} exactly, and none is more than there is.
   *
   * @param part from 0 to {@link #total}, which must be below 2³¹
   */
  public SampleCounts share(long part) {
    if (part < 0 || part > total) {
      throw new IllegalArgumentException("part is " + part + ", expected 0 to " + total);
    }
    Builder shares = builder();
    long counted = 0;
    long given = 0;
    for (Map.Entry<ProfileType, Long> entry : counts.entrySet()) {
      counted += entry.getValue();
      long due = Math.multiplyExact(part, counted) / total;
      shares.add(entry.getKey(), due - given);
      given = due;
    }
    return shares.build();
  }

  /**
   * @throws IllegalArgumentException if there are more of a type in {@code others} than here
   */
  public SampleCounts minus(SampleCounts others) {
    for (ProfileType type : others.types()) {
      if (others.of(type) > of(type)) {
        throw new IllegalArgumentException(others + " are not among " + this);
      }
    }
    Builder rest = builder();
    counts.forEach((type, count) -> rest.add(type, count - others.of(type)));
    return rest.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SampleCounts && ((SampleCounts) other).counts.equals(counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return total + " samples";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final Map<ProfileType, Long> counts = new LinkedHashMap<>();

    private Builder() {}

    /**
     * @throws IllegalArgumentException if the count is negative
     */
    public Builder add(ProfileType type, long count) {
      requireNonNull(type, "type");
      if (count < 0) {
        throw new IllegalArgumentException("count of " + type + " is " + count);
      }
      if (count > 0) {
        counts.merge(type.atAnyPeriod(), count, Math::addExact);
      }
      return this;
    }

    public Builder add(SampleCounts more) {
      more.counts.forEach(this::add);
      return this;
    }

    public SampleCounts build() {
      return counts.isEmpty()
          ? EMPTY
          : new SampleCounts(Collections.unmodifiableMap(new LinkedHashMap<>(counts)));
    }
  }
}
