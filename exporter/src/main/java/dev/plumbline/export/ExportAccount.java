package dev.plumbline.export;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of everything that an exporter was given, at one moment. For samples and for requests
 * alike: accepted = exported + dropped + rejected + held. Immutable.
 */
public final class ExportAccount {
  private final Tally samples;
  private final Tally requests;
  private final long rejectedProfiles;
  private final long heldBytes;

  ExportAccount(Tally samples, Tally requests, long rejectedProfiles, long heldBytes) {
    this.samples = samples;
    this.requests = requests;
    this.rejectedProfiles = rejectedProfiles;
    this.heldBytes = heldBytes;
  }

  /** Samples as the windows hold them: equal ones already added together. */
  public Tally samples() {
    return samples;
  }

  /** Requests count as accepted when they have been encoded. */
  public Tally requests() {
    return requests;
  }

  /** The sum of what receivers reported as rejected in partial successes. */
  public long rejectedProfiles() {
    return rejectedProfiles;
  }

  /** Bytes of the queue: encoded requests, and the estimate for windows that wait. */
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  public String toString() {
    return "samples " + samples + ", requests " + requests;
  }

  /** One line of the account. Immutable. */
  public static final class Tally {
    private final long accepted;
    private final long exported;
    private final Map<String, Long> dropped;
    private final Map<String, Long> rejected;
    private final long held;

    Tally(
        long accepted,
        long exported,
        Map<String, Long> dropped,
        Map<String, Long> rejected,
        long held) {
      this.accepted = accepted;
      this.exported = exported;
      this.dropped = Collections.unmodifiableMap(new TreeMap<>(dropped));
      this.rejected = Collections.unmodifiableMap(new TreeMap<>(rejected));
      this.held = held;
    }

    public long accepted() {
      return accepted;
    }

    public long exported() {
      return exported;
    }

    /** By us, by reason; unmodifiable, sorted. */
    public Map<String, Long> droppedByReason() {
      return dropped;
    }

    public long dropped() {
      return sum(dropped);
    }

    /** By the receiver, by reason; unmodifiable, sorted. */
    public Map<String, Long> rejectedByReason() {
      return rejected;
    }

    public long rejected() {
      return sum(rejected);
    }

    public long held() {
      return held;
    }

    private static long sum(Map<String, Long> counts) {
      long sum = 0;
      for (long count : counts.values()) {
        sum += count;
      }
      return sum;
    }

    @Override
    public String toString() {
      return accepted
          + " accepted, "
          + exported
          + " exported, dropped "
          + dropped
          + ", rejected "
          + rejected
          + ", "
          + held
          + " held";
    }
  }
}
