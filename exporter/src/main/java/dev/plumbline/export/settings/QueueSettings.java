package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** The bounds of what an exporter holds. Immutable. */
public final class QueueSettings {
  public static final long DEFAULT_MAX_BYTES = 16L << 20;
  public static final int DEFAULT_MAX_ITEMS = 1_000;
  public static final QueueSettings DEFAULT =
      of(DEFAULT_MAX_BYTES, DEFAULT_MAX_ITEMS, QueuePolicy.DROP_OLDEST);

  private final long maxBytes;
  private final int maxItems;
  private final QueuePolicy policy;

  private QueueSettings(long maxBytes, int maxItems, QueuePolicy policy) {
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
    this.policy = requireNonNull(policy, "policy");
    Bounds.atLeast("queue maximum bytes", maxBytes, 1);
    Bounds.atLeast("queue maximum items", maxItems, 1);
  }

  /**
   * @param maxBytes of encoded requests and of windows that are not encoded yet (estimated)
   * @param maxItems requests and windows
   * @throws IllegalArgumentException if a bound is below 1
   */
  public static QueueSettings of(long maxBytes, int maxItems, QueuePolicy policy) {
    return new QueueSettings(maxBytes, maxItems, policy);
  }

  public long maxBytes() {
    return maxBytes;
  }

  public int maxItems() {
    return maxItems;
  }

  public QueuePolicy policy() {
    return policy;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueueSettings
        && ((QueueSettings) other).maxBytes == maxBytes
        && ((QueueSettings) other).maxItems == maxItems
        && ((QueueSettings) other).policy == policy;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(maxBytes) + maxItems) + policy.hashCode();
  }

  @Override
  public String toString() {
    return "QueueSettings[" + maxBytes + " bytes, " + maxItems + " items, " + policy + "]";
  }
}
