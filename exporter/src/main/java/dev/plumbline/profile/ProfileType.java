package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * Meaning of the one value of each sample: sample type and unit, period type and unit, period (§6.2
 * of the OTLP study). Types with equal words and period are equal. Immutable.
 */
public final class ProfileType {
  /** How windows of the type are merged over time (design §3); over processes both kinds add. */
  public enum Accumulation {
    /** Values are deltas for the window and add: CPU, allocations, lock delay. */
    FLOW,
    /** Values are a state at the window's end and average: memory in use, live objects. */
    STOCK
  }

  private final String type;
  private final String unit;
  private final String periodType;
  private final String periodUnit;
  private final long period;
  private final Accumulation accumulation;

  private ProfileType(Builder builder) {
    this.type = builder.type;
    this.unit = builder.unit;
    this.periodType = builder.periodType;
    this.periodUnit = builder.periodUnit;
    this.period = builder.period;
    this.accumulation = builder.accumulation;
  }

  /**
   * A type such as {@code samples} in {@code count}, whose period type is the same until set
   * otherwise, period 1.
   */
  public static Builder builder(String type, String unit) {
    return new Builder(type, unit);
  }

  /** Such as {@code samples} or {@code alloc_space}. */
  public String type() {
    return type;
  }

  /** Such as {@code count}, {@code bytes}, {@code nanoseconds}. */
  public String unit() {
    return unit;
  }

  /** Such as {@code cpu}; receivers take the profile's name from it. */
  public String periodType() {
    return periodType;
  }

  public String periodUnit() {
    return periodUnit;
  }

  /** Amount of the period type between two samples, in {@link #periodUnit()}, at least 1. */
  public long period() {
    return period;
  }

  public Accumulation accumulation() {
    return accumulation;
  }

  /** This type with period 1: counters do not tell apart how finely was sampled. */
  public ProfileType atAnyPeriod() {
    return period == 1
        ? this
        : builder(type, unit).periodType(periodType, periodUnit).accumulation(accumulation).build();
  }

  /** The four words, for people: {@code samples/count of cpu/nanoseconds}. */
  public String words() {
    return type + "/" + unit + " of " + periodType + "/" + periodUnit;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof ProfileType)) {
      return false;
    }
    ProfileType that = (ProfileType) other;
    return period == that.period
        && accumulation == that.accumulation
        && type.equals(that.type)
        && unit.equals(that.unit)
        && periodType.equals(that.periodType)
        && periodUnit.equals(that.periodUnit);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * type.hashCode() + unit.hashCode())
        + 17 * periodType.hashCode()
        + Long.hashCode(period);
  }

  @Override
  public String toString() {
    return type + "/" + unit + " per " + period + " " + periodType + "/" + periodUnit;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final String type;
    private final String unit;
    private String periodType;
    private String periodUnit;
    private long period = 1;
    private Accumulation accumulation = Accumulation.FLOW;

    private Builder(String type, String unit) {
      this.type = requireNonNull(type, "type");
      this.unit = requireNonNull(unit, "unit");
      this.periodType = type;
      this.periodUnit = unit;
    }

    public Builder periodType(String periodType, String periodUnit) {
      this.periodType = requireNonNull(periodType, "periodType");
      this.periodUnit = requireNonNull(periodUnit, "periodUnit");
      return this;
    }

    public Builder period(long period) {
      this.period = period;
      return this;
    }

    public Builder accumulation(Accumulation accumulation) {
      this.accumulation = requireNonNull(accumulation, "accumulation");
      return this;
    }

    /**
     * @throws IllegalArgumentException if a word is empty or the period is below 1
     */
    public ProfileType build() {
      if (type.isEmpty() || unit.isEmpty() || periodType.isEmpty() || periodUnit.isEmpty()) {
        throw new IllegalArgumentException(
            "a profile type needs type, unit, period type and period unit");
      }
      if (period < 1) {
        throw new IllegalArgumentException(
            "period of " + type + "/" + unit + " is " + period + ", expected 1 or more");
      }
      return new ProfileType(this);
    }
  }
}
