package dev.plumbline.otlp;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.SampleCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A window as requests, in the order in which they are sent, with what had to stay behind. Every
 * sample of the window is accounted for: it is in {@link ExportRequest#samples()} of exactly one
 * request (also if it was added to an equal one there) or in {@link #dropped}. Immutable.
 */
public final class EncodedWindow {
  private final List<ExportRequest> requests;
  private final Map<DropReason, SampleCounts> dropped;
  private final int droppedAttributes;
  private final int truncatedStacks;

  /**
   * @param dropped unmodifiable
   */
  EncodedWindow(
      List<ExportRequest> requests,
      Map<DropReason, SampleCounts> dropped,
      int droppedAttributes,
      int truncatedStacks) {
    this.requests = Collections.unmodifiableList(new ArrayList<>(requests));
    this.dropped = dropped;
    this.droppedAttributes = droppedAttributes;
    this.truncatedStacks = truncatedStacks;
  }

  /** Unmodifiable; empty if nothing remained to send. */
  public List<ExportRequest> requests() {
    return requests;
  }

  /** Samples of the window that are in no request, by reason; unmodifiable, without zeros. */
  public Map<DropReason, SampleCounts> dropped() {
    return dropped;
  }

  /** Samples left out for that reason. */
  public long dropped(DropReason reason) {
    return dropped.getOrDefault(reason, SampleCounts.EMPTY).total();
  }

  /** Samples left out for any reason. */
  public long droppedSamples() {
    return dropped.values().stream().mapToLong(SampleCounts::total).sum();
  }

  /** Samples of the window that the requests carry. */
  public long sampleCount() {
    return requests.stream().mapToLong(request -> request.samples().total()).sum();
  }

  /**
   * Attributes that were left out: filtered, empty, too many, or at odds with another. Those of
   * samples count once for each different set of them.
   */
  public int droppedAttributes() {
    return droppedAttributes;
  }

  /** Different stack traces of which the outer part was cut off. */
  public int truncatedStacks() {
    return truncatedStacks;
  }

  @Override
  public String toString() {
    return "EncodedWindow" + requests + (dropped.isEmpty() ? "" : ", dropped " + dropped);
  }
}
