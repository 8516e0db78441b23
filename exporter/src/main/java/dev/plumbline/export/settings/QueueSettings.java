package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The bounds of what an exporter holds; those that nobody set are the defaults of the queue that
 * they are for, which are others on disk than in memory. Immutable.
 */
public final class QueueSettings {
  public static final long DEFAULT_MAX_BYTES = 16L << 20;
  public static final int DEFAULT_MAX_ITEMS = 1_000;
  private static final int NOT_SET = 0;
  public static final QueueSettings DEFAULT =
      new QueueSettings(NOT_SET, NOT_SET, QueuePolicy.DROP_OLDEST);

  private final long maxBytes;
  private final int maxItems;
  private final QueuePolicy policy;

  private QueueSettings(long maxBytes, int maxItems, QueuePolicy policy) {
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
    this.policy = requireNonNull(policy, "policy");
  }

  /**
   * @param maxBytes of encoded requests and of windows that are not encoded yet (estimated)
   * @param maxItems requests and windows
   * @throws IllegalArgumentException if a bound is below 1
   */
  public static QueueSettings of(long maxBytes, int maxItems, QueuePolicy policy) {
    return DEFAULT.withMaxBytes(maxBytes).withMaxItems(maxItems).withPolicy(policy);
  }

  /**
   * @throws IllegalArgumentException if it is below 1
   */
  public QueueSettings withMaxBytes(long other) {
    Bounds.atLeast("queue maximum bytes", other, 1);
    return new QueueSettings(other, maxItems, policy);
  }

  /**
   * @throws IllegalArgumentException if it is below 1
   */
  public QueueSettings withMaxItems(int other) {
    Bounds.atLeast("queue maximum items", other, 1);
    return new QueueSettings(maxBytes, other, policy);
  }

  public QueueSettings withPolicy(QueuePolicy other) {
    return new QueueSettings(maxBytes, maxItems, other);
  }

  /** Of a queue in memory. */
  public long maxBytes() {
    return maxBytesOr(DEFAULT_MAX_BYTES);
  }

  /** What was set, else the default of the queue that asks. */
  public long maxBytesOr(long byDefault) {
    return maxBytes == NOT_SET ? byDefault : maxBytes;
  }

  /** Of a queue in memory. */
  public int maxItems() {
    return maxItemsOr(DEFAULT_MAX_ITEMS);
  }

  /** What was set, else the default of the queue that asks. */
  public int maxItemsOr(int byDefault) {
    return maxItems == NOT_SET ? byDefault : maxItems;
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
    return "QueueSettings[" + maxBytes() + " bytes, " + maxItems() + " items, " + policy + "]";
  }
}
