package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Samples of one type, of one resource and scope, over one interval. Immutable. Never without
 * samples: a window leaves an empty profile out.
 */
public final class Profile {
  private final Resource resource;
  private final Scope scope;
  private final ProfileType type;
  private final long startUnixNanos;
  private final long durationNanos;
  private final Attributes attributes;
  private final List<Sample> samples;

  private Profile(Builder builder) {
    this.resource = builder.resource;
    this.scope = builder.scope;
    this.type = builder.type;
    this.startUnixNanos = builder.startUnixNanos;
    this.durationNanos = builder.durationNanos;
    this.attributes = builder.attributes;
    this.samples = Collections.unmodifiableList(builder.samples);
  }

  public static Builder builder(Resource resource, Scope scope, ProfileType type) {
    return new Builder(resource, scope, type);
  }

  public Resource resource() {
    return resource;
  }

  public Scope scope() {
    return scope;
  }

  public ProfileType type() {
    return type;
  }

  /** Start of the interval, nanoseconds since the epoch. */
  public long startUnixNanos() {
    return startUnixNanos;
  }

  /** Length of the interval, at least 1. */
  public long durationNanos() {
    return durationNanos;
  }

  /** Attributes of the whole profile, such as the engine that sampled. */
  public Attributes attributes() {
    return attributes;
  }

  /** Unmodifiable; in the order of their first appearance, pairwise different but for the value. */
  public List<Sample> samples() {
    return samples;
  }

  /** Sum of the samples' values, in the type's unit. */
  public long total() {
    long total = 0;
    for (Sample sample : samples) {
      total += sample.value();
    }
    return total;
  }

  /** The same profile with other samples: what a split makes. */
  public Profile withSamples(List<Sample> others) {
    return builder(resource, scope, type)
        .interval(startUnixNanos, durationNanos)
        .attributes(attributes)
        .samples(others)
        .build();
  }

  /** The same profile of another resource. */
  public Profile withResource(Resource other) {
    return builder(other, scope, type)
        .interval(startUnixNanos, durationNanos)
        .attributes(attributes)
        .samples(samples)
        .build();
  }

  @Override
  public String toString() {
    return "Profile["
        + type
        + ", "
        + samples.size()
        + " samples of "
        + resource.serviceName()
        + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final Resource resource;
    private final Scope scope;
    private final ProfileType type;
    private long startUnixNanos;
    private long durationNanos;
    private Attributes attributes = Attributes.EMPTY;
    private List<Sample> samples = Collections.emptyList();

    private Builder(Resource resource, Scope scope, ProfileType type) {
      this.resource = requireNonNull(resource, "resource");
      this.scope = requireNonNull(scope, "scope");
      this.type = requireNonNull(type, "type");
    }

    public Builder interval(long startUnixNanos, long durationNanos) {
      this.startUnixNanos = startUnixNanos;
      this.durationNanos = durationNanos;
      return this;
    }

    public Builder attributes(Attributes attributes) {
      this.attributes = requireNonNull(attributes, "attributes");
      return this;
    }

    /** Copied. */
    public Builder samples(List<Sample> samples) {
      this.samples = new ArrayList<>(samples);
      return this;
    }

    /**
     * @throws IllegalArgumentException if there is no sample, no start or no duration
     */
    public Profile build() {
      if (samples.isEmpty()) {
        throw new IllegalArgumentException("profile " + type + " has no samples");
      }
      if (startUnixNanos <= 0 || durationNanos <= 0) {
        throw new IllegalArgumentException(
            "profile "
                + type
                + " starts at "
                + startUnixNanos
                + " ns and lasts "
                + durationNanos
                + " ns, expected both above 0");
      }
      return new Profile(this);
    }
  }
}
