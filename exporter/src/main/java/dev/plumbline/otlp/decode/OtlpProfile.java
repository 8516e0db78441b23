package dev.plumbline.otlp.decode;

import dev.plumbline.wire.IntList;

/**
 * One profile of a request: samples of one type. Words are string indexes, 0 where nothing is said;
 * a profile of level 1.7 with several types has become several of these. Immutable once handed out.
 */
public final class OtlpProfile {
  final OtlpSamples samples;
  final IntList comments;
  int type;
  int unit;
  int periodType;
  int periodUnit;
  long period;
  long timeUnixNanos;
  long durationNanos;
  int attributeList;
  int droppedAttributesCount;
  byte[] profileId = {};
  String payloadFormat = "";
  int payloadBytes;
  boolean isDefaultType;

  OtlpProfile(OtlpSamples samples) {
    this(samples, new IntList());
  }

  private OtlpProfile(OtlpSamples samples, IntList comments) {
    this.samples = samples;
    this.comments = comments;
  }

  /** This profile with other samples; its type is still to be set. */
  OtlpProfile withSamples(OtlpSamples others) {
    OtlpProfile copy = new OtlpProfile(others, comments);
    copy.periodType = periodType;
    copy.periodUnit = periodUnit;
    copy.period = period;
    copy.timeUnixNanos = timeUnixNanos;
    copy.durationNanos = durationNanos;
    copy.attributeList = attributeList;
    copy.droppedAttributesCount = droppedAttributesCount;
    copy.profileId = profileId;
    copy.payloadFormat = payloadFormat;
    copy.payloadBytes = payloadBytes;
    return copy;
  }

  public OtlpSamples samples() {
    return samples;
  }

  public int type() {
    return type;
  }

  public int unit() {
    return unit;
  }

  public int periodType() {
    return periodType;
  }

  public int periodUnit() {
    return periodUnit;
  }

  /** 0 if not periodic or not known. */
  public long period() {
    return period;
  }

  /** Start of the window, nanoseconds since the epoch; 0 if not said. */
  public long timeUnixNanos() {
    return timeUnixNanos;
  }

  public long durationNanos() {
    return durationNanos;
  }

  /** Index of a list of the dictionary; 0 for none. */
  public int attributeList() {
    return attributeList;
  }

  public int droppedAttributesCount() {
    return droppedAttributesCount;
  }

  /** 16 bytes or none; a copy. */
  public byte[] profileId() {
    return profileId.clone();
  }

  /** Such as {@code pprof}; empty if there is no original payload. */
  public String payloadFormat() {
    return payloadFormat;
  }

  /** Length of the original payload, which is not kept. */
  public int payloadBytes() {
    return payloadBytes;
  }

  /** Comments as levels up to 1.8 have them, as string indexes. */
  public int commentCount() {
    return comments.size();
  }

  public int comment(int index) {
    return comments.get(index);
  }

  /** Whether level 1.7 names this type as the one to show first. */
  public boolean isDefaultType() {
    return isDefaultType;
  }
}
