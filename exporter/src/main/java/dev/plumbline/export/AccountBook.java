package dev.plumbline.export;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Hop 8: running counts of the samples of each profile type, and of requests. Sources of others may
 * bring any number of types, so only the first {@link #MAX_TYPES} have a line of their own. Guarded
 * by its owner's lock.
 */
public final class AccountBook {
  static final int MAX_TYPES = 256;

  /** The line of all types that came after the others. */
  static final ProfileType OTHER_TYPES = ProfileType.builder("other", "count").build();

  private final Map<ProfileType, Ledger> samples = new LinkedHashMap<>();
  private final Ledger requests = new Ledger();
  private long rejectedProfiles;
  private long dividedSamples;

  Ledger requests() {
    return requests;
  }

  public void accepted(SampleCounts counts) {
    each(counts, Ledger::accepted);
  }

  public void exported(SampleCounts counts) {
    each(counts, Ledger::exported);
  }

  public void dropped(String reason, SampleCounts counts) {
    each(counts, (ledger, count) -> ledger.dropped(reason, count));
  }

  public void rejected(String reason, SampleCounts counts) {
    each(counts, (ledger, count) -> ledger.rejected(reason, count));
  }

  void rejectedProfiles(long profiles) {
    rejectedProfiles += profiles;
  }

  /** That many of what is counted elsewhere were divided in proportion, since nobody knows more. */
  public void divided(long samples) {
    dividedSamples += samples;
  }

  /** The account of this moment, in which that much is held. */
  public ExportAccount account(SampleCounts heldSamples, long heldRequests, long heldBytes) {
    Map<Ledger, Long> held = new LinkedHashMap<>();
    each(heldSamples, (ledger, count) -> held.merge(ledger, count, Long::sum));
    Map<ProfileType, ExportAccount.Tally> tallies = new LinkedHashMap<>();
    samples.forEach(
        (type, ledger) -> tallies.put(type, ledger.tally(held.getOrDefault(ledger, 0L))));
    return new ExportAccount(
        tallies,
        requests.tally(heldRequests),
        new ExportAccount.Partly(rejectedProfiles, dividedSamples),
        heldBytes);
  }

  private void each(SampleCounts counts, ObjLongConsumer<Ledger> action) {
    for (ProfileType type : counts.types()) {
      action.accept(ledger(type), counts.of(type));
    }
  }

  /** A type that has a line keeps it, and one that came too late never gets one. */
  private Ledger ledger(ProfileType type) {
    Ledger known = samples.get(type);
    if (known != null) {
      return known;
    }
    ProfileType line = samples.size() < MAX_TYPES ? type : OTHER_TYPES;
    return samples.computeIfAbsent(line, absent -> new Ledger());
  }
}
