package dev.plumbline.sampling;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of one resource and profile type while the window is open, in the order of their
 * first appearance. Confined to the aggregator's thread.
 */
final class ProfileGroup {
  private final Resource resource;
  private final ProfileType type;
  private final int ordinal;
  private final List<Entry> entries = new ArrayList<>();
  private int snapshots;
  private long snapshotEndUnixNanos;

  /**
   * @param ordinal different for each group of a window
   */
  ProfileGroup(Resource resource, ProfileType type, int ordinal) {
    this.resource = resource;
    this.type = type;
    this.ordinal = ordinal;
  }

  /** One distinct sample and its value so far. */
  static final class Entry {
    final int hash;
    final ProfileGroup group;
    final StackTrace stackTrace;
    final Attributes attributes;
    final Link link;
    private long value;

    Entry(int hash, ProfileGroup group, StackTrace stackTrace, Attributes attributes, Link link) {
      this.hash = hash;
      this.group = group;
      this.stackTrace = stackTrace;
      this.attributes = attributes;
      this.link = link;
    }

    /** Adds; what passes the largest long stays there. */
    void add(long more) {
      value = value > Long.MAX_VALUE - more ? Long.MAX_VALUE : value + more;
    }

    boolean is(ProfileGroup aGroup, StackTrace aStackTrace, Attributes someAttributes, Link aLink) {
      return group == aGroup
          && stackTrace.equals(aStackTrace)
          && attributes.equals(someAttributes)
          && link.equals(aLink);
    }
  }

  Resource resource() {
    return resource;
  }

  int ordinal() {
    return ordinal;
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  /**
   * Notes that records of an interval with that end follow. A stock has one state per end, and the
   * window averages them; batches with the same end are parts of one state and add.
   */
  void startSnapshot(long endUnixNanos) {
    if (snapshots == 0 || endUnixNanos != snapshotEndUnixNanos) {
      snapshots++;
      snapshotEndUnixNanos = endUnixNanos;
    }
  }

  Profile profile(Scope scope, long startUnixNanos, long durationNanos) {
    List<Sample> samples = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      samples.add(Sample.of(entry.stackTrace, entry.attributes, entry.link, value(entry)));
    }
    return Profile.builder(resource, scope, type)
        .interval(startUnixNanos, durationNanos)
        .samples(samples)
        .build();
  }

  /** At least 1, since every record that came in had a value. */
  private long value(Entry entry) {
    if (type.accumulation() == Accumulation.FLOW || snapshots < 2) {
      return entry.value;
    }
    long half = entry.value % snapshots * 2 >= snapshots ? 1 : 0;
    return Math.max(1, entry.value / snapshots + half);
  }
}
