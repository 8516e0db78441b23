package dev.plumbline.jfr;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Attribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The records of one chunk: a batch for each data source that has any. Holds no bytes of the chunk.
 * Immutable; the batches are read by one thread at a time.
 */
public final class JfrRecords {
  /**
   * Says of the scope whose profiles these records become that source files are derived from class
   * names. One attribute for the scope and not one for each location, since it holds for all JVM
   * frames and would else cost two bytes a location.
   */
  public static final Attribute DERIVED_SOURCE_FILES =
      Attribute.of("plumbline.jvm.source_files", "derived");

  private final Interval interval;
  private final Map<JvmGadget, List<RecordBatch>> batches;
  private final Map<JfrReason, Long> counts;

  JfrRecords(
      Interval interval, Map<JvmGadget, List<RecordBatch>> batches, Map<JfrReason, Long> counts) {
    this.interval = interval;
    this.batches = new EnumMap<>(JvmGadget.class);
    this.batches.putAll(batches);
    this.counts = new EnumMap<>(JfrReason.class);
    this.counts.putAll(counts);
  }

  /** The chunk's start by the wall clock; the end of the chunk before it in one recording. */
  public long startUnixNanos() {
    return interval.startUnixNanos;
  }

  /** After the start even if the wall clock was set back meanwhile. */
  public long endUnixNanos() {
    return interval.endUnixNanos;
  }

  /** Batches of one gadget, in the order of its data sources; unmodifiable, empty ones left out. */
  public List<RecordBatch> batches(JvmGadget gadget) {
    return batches.getOrDefault(gadget, Collections.emptyList());
  }

  /** Batches of all gadgets, CPU first. */
  public List<RecordBatch> batches() {
    List<RecordBatch> all = new ArrayList<>();
    batches.values().forEach(all::addAll);
    return Collections.unmodifiableList(all);
  }

  /** Samples of that chunk to which the reason applies. */
  public long count(JfrReason reason) {
    return counts.getOrDefault(reason, 0L);
  }
}
