package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.otlp.LinkZero;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.SampleAlignment;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;

/** How pprof becomes OTLP: what pprof does not say, and what the receiver asks for. Immutable. */
public final class OtlpTarget {
  private final OtlpLevel level;
  private final LinkZero linkZero;
  private final SampleAlignment alignment;
  private final Resource resource;
  private final Scope scope;
  private final long receivedUnixNanos;
  private final int maxRequestBytes;

  private OtlpTarget(Builder builder) {
    this.level = builder.level;
    this.linkZero = builder.linkZero;
    this.alignment = builder.alignment;
    this.resource = builder.resource;
    this.scope = builder.scope;
    this.receivedUnixNanos = builder.receivedUnixNanos;
    this.maxRequestBytes = builder.maxRequestBytes;
  }

  /** A target at which nothing is lost: aligned samples, in one request, and nothing completed. */
  public static Builder builder(OtlpLevel level) {
    return new Builder(level);
  }

  OtlpLevel level() {
    return level;
  }

  LinkZero linkZero() {
    return linkZero;
  }

  boolean keepsZeros() {
    return alignment == SampleAlignment.PPROF_ALIGNED;
  }

  Resource resource() {
    return resource;
  }

  Scope scope() {
    return scope;
  }

  /** 0 if times and periods stay as they are. */
  long receivedUnixNanos() {
    return receivedUnixNanos;
  }

  int maxRequestBytes() {
    return maxRequestBytes;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final OtlpLevel level;
    private LinkZero linkZero = LinkZero.EMPTY;
    private SampleAlignment alignment = SampleAlignment.PPROF_ALIGNED;
    private Resource resource = Resource.of(Attributes.EMPTY);
    private Scope scope = Scope.of("", "");
    private long receivedUnixNanos;
    private int maxRequestBytes = Integer.MAX_VALUE;

    private Builder(OtlpLevel level) {
      this.level = requireNonNull(level, "level");
    }

    public Builder linkZero(LinkZero linkZero) {
      this.linkZero = requireNonNull(linkZero, "linkZero");
      return this;
    }

    public Builder alignment(SampleAlignment alignment) {
      this.alignment = requireNonNull(alignment, "alignment");
      return this;
    }

    public Builder resource(Resource resource) {
      this.resource = requireNonNull(resource, "resource");
      return this;
    }

    public Builder scope(Scope scope) {
      this.scope = requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Completes what receivers need and pprof left out: a time before 2000 becomes this one less
     * the duration, a period that is missing one of the type itself, a sample without a stack gets
     * the frame that says so.
     */
    public Builder receivedAt(long receivedUnixNanos) {
      this.receivedUnixNanos = receivedUnixNanos;
      return this;
    }

    /** Uncompressed; above it the samples are divided over several requests. */
    public Builder maxRequestBytes(int maxRequestBytes) {
      this.maxRequestBytes = maxRequestBytes;
      return this;
    }

    /** As for an exporter with its defaults: requests of 4 MiB, no zeros, all completed. */
    public Builder forReceiver(long receivedUnixNanos) {
      return alignment(SampleAlignment.INDEPENDENT)
          .receivedAt(receivedUnixNanos)
          .maxRequestBytes(OtlpEncoder.DEFAULT_MAX_REQUEST_BYTES);
    }

    public OtlpTarget build() {
      return new OtlpTarget(this);
    }
  }
}
