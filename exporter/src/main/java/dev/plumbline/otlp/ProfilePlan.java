package dev.plumbline.otlp;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;

/**
 * One {@code Profile} message before it is known which requests take its samples. Samples are
 * identities of the window's dictionary with a value and a weight: how many samples of the window
 * were added together here. Immutable; its arrays are shared inside the package and never changed.
 */
final class ProfilePlan {
  final ScopePlan scope;
  final ProfileType profileType;
  final long startUnixNanos;
  final long durationNanos;
  final long period;

  /** Sample type, its unit, period type, its unit: strings of the window's dictionary. */
  final int type;

  final int unit;
  final int periodType;
  final int periodUnit;

  /** Attribute list of the window's dictionary; 0 if the profile has none. */
  final int attributeList;

  final int droppedAttributes;
  final int[] identities;
  final long[] values;
  final int[] weights;

  ProfilePlan(WindowDictionary dictionary, ScopePlan scope, Profile profile, SampleList samples) {
    KeptAttributes kept = AttributeRules.ofEntry(profile.attributes());
    this.scope = scope;
    this.profileType = profile.type();
    this.startUnixNanos = profile.startUnixNanos();
    this.durationNanos = profile.durationNanos();
    this.period = profileType.period();
    this.type = dictionary.strings.intern(ProfileWord.of(profileType.type()));
    this.unit = dictionary.strings.intern(profileType.unit());
    this.periodType = dictionary.strings.intern(ProfileWord.of(profileType.periodType()));
    this.periodUnit = dictionary.strings.intern(profileType.periodUnit());
    this.attributeList = dictionary.attributeList(kept);
    this.droppedAttributes = kept.droppedCount();
    this.identities = samples.identities();
    this.values = samples.values();
    this.weights = samples.weights();
  }

  private ProfilePlan(ProfilePlan whole, SampleList samples) {
    this.scope = whole.scope;
    this.profileType = whole.profileType;
    this.startUnixNanos = whole.startUnixNanos;
    this.durationNanos = whole.durationNanos;
    this.period = whole.period;
    this.type = whole.type;
    this.unit = whole.unit;
    this.periodType = whole.periodType;
    this.periodUnit = whole.periodUnit;
    this.attributeList = whole.attributeList;
    this.droppedAttributes = whole.droppedAttributes;
    this.identities = samples.identities();
    this.values = samples.values();
    this.weights = samples.weights();
  }

  /** The same profile with other samples. */
  ProfilePlan withSamples(SampleList samples) {
    return new ProfilePlan(this, samples);
  }

  int sampleCount() {
    return identities.length;
  }
}
