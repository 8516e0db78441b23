package dev.plumbline.cli;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import java.util.ArrayList;
import java.util.List;

/** Profiles of one type of several resources or windows as one, for a form that shows one. */
final class MergedProfiles {
  private MergedProfiles() {}

  /** The first one with the samples of all. */
  static Profile of(List<Profile> profiles) {
    if (profiles.size() == 1) {
      return profiles.get(0);
    }
    List<Sample> samples = new ArrayList<>();
    for (Profile profile : profiles) {
      samples.addAll(profile.samples());
    }
    return profiles.get(0).withSamples(samples);
  }
}
