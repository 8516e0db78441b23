package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a request that was not taken is sent again, and when it is given up. The delay doubles from
 * the initial to the longest one, each with jitter; a receiver's wish for a longer one is heeded.
 * Immutable.
 */
public final class RetrySettings {
  public static final Duration DEFAULT_INITIAL_DELAY = Duration.ofSeconds(1);

  /** One window: profiles flow again within a window of the receiver's return. */
  public static final Duration DEFAULT_MAX_DELAY = Duration.ofSeconds(10);

  public static final int DEFAULT_MAX_ATTEMPTS = 100;

  /** Well below the hour after which Pyroscope refuses a profile. */
  public static final Duration DEFAULT_MAX_AGE = Duration.ofMinutes(15);

  public static final RetrySettings DEFAULT = builder().build();

  private final Duration initialDelay;
  private final Duration maxDelay;
  private final int maxAttempts;
  private final @Nullable Duration maxAge;

  private RetrySettings(Builder builder) {
    this.initialDelay = builder.initialDelay;
    this.maxDelay = builder.maxDelay;
    this.maxAttempts = builder.maxAttempts;
    this.maxAge = builder.maxAge;
  }

  public static Builder builder() {
    return new Builder();
  }

  public Duration initialDelay() {
    return initialDelay;
  }

  /** Bounds our own back-off, not what a receiver asks for. */
  public Duration maxDelay() {
    return maxDelay;
  }

  /** Sends of one request in all; 1 means no retry. */
  public int maxAttempts() {
    return maxAttempts;
  }

  /** Time since the window was handed over, after which it is not sent again. */
  public Duration maxAge() {
    return maxAgeOr(DEFAULT_MAX_AGE);
  }

  /** What was set, else the default of the queue that asks. */
  public Duration maxAgeOr(Duration byDefault) {
    return maxAge == null ? byDefault : maxAge;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof RetrySettings)) {
      return false;
    }
    RetrySettings that = (RetrySettings) other;
    return initialDelay.equals(that.initialDelay)
        && maxDelay.equals(that.maxDelay)
        && maxAttempts == that.maxAttempts
        && Objects.equals(maxAge, that.maxAge);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * initialDelay.hashCode() + maxDelay.hashCode()) + maxAttempts)
        + Objects.hashCode(maxAge);
  }

  @Override
  public String toString() {
    return "RetrySettings["
        + initialDelay
        + ".."
        + maxDelay
        + ", "
        + maxAttempts
        + " attempts, "
        + maxAge()
        + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private Duration initialDelay = DEFAULT_INITIAL_DELAY;
    private Duration maxDelay = DEFAULT_MAX_DELAY;
    private int maxAttempts = DEFAULT_MAX_ATTEMPTS;
    private @Nullable Duration maxAge;

    private Builder() {}

    public Builder initialDelay(Duration initialDelay) {
      this.initialDelay = requireNonNull(initialDelay, "initialDelay");
      return this;
    }

    public Builder maxDelay(Duration maxDelay) {
      this.maxDelay = requireNonNull(maxDelay, "maxDelay");
      return this;
    }

    public Builder maxAttempts(int maxAttempts) {
      this.maxAttempts = maxAttempts;
      return this;
    }

    public Builder maxAge(Duration maxAge) {
      this.maxAge = requireNonNull(maxAge, "maxAge");
      return this;
    }

    /**
     * @throws IllegalArgumentException if a bound is not above 0 or the delays are out of order
     */
    public RetrySettings build() {
      Bounds.positive("retry initial delay", initialDelay);
      if (maxAge != null) {
        Bounds.positive("retry maximum age", maxAge);
      }
      Bounds.atLeast("retry maximum attempts", maxAttempts, 1);
      if (maxDelay.compareTo(initialDelay) < 0) {
        throw new IllegalArgumentException(
            "retry maximum delay is "
                + maxDelay
                + ", expected at least the initial "
                + initialDelay);
      }
      return new RetrySettings(this);
    }
  }
}
