package dev.plumbline.pprof;

import dev.plumbline.wire.IntList;
import dev.plumbline.wire.LongList;
import dev.plumbline.wire.Utf8Table;
import java.util.Arrays;
import java.util.Set;

/**
 * One pprof profile as columns: everything that {@code profile.proto} says (§3.1 of the OTLP study)
 * but for the ids, which are replaced by indexes. Tables of mappings, locations, functions, stacks
 * and label sets are counted from 1 and 0 is "none"; strings, samples and sample types from 0.
 * Equal stacks and equal label sets of samples stand once. Every index is within its table.
 *
 * <p>Tuples (longs are two ints, the high one first):
 *
 * <pre>
 * mapping    start, limit, file offset (longs), file, build id (strings), flags
 * location   mapping, address (long), folded, (function, line, column (longs))*   leaf line first
 * function   name, system name, file (strings), start line (long)
 * stack      location+                                                           leaf first
 * label set  (key, text (strings), number (long), unit (string), kind)+
 * </pre>
 *
 * <p>Immutable once its reader or builder has handed it out; may then be shared.
 */
public final class PprofProfile {
  static final int MAPPING_INTS = 9;
  static final int LOCATION_INTS = 4;
  static final int LINE_INTS = 5;
  static final int LABEL_INTS = 6;
  static final int TEXT_LABEL = 0;
  static final int NUMBER_LABEL = 1;

  /** The bits of {@link #mappingFlags}: {@code has_functions} and so on, in the file's order. */
  public static final int HAS_FUNCTIONS = 1;

  public static final int HAS_FILENAMES = 2;
  public static final int HAS_LINE_NUMBERS = 4;
  public static final int HAS_INLINE_FRAMES = 8;

  private final PprofTableSet tables;
  private final PprofHead head;
  private final SampleColumns samples;

  PprofProfile(PprofTableSet tables, PprofHead head, SampleColumns samples) {
    this.tables = tables;
    this.head = head;
    this.samples = samples;
  }

  /** The same profile of another time; a duration of 0 says none. */
  public PprofProfile withInterval(long timeUnixNanos, long durationNanos) {
    PprofHead other = head.withoutSampleTypes();
    for (int i = 0; i < head.sampleTypes.size(); i++) {
      other.sampleTypes.add(head.sampleTypes.get(i));
    }
    other.timeNanos = timeUnixNanos;
    other.durationNanos = durationNanos;
    return new PprofProfile(tables, other, samples);
  }

  /** The same profile with those of its sample types that have one of these names. */
  public PprofProfile withSampleTypes(Set<String> names) {
    PprofHead other = head.withoutSampleTypes();
    int[] kept = new int[sampleTypeCount()];
    int count = 0;
    for (int type = 0; type < sampleTypeCount(); type++) {
      if (names.contains(string(sampleType(type)))) {
        kept[count++] = type;
        other.sampleTypes.add(sampleType(type));
        other.sampleTypes.add(sampleUnit(type));
      }
    }
    return new PprofProfile(
        tables, other, samples.withTypes(sampleTypeCount(), Arrays.copyOf(kept, count)));
  }

  /**
   * The same profile with some of its samples, which have other values.
   *
   * @param rows indexes of the samples
   * @param values one for each sample type of each row, row by row
   */
  public PprofProfile withValues(IntList rows, LongList values) {
    if (values.size() != rows.size() * sampleTypeCount()) {
      throw new IllegalArgumentException(
          values.size() + " values, expected " + rows.size() * sampleTypeCount());
    }
    return new PprofProfile(tables, head, samples.withValues(rows, values, sampleTypeCount()));
  }

  /** What is said of the whole profile. */
  public PprofHead head() {
    return head;
  }

  /** All strings, by index; index 0 is the empty one. */
  public Utf8Table strings() {
    return tables.strings;
  }

  public String string(int index) {
    return tables.strings.text(index);
  }

  public int sampleTypeCount() {
    return head.sampleTypes.size() / 2;
  }

  /** String index of a sample type's name. */
  public int sampleType(int type) {
    return head.sampleTypes.get(2 * type);
  }

  /** String index of a sample type's unit. */
  public int sampleUnit(int type) {
    return head.sampleTypes.get(2 * type + 1);
  }

  public int sampleCount() {
    return samples.count();
  }

  /** Samples times sample types: what receivers bound. */
  public long rowCount() {
    return (long) sampleCount() * sampleTypeCount();
  }

  /** Index of the sample's stack; 0 for an empty one. */
  public int stack(int sample) {
    return samples.stacks.get(sample);
  }

  /** Index of the sample's labels; 0 for none. */
  public int labelSet(int sample) {
    return samples.labelSets.get(sample);
  }

  public long value(int sample, int type) {
    return samples.values.get(sample * sampleTypeCount() + type);
  }

  /** Number of different stacks; the largest index. */
  public int stackCount() {
    return tables.stacks.count();
  }

  /** Depths of all different stacks together: what a translation has to write. */
  public int stackReferenceCount() {
    return tables.stacks.intCount();
  }

  public int stackDepth(int stack) {
    return stack == 0 ? 0 : tables.stacks.length(stack);
  }

  /** Location at that place of a stack, 0 being the leaf. */
  public int stackLocation(int stack, int position) {
    return tables.stacks.get(stack, position);
  }

  public int locationCount() {
    return tables.locations.count();
  }

  /** 0 for none. */
  public int locationMapping(int location) {
    return tables.locations.get(location, 0);
  }

  /** Unsigned. */
  public long locationAddress(int location) {
    return tables.locations.getLong(location, 1);
  }

  public boolean isLocationFolded(int location) {
    return tables.locations.get(location, 3) != 0;
  }

  /** Lines of a location; all but the last were inlined into the next. */
  public int lineCount(int location) {
    return (tables.locations.length(location) - LOCATION_INTS) / LINE_INTS;
  }

  public int lineFunction(int location, int line) {
    return tables.locations.get(location, LOCATION_INTS + line * LINE_INTS);
  }

  public long lineNumber(int location, int line) {
    return tables.locations.getLong(location, LOCATION_INTS + line * LINE_INTS + 1);
  }

  public long lineColumn(int location, int line) {
    return tables.locations.getLong(location, LOCATION_INTS + line * LINE_INTS + 3);
  }

  public int functionCount() {
    return tables.functions.count();
  }

  public int functionName(int function) {
    return tables.functions.get(function, 0);
  }

  public int functionSystemName(int function) {
    return tables.functions.get(function, 1);
  }

  public int functionFile(int function) {
    return tables.functions.get(function, 2);
  }

  public long functionStartLine(int function) {
    return tables.functions.getLong(function, 3);
  }

  public int mappingCount() {
    return tables.mappings.count();
  }

  public long mappingStart(int mapping) {
    return tables.mappings.getLong(mapping, 0);
  }

  public long mappingLimit(int mapping) {
    return tables.mappings.getLong(mapping, 2);
  }

  public long mappingFileOffset(int mapping) {
    return tables.mappings.getLong(mapping, 4);
  }

  public int mappingFile(int mapping) {
    return tables.mappings.get(mapping, 6);
  }

  public int mappingBuildId(int mapping) {
    return tables.mappings.get(mapping, 7);
  }

  /** Sum of the {@code HAS_} constants that are set. */
  public int mappingFlags(int mapping) {
    return tables.mappings.get(mapping, 8);
  }

  /** Number of different label sets; the largest index. */
  public int labelSetCount() {
    return tables.labelSets.count();
  }

  public int labelCount(int labelSet) {
    return labelSet == 0 ? 0 : tables.labelSets.length(labelSet) / LABEL_INTS;
  }

  public int labelKey(int labelSet, int label) {
    return tables.labelSets.get(labelSet, label * LABEL_INTS);
  }

  public boolean isLabelNumber(int labelSet, int label) {
    return tables.labelSets.get(labelSet, label * LABEL_INTS + 5) == NUMBER_LABEL;
  }

  /** String index of the text of a label that is no number. */
  public int labelText(int labelSet, int label) {
    return tables.labelSets.get(labelSet, label * LABEL_INTS + 1);
  }

  public long labelNumber(int labelSet, int label) {
    return tables.labelSets.getLong(labelSet, label * LABEL_INTS + 2);
  }

  /** String index of the unit of a number; may be the empty string. */
  public int labelUnit(int labelSet, int label) {
    return tables.labelSets.get(labelSet, label * LABEL_INTS + 4);
  }

  /** Serialized as {@code profile.proto}, uncompressed; ids are the indexes. */
  public byte[] toProtobuf() {
    return PprofFormat.write(this);
  }

  @Override
  public String toString() {
    return "PprofProfile[" + sampleTypeCount() + " types, " + sampleCount() + " samples]";
  }
}
