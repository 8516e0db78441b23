package dev.plumbline.sampling;

import static java.util.Objects.requireNonNull;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges records into samples (hop 4): records that agree in resource, profile type, stack trace,
 * attributes and link become one sample with the sum of their values. A window holds a bounded
 * number of distinct samples, in a bounded memory; a record that would be one more is dropped and
 * counted, or left to the caller, who can close the window first. Profiles and samples come in the
 * order of their first appearance, so equal input makes equal windows.
 *
 * <p>Confined to the thread that feeds it, but for {@link #accounts()}.
 */
public final class SampleAggregator {
  /** Distinct samples of one window unless set otherwise. */
  public static final int DEFAULT_MAX_SAMPLES = 200_000;

  private final Resource resource;
  private final Scope scope;
  private final SampleTable table;
  private final IdentityHashMap<SampleMapping, RecordReader> readers = new IdentityHashMap<>();
  private final Map<ProfileType, Map<Resource, ProfileGroup>> groups = new HashMap<>();
  private final List<ProfileGroup> groupsInOrder = new ArrayList<>();
  private final EnumMap<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
  private long accepted;
  private long inWindows;
  private long held;
  private long malformedLinks;
  private volatile AggregatorAccounts accounts = new AggregatorAccounts(0, 0, dropped, 0);

  private SampleAggregator(Builder builder) {
    this.resource = builder.resource;
    this.scope = builder.scope;
    this.table = new SampleTable(builder.maxSamples, builder.maxBytes);
  }

  /**
   * @param resource what all profiles come from, below the resource attributes of the records
   */
  public static Builder builder(Resource resource, Scope scope) {
    return new Builder(resource, scope);
  }

  /**
   * Merges all records of the batch into the open window.
   *
   * @param batch of a data source with the fields of the mapping's, in the same order; its own
   *     annotations are not looked at
   */
  public void add(SampleMapping mapping, RecordBatch batch) {
    RecordReader reader = reader(mapping, batch);
    try {
      for (int record = 0, size = batch.size(); record < size; record++) {
        if (!add(mapping, reader, batch, record)) {
          accepted++;
          drop(DropReason.WINDOW_FULL);
        }
      }
    } finally {
      publishAccounts();
    }
  }

  /**
   * Merges the records of the batch up to the first one for which the open window has no room; a
   * window that was just begun has room for at least one.
   *
   * @param first the first record to merge
   * @return the record for which there was no room, which is not counted; the batch's size if there
   *     was room for all
   */
  public int addUntilFull(SampleMapping mapping, RecordBatch batch, int first) {
    RecordReader reader = reader(mapping, batch);
    int size = batch.size();
    int record = first;
    try {
      while (record < size && add(mapping, reader, batch, record)) {
        record++;
      }
    } finally {
      publishAccounts();
    }
    return record;
  }

  private RecordReader reader(SampleMapping mapping, RecordBatch batch) {
    if (!mapping.reads(batch.dataSource())) {
      throw new IllegalArgumentException(
          "batch of " + batch.dataSource() + ", expected fields of " + mapping.dataSource());
    }
    RecordReader reader =
        readers.computeIfAbsent(mapping, absent -> new RecordReader(absent, resource));
    reader.usedInWindow = true;
    return reader;
  }

  /** False if there was no room; then nothing was counted. */
  private boolean add(SampleMapping mapping, RecordReader reader, RecordBatch batch, int record) {
    long value = mapping.value(batch, record);
    if (value <= 0) {
      accepted++;
      drop(value == 0 ? DropReason.ZERO_VALUE : DropReason.NEGATIVE_VALUE);
      return true;
    }
    Link link = reader.link(batch, record);
    ProfileGroup group = group(reader, mapping.profileType(), reader.resource(batch, record));
    ProfileGroup.Entry entry =
        group == null
            ? null
            : table.entry(
                group,
                reader.stackTrace(batch, record),
                reader.attributes(batch, record),
                link == null ? Link.NONE : link,
                reader.frameBytes());
    if (group == null || entry == null) {
      return false;
    }
    accepted++;
    malformedLinks += link == null ? 1 : 0;
    group.startSnapshot(batch.endUnixNanos());
    entry.add(value);
    held++;
    return true;
  }

  private void drop(DropReason reason) {
    dropped.merge(reason, 1L, Long::sum);
  }

  /** Null if the group is new and the window is full: it could hold nothing. */
  private @Nullable ProfileGroup group(
      RecordReader reader, ProfileType type, Resource groupResource) {
    ProfileGroup last = reader.lastGroup;
    if (last != null && last.resource().equals(groupResource)) {
      return last;
    }
    Map<Resource, ProfileGroup> byResource =
        groups.computeIfAbsent(type, ignored -> new HashMap<>());
    ProfileGroup group = byResource.get(groupResource);
    if (group == null) {
      if (table.isFull()) {
        return null;
      }
      group = new ProfileGroup(groupResource, type, groupsInOrder.size());
      byResource.put(groupResource, group);
      groupsInOrder.add(group);
    }
    reader.lastGroup = group;
    return group;
  }

  /**
   * Hands over what was merged since the last call and starts the next window.
   *
   * @param startUnixNanos start of the window, nanoseconds since the epoch, above 0
   * @param endUnixNanos its end, after the start
   * @return empty if no record came in; never a profile without samples
   */
  public ProfileWindow closeWindow(long startUnixNanos, long endUnixNanos) {
    if (startUnixNanos <= 0 || endUnixNanos <= startUnixNanos) {
      throw new IllegalArgumentException(
          "window from " + startUnixNanos + " to " + endUnixNanos + " ns, expected 0 < from < to");
    }
    List<Profile> profiles = new ArrayList<>(groupsInOrder.size());
    for (ProfileGroup group : groupsInOrder) {
      profiles.add(group.profile(scope, startUnixNanos, endUnixNanos - startUnixNanos));
    }
    startWindow();
    return ProfileWindow.of(profiles);
  }

  private void startWindow() {
    groups.clear();
    groupsInOrder.clear();
    table.clear();
    readers.values().removeIf(reader -> !reader.usedInWindow);
    readers.values().forEach(RecordReader::startWindow);
    inWindows += held;
    held = 0;
    publishAccounts();
  }

  private void publishAccounts() {
    accounts = new AggregatorAccounts(accepted, inWindows, dropped, malformedLinks);
  }

  /** As of the last batch or window. Thread-safe. */
  public AggregatorAccounts accounts() {
    return accounts;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final Resource resource;
    private final Scope scope;
    private int maxSamples = DEFAULT_MAX_SAMPLES;
    private long maxBytes = Long.MAX_VALUE;

    private Builder(Resource resource, Scope scope) {
      this.resource = requireNonNull(resource, "resource");
      this.scope = requireNonNull(scope, "scope");
    }

    /** Distinct samples that one window may hold, over all profiles. */
    public Builder maxSamples(int maxSamples) {
      this.maxSamples = maxSamples;
      return this;
    }

    /** Memory that one window may keep, estimated. Unbounded by default. */
    public Builder maxBytes(long maxBytes) {
      this.maxBytes = maxBytes;
      return this;
    }

    /**
     * @throws IllegalArgumentException if a bound is below 1
     */
    public SampleAggregator build() {
      if (maxSamples < 1 || maxBytes < 1) {
        throw new IllegalArgumentException(
            "maxSamples is " + maxSamples + ", maxBytes " + maxBytes + ", expected 1 or more");
      }
      return new SampleAggregator(this);
    }
  }
}
