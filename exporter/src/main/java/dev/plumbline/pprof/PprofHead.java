package dev.plumbline.pprof;

import dev.plumbline.wire.IntList;

/**
 * What a pprof profile says of itself as a whole. Words are string indexes, 0 where nothing is
 * said. Immutable once its profile has been handed out.
 */
public final class PprofHead {
  final IntList sampleTypes = new IntList();
  final IntList comments = new IntList();
  long timeNanos;
  long durationNanos;
  long period;
  int periodType;
  int periodUnit;
  int dropFrames;
  int keepFrames;
  int defaultSampleType;
  int docUrl;

  PprofHead() {}

  /** The same without sample types. */
  PprofHead withoutSampleTypes() {
    PprofHead copy = new PprofHead();
    for (int i = 0; i < comments.size(); i++) {
      copy.comments.add(comments.get(i));
    }
    copy.timeNanos = timeNanos;
    copy.durationNanos = durationNanos;
    copy.period = period;
    copy.periodType = periodType;
    copy.periodUnit = periodUnit;
    copy.dropFrames = dropFrames;
    copy.keepFrames = keepFrames;
    copy.defaultSampleType = defaultSampleType;
    copy.docUrl = docUrl;
    return copy;
  }

  /** Start, nanoseconds since the epoch; 0 if not said. */
  public long timeNanos() {
    return timeNanos;
  }

  public long durationNanos() {
    return durationNanos;
  }

  public long period() {
    return period;
  }

  public int periodType() {
    return periodType;
  }

  public int periodUnit() {
    return periodUnit;
  }

  public int dropFrames() {
    return dropFrames;
  }

  public int keepFrames() {
    return keepFrames;
  }

  /** Name of the type that is shown first. */
  public int defaultSampleType() {
    return defaultSampleType;
  }

  public int docUrl() {
    return docUrl;
  }

  public int commentCount() {
    return comments.size();
  }

  public int comment(int index) {
    return comments.get(index);
  }
}
