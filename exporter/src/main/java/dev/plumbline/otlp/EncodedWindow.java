package dev.plumbline.otlp;

import dev.plumbline.export.ExportRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A window as requests, in the order in which they are sent, with what had to stay behind. Every
 * sample of the window is accounted for: it is in {@link ExportRequest#sampleCount()} of exactly
 * one request (also if it was added to an equal one there) or in {@link #dropped}. Immutable.
 */
public final class EncodedWindow {
  private final List<ExportRequest> requests;
  private final Map<DropReason, Integer> dropped;

  private final int droppedAttributes;
  private final int truncatedStacks;

  EncodedWindow(
      List<ExportRequest> requests,
      Map<DropReason, Integer> dropped,
      int droppedAttributes,
      int truncatedStacks) {
    this.requests = Collections.unmodifiableList(new ArrayList<>(requests));
    EnumMap<DropReason, Integer> counts = new EnumMap<>(DropReason.class);
    counts.putAll(dropped);
    this.dropped = Collections.unmodifiableMap(counts);
    this.droppedAttributes = droppedAttributes;
    this.truncatedStacks = truncatedStacks;
  }

  /** Unmodifiable; empty if nothing remained to send. */
  public List<ExportRequest> requests() {
    return requests;
  }

  /** Samples of the window that are in no request, by reason; unmodifiable, without zeros. */
  public Map<DropReason, Integer> dropped() {
    return dropped;
  }

  /** Samples left out for that reason. */
  public int dropped(DropReason reason) {
    return dropped.getOrDefault(reason, 0);
  }

  /** Samples left out for any reason. */
  public int droppedSamples() {
    return dropped.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Samples of the window that the requests carry. */
  public int sampleCount() {
    return requests.stream().mapToInt(ExportRequest::sampleCount).sum();
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
