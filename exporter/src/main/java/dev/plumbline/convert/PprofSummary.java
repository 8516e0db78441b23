package dev.plumbline.convert;

import dev.plumbline.pprof.PprofHead;
import dev.plumbline.pprof.PprofProfile;

/** What a pprof profile holds, without a window being made of it. Stateless. */
public final class PprofSummary {
  private PprofSummary() {}

  /** Whether {@link PprofToOtlp} leaves nothing out: each sample type says its name and unit. */
  public static boolean isWhole(PprofProfile profile) {
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      if (profile.strings().isEmpty(profile.sampleType(type))
          || profile.strings().isEmpty(profile.sampleUnit(type))) {
        return false;
      }
    }
    return true;
  }

  /** Of a window of it, about. */
  public static long windowBytes(PprofProfile profile) {
    return new WindowEstimate()
        .samples((long) profile.sampleCount() * profile.sampleTypeCount())
        .stacks(profile.stackCount(), profile.stackReferenceCount())
        .frames(profile.locationCount())
        .attributes(profile.labelSetCount())
        .bytes();
  }

  /** Whether any sample has a value that is not zero. */
  public static boolean hasValues(PprofProfile profile) {
    for (int sample = 0; sample < profile.sampleCount(); sample++) {
      for (int type = 0; type < profile.sampleTypeCount(); type++) {
        if (profile.value(sample, type) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the profile says a time that can be meant; else it gets the time of its receipt. */
  public static boolean isTimed(PprofProfile profile) {
    PprofHead head = profile.head();
    return Interval.of(head.timeNanos(), head.durationNanos(), 1).isTimed;
  }
}
