package dev.plumbline.sampling;

import java.util.EnumMap;
import java.util.Map;

/**
 * Records that an aggregator has taken since it was made, and where each is: at every moment
 * accepted = in windows + held + dropped. Immutable.
 */
public final class AggregatorAccounts {
  private final long accepted;
  private final long inWindows;
  private final Map<DropReason, Long> dropped;
  private final long malformedLinks;

  AggregatorAccounts(
      long accepted, long inWindows, EnumMap<DropReason, Long> dropped, long malformedLinks) {
    this.accepted = accepted;
    this.inWindows = inWindows;
    this.dropped = new EnumMap<>(dropped);
    this.malformedLinks = malformedLinks;
  }

  /** Records given to the aggregator. */
  public long accepted() {
    return accepted;
  }

  /** Records merged into windows that have been closed. */
  public long inWindows() {
    return inWindows;
  }

  /** Records merged into the window that is open. */
  public long held() {
    return accepted - inWindows - dropped();
  }

  public long dropped(DropReason reason) {
    return dropped.getOrDefault(reason, 0L);
  }

  /** Records dropped for any reason. */
  public long dropped() {
    long sum = 0;
    for (long count : dropped.values()) {
      sum += count;
    }
    return sum;
  }

  /** Records that were kept, but without their link, since its ids are no ids. */
  public long malformedLinks() {
    return malformedLinks;
  }
}
