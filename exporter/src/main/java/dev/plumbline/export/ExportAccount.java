package dev.plumbline.export;

import dev.plumbline.otlp.DropReason;
import dev.plumbline.profile.ProfileType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of everything that an exporter was given, at one moment. For the samples of each
 * profile type and for requests alike: accepted = exported + dropped + rejected + held. Immutable.
 */
public final class ExportAccount {
  private final Map<ProfileType, Tally> samplesByType;
  private final Tally samples;
  private final Tally requests;
  private final Partly partly;
  private final long heldBytes;

  ExportAccount(
      Map<ProfileType, Tally> samplesByType, Tally requests, Partly partly, long heldBytes) {
    this.samplesByType = Collections.unmodifiableMap(new LinkedHashMap<>(samplesByType));
    this.samples = Tally.sum(samplesByType.values());
    this.requests = requests;
    this.partly = partly;
    this.heldBytes = heldBytes;
  }

  /** Of all types: samples as the windows hold them, equal ones already added together. */
  public Tally samples() {
    return samples;
  }

  /**
   * By profile type, whatever its period (the keys have period 1), in the order of their first
   * window; unmodifiable. After {@value AccountBook#MAX_TYPES} types all further ones share a line
   * of type {@code other}.
   */
  public Map<ProfileType, Tally> samplesByType() {
    return samplesByType;
  }

  /** For people: each type of which not all is exported; empty if there is none. */
  String shortfalls() {
    StringBuilder text = new StringBuilder();
    samplesByType.forEach(
        (type, tally) -> {
          if (tally.exported() < tally.accepted()) {
            text.append(text.length() == 0 ? "" : "; ").append(type.words()).append(": ");
            text.append(tally);
          }
        });
    return text.toString();
  }

  /**
   * Whether nothing was dropped, by us or by the receiver. What is held is not lost yet, and a
   * sample of value 0 says nothing.
   */
  public boolean isWithoutLoss() {
    long zeros = samples.droppedByReason().getOrDefault(DropReason.ZERO_VALUE.text(), 0L);
    return samples.dropped() == zeros && samples.rejected() == 0 && partly.rejectedProfiles == 0;
  }

  /** Of the dropped: what was held, or handed over, when the exporter was closed. */
  public long abandonedSamples() {
    return samples.droppedByReason().getOrDefault(ExportDrops.CLOSED, 0L);
  }

  /** Requests count as accepted when they have been encoded. */
  public Tally requests() {
    return requests;
  }

  /** The sum of what receivers reported as rejected in partial successes. */
  public long rejectedProfiles() {
    return partly.rejectedProfiles;
  }

  /**
   * Of the exported, rejected and dropped together: samples of requests that went more than one
   * way, where only the number is known. They are divided in proportion; all others are exact.
   */
  public long dividedSamples() {
    return partly.dividedSamples;
  }

  /** Bytes of the queue: encoded requests, and the estimate for windows that wait. */
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  public String toString() {
    String shortfalls = shortfalls();
    return "samples "
        + samples
        + ", requests "
        + requests
        + (shortfalls.isEmpty() ? "" : "; of these " + shortfalls);
  }

  /** What is known of requests that were taken in part. Immutable. */
  static final class Partly {
    private final long rejectedProfiles;
    private final long dividedSamples;

    Partly(long rejectedProfiles, long dividedSamples) {
      this.rejectedProfiles = rejectedProfiles;
      this.dividedSamples = dividedSamples;
    }
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

    static Tally sum(Collection<Tally> parts) {
      long accepted = 0;
      long exported = 0;
      long held = 0;
      Map<String, Long> dropped = new TreeMap<>();
      Map<String, Long> rejected = new TreeMap<>();
      for (Tally part : parts) {
        accepted += part.accepted;
        exported += part.exported;
        held += part.held;
        part.dropped.forEach((reason, count) -> dropped.merge(reason, count, Long::sum));
        part.rejected.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
      }
      return new Tally(accepted, exported, dropped, rejected, held);
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
