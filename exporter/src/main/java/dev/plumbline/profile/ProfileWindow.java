package dev.plumbline.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a source hands over per interval: the profiles of all its resources and types, which share
 * stacks and are sent together where the receiver's limit allows. Immutable.
 */
public final class ProfileWindow {
  public static final ProfileWindow EMPTY = new ProfileWindow(Collections.emptyList());

  private final List<Profile> profiles;

  private ProfileWindow(List<Profile> profiles) {
    this.profiles = profiles;
  }

  /** The list is copied. */
  public static ProfileWindow of(List<Profile> profiles) {
    return profiles.isEmpty()
        ? EMPTY
        : new ProfileWindow(Collections.unmodifiableList(new ArrayList<>(profiles)));
  }

  /** Unmodifiable. */
  public List<Profile> profiles() {
    return profiles;
  }

  /** An empty window is never sent. */
  public boolean isEmpty() {
    return profiles.isEmpty();
  }

  /**
   * Samples of all profiles: the unit in which every hop accounts for what it accepted, dropped or
   * lost.
   */
  public int sampleCount() {
    int count = 0;
    for (Profile profile : profiles) {
      count += profile.samples().size();
    }
    return count;
  }

  /** As {@link #sampleCount}, by profile type. */
  public SampleCounts samples() {
    SampleCounts.Builder counts = SampleCounts.builder();
    for (Profile profile : profiles) {
      counts.add(profile.type(), profile.samples().size());
    }
    return counts.build();
  }

  @Override
  public String toString() {
    return "ProfileWindow" + profiles;
  }
}
