package dev.plumbline.jfr;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What the decoder must know about the session that records. A chunk does not say it:
 * async-profiler writes its settings into the first chunk only. Immutable.
 */
public final class JfrSettings {
  /** How generated class names are shown. */
  public enum Names {
    /** Without addresses, numbers of lambdas, accessors and proxies: equal code has equal names. */
    NORMALIZED,
    /** As the JVM gives them. */
    VERBATIM
  }

  /** Threads of the agent itself are named so, and never appear in a profile. */
  public static final String AGENT_THREAD_PREFIX = "plumbline-";

  private final long cpuIntervalNanos;
  private final long wallIntervalNanos;
  private final long allocIntervalBytes;
  private final long nativememIntervalBytes;
  private final LockRules locks;
  private final int maxStackDepth;
  private final Names names;
  private final List<String> excludedThreadPrefixes;

  private JfrSettings(Builder builder) {
    this.cpuIntervalNanos = builder.cpuIntervalNanos;
    this.wallIntervalNanos = builder.wallIntervalNanos;
    this.allocIntervalBytes = builder.allocIntervalBytes;
    this.nativememIntervalBytes = builder.nativememIntervalBytes;
    this.locks = builder.locks;
    this.maxStackDepth = builder.maxStackDepth;
    this.names = builder.names;
    this.excludedThreadPrefixes = builder.excludedThreadPrefixes;
  }

  public static Builder builder() {
    return new Builder();
  }

  public long cpuIntervalNanos() {
    return cpuIntervalNanos;
  }

  public long wallIntervalNanos() {
    return wallIntervalNanos;
  }

  /** What one sampled live object stands for, if it is smaller. */
  public long allocIntervalBytes() {
    return allocIntervalBytes;
  }

  /** What one sampled native allocation stands for, if it is smaller. */
  public long nativememIntervalBytes() {
    return nativememIntervalBytes;
  }

  public LockRules locks() {
    return locks;
  }

  /** Depth of the session ({@code jstackdepth}): a stack of that many frames was cut. */
  public int maxStackDepth() {
    return maxStackDepth;
  }

  public Names names() {
    return names;
  }

  /** Samples of threads whose name starts so are left out and counted. */
  List<String> excludedThreadPrefixes() {
    return excludedThreadPrefixes;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private long cpuIntervalNanos = 10_000_000;
    private long wallIntervalNanos = 100_000_000;
    private long allocIntervalBytes = 4 << 20;
    private long nativememIntervalBytes = 1 << 20;
    private LockRules locks = LockRules.ofThreshold(10_000_000);
    private int maxStackDepth = 1024;
    private Names names = Names.NORMALIZED;
    private List<String> excludedThreadPrefixes = List.of(AGENT_THREAD_PREFIX);

    private Builder() {}

    public Builder cpuIntervalNanos(long cpuIntervalNanos) {
      this.cpuIntervalNanos = cpuIntervalNanos;
      return this;
    }

    public Builder wallIntervalNanos(long wallIntervalNanos) {
      this.wallIntervalNanos = wallIntervalNanos;
      return this;
    }

    public Builder allocIntervalBytes(long allocIntervalBytes) {
      this.allocIntervalBytes = allocIntervalBytes;
      return this;
    }

    public Builder nativememIntervalBytes(long nativememIntervalBytes) {
      this.nativememIntervalBytes = nativememIntervalBytes;
      return this;
    }

    public Builder locks(LockRules locks) {
      this.locks = requireNonNull(locks, "locks");
      return this;
    }

    public Builder maxStackDepth(int maxStackDepth) {
      this.maxStackDepth = maxStackDepth;
      return this;
    }

    public Builder names(Names names) {
      this.names = requireNonNull(names, "names");
      return this;
    }

    /** None of them empty; no prefix excludes no thread. */
    public Builder excludedThreadPrefixes(List<String> prefixes) {
      this.excludedThreadPrefixes = List.copyOf(prefixes);
      return this;
    }

    /**
     * @throws IllegalArgumentException if an interval is below 0 or over {@link Integer#MAX_VALUE}
     *     times 1000, or the depth below 1
     */
    public JfrSettings build() {
      requireInterval("cpu interval", cpuIntervalNanos);
      requireInterval("wall interval", wallIntervalNanos);
      requireInterval("alloc interval", allocIntervalBytes);
      requireInterval("nativemem interval", nativememIntervalBytes);
      if (maxStackDepth < 1) {
        throw new IllegalArgumentException(
            "stack depth is " + maxStackDepth + ", expected 1 or more");
      }
      return new JfrSettings(this);
    }

    private static void requireInterval(String name, long value) {
      if (value < 0 || value > Integer.MAX_VALUE * 1000L) {
        throw new IllegalArgumentException(name + " is " + value + ", expected 0 to 2^31 thousand");
      }
    }
  }
}
