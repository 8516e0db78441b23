package dev.plumbline.otlp.decode;

import java.util.Collections;
import java.util.List;

/**
 * A decoded request: every index in it is within its table, every string well formed. It reads from
 * the bytes that it was decoded from, which must not change. Immutable; may be shared.
 */
public final class OtlpRequest {
  private final ReceivedLevel level;
  private final OtlpDictionary dictionary;
  private final List<OtlpResource> resources;
  private final int unknownFields;
  private final boolean hasUnpackedValues;
  private final int inconsistentSamples;

  OtlpRequest(
      ReceivedLevel level, OtlpDictionary dictionary, List<OtlpResource> resources, Budget spent) {
    this.level = level;
    this.dictionary = dictionary;
    this.resources = Collections.unmodifiableList(resources);
    this.unknownFields = spent.unknownFields();
    this.hasUnpackedValues = spent.hasUnpackedValues();
    this.inconsistentSamples = countInconsistent();
  }

  /** The numbering by which it was read. */
  public ReceivedLevel level() {
    return level;
  }

  public OtlpDictionary dictionary() {
    return dictionary;
  }

  /** Unmodifiable. */
  public List<OtlpResource> resources() {
    return resources;
  }

  /** Fields that the level does not know: a newer sender, or one of another level. */
  public int unknownFields() {
    return unknownFields;
  }

  public int profileCount() {
    int count = 0;
    for (OtlpResource resource : resources) {
      for (OtlpScope scope : resource.scopes) {
        count += scope.profiles.size();
      }
    }
    return count;
  }

  public int sampleCount() {
    int count = 0;
    for (OtlpResource resource : resources) {
      for (OtlpScope scope : resource.scopes) {
        for (OtlpProfile profile : scope.profiles) {
          count += profile.samples.count();
        }
      }
    }
    return count;
  }

  /**
   * What speaks against this level: unknown fields, contradictory samples, attributes of frames or
   * mappings on samples. 0 for a request that was read as it was meant.
   */
  public int doubts() {
    return unknownFields + inconsistentSamples + dictionary.misplacedAttributes();
  }

  /**
   * Whether values came one by one, as hardly any writer has them: where the level is not known
   * they may be single numbers of another one.
   */
  boolean hasUnpackedValues() {
    return hasUnpackedValues;
  }

  /** Samples whose values and timestamps contradict each other. */
  public int inconsistentSamples() {
    return inconsistentSamples;
  }

  private int countInconsistent() {
    int count = 0;
    for (OtlpResource resource : resources) {
      for (OtlpScope scope : resource.scopes) {
        for (OtlpProfile profile : scope.profiles) {
          count += inconsistent(profile.samples);
        }
      }
    }
    return count;
  }

  private static int inconsistent(OtlpSamples samples) {
    int count = 0;
    for (int sample = 0; sample < samples.count(); sample++) {
      count += samples.isConsistent(sample) ? 0 : 1;
    }
    return count;
  }
}
