package dev.plumbline.it.received;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One profile of one request, with its resource. Immutable. */
public final class ReceivedProfile {
  private final String type;
  private final String periodType;
  private final long period;
  private final long startUnixNanos;
  private final long durationNanos;
  private final Map<String, String> resource;
  private final Map<String, String> attributes;
  private final List<ReceivedSample> samples;

  ReceivedProfile(
      ProfileHead head,
      Map<String, String> resource,
      Map<String, String> attributes,
      List<ReceivedSample> samples) {
    this.type = head.type;
    this.periodType = head.periodType;
    this.period = head.period;
    this.startUnixNanos = head.startUnixNanos;
    this.durationNanos = head.durationNanos;
    this.resource = Collections.unmodifiableMap(resource);
    this.attributes = Collections.unmodifiableMap(attributes);
    this.samples = Collections.unmodifiableList(samples);
  }

  /** Sample type and unit, such as {@code samples/count}. */
  public String type() {
    return type;
  }

  /** Such as {@code cpu/nanoseconds}. */
  public String periodType() {
    return periodType;
  }

  public long period() {
    return period;
  }

  public long startUnixNanos() {
    return startUnixNanos;
  }

  public long endUnixNanos() {
    return startUnixNanos + durationNanos;
  }

  public long durationNanos() {
    return durationNanos;
  }

  public Map<String, String> resource() {
    return resource;
  }

  public Map<String, String> attributes() {
    return attributes;
  }

  public List<ReceivedSample> samples() {
    return samples;
  }

  /** Sum of the samples' values. */
  public long total() {
    return samples.stream().mapToLong(ReceivedSample::value).sum();
  }

  /** The scalar fields of a profile, filled by the one who reads it. */
  static final class ProfileHead {
    String type = "";
    String periodType = "";
    long period;
    long startUnixNanos;
    long durationNanos;
  }
}
