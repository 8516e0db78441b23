package dev.plumbline.export;

import dev.plumbline.profile.SampleCounts;

/**
 * Told once what became of something that was handed over. Called under a lock of the exporter, on
 * any of its threads: it only notes what it hears.
 */
@FunctionalInterface
public interface SettlementListener {
  /** For those who do not ask. */
  SettlementListener NONE = settlement -> {};

  void settled(Settlement settlement);

  /** What became of it; every sample is in one of the three. Immutable. */
  final class Settlement {
    private final SampleCounts exported;
    private final SampleCounts rejected;
    private final SampleCounts dropped;
    private final String reason;

    private Settlement(
        SampleCounts exported, SampleCounts rejected, SampleCounts dropped, String reason) {
      this.exported = exported;
      this.rejected = rejected;
      this.dropped = dropped;
      this.reason = reason;
    }

    static Settlement exported(SampleCounts samples) {
      return new Settlement(samples, SampleCounts.EMPTY, SampleCounts.EMPTY, "");
    }

    static Settlement rejected(SampleCounts exported, SampleCounts rejected, String reason) {
      return new Settlement(exported, rejected, SampleCounts.EMPTY, reason);
    }

    static Settlement dropped(SampleCounts samples, String reason) {
      return new Settlement(SampleCounts.EMPTY, SampleCounts.EMPTY, samples, reason);
    }

    /** Both together; the reason is the later one's, if it has one. */
    Settlement plus(Settlement later) {
      return new Settlement(
          sum(exported, later.exported),
          sum(rejected, later.rejected),
          sum(dropped, later.dropped),
          later.reason.isEmpty() ? reason : later.reason);
    }

    private static SampleCounts sum(SampleCounts a, SampleCounts b) {
      return SampleCounts.builder().add(a).add(b).build();
    }

    /** The receiver has them. */
    public SampleCounts exported() {
      return exported;
    }

    /** The receiver did not want them. */
    public SampleCounts rejected() {
      return rejected;
    }

    /** They were never sent, or nobody knows. */
    public SampleCounts dropped() {
      return dropped;
    }

    /** Of the rejected or the dropped; empty without. */
    public String reason() {
      return reason;
    }
  }
}
