package dev.plumbline.convert;

import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.otlp.decode.OtlpProfile;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.OtlpResource;
import dev.plumbline.otlp.decode.OtlpScope;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import org.jspecify.annotations.Nullable;

/** What a request holds, without a window being made of it. Stateless. */
public final class OtlpSummary {
  private OtlpSummary() {}

  /**
   * The samples of a request that can be sent on as it came: nothing in it contradicts itself, each
   * profile says its type and a time that can be meant.
   *
   * @return null if something has to be left out or made whole
   */
  public static @Nullable SampleCounts samplesIfWhole(OtlpRequest request) {
    SampleCounts.Builder counts = SampleCounts.builder();
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : scope.profiles()) {
          if (!add(profile, request.dictionary(), counts)) {
            return null;
          }
        }
      }
    }
    return request.inconsistentSamples() > 0 ? null : counts.build();
  }

  /** Of a window of it, about. */
  public static long windowBytes(OtlpRequest request) {
    OtlpDictionary dictionary = request.dictionary();
    long references = 0;
    for (int stack = 0; stack < dictionary.stackCount(); stack++) {
      references += dictionary.stackDepth(stack);
    }
    return new WindowEstimate()
        .samples(request.sampleCount())
        .stacks(dictionary.stackCount(), references)
        .frames(dictionary.locationCount())
        .attributes(dictionary.attributeListCount())
        .bytes();
  }

  private static boolean add(
      OtlpProfile profile, OtlpDictionary dictionary, SampleCounts.Builder counts) {
    ProfileType type =
        TypeWords.of(
            dictionary.string(profile.type()),
            dictionary.string(profile.unit()),
            dictionary.string(profile.periodType()),
            dictionary.string(profile.periodUnit()),
            profile.period());
    boolean isTimed = Interval.of(profile.timeUnixNanos(), profile.durationNanos(), 1).isTimed;
    if (type == null || !isTimed) {
      return false;
    }
    counts.add(type, profile.samples().count());
    return true;
  }
}
