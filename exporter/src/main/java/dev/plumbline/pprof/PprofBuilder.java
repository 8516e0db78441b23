package dev.plumbline.pprof;

import dev.plumbline.wire.IntList;
import dev.plumbline.wire.Utf8Table;

/**
 * Puts a pprof profile together: each string, mapping, function, location, stack and label set is
 * kept once and known by the index that its method returns. Confined to one thread; used once.
 */
public final class PprofBuilder {
  private static final int FIRST_REFERENCES = 8192;

  private final PprofTableSet tables = new PprofTableSet(Utf8Table.growing(), FIRST_REFERENCES);
  private final PprofHead head = new PprofHead();
  private final SampleColumns samples = new SampleColumns();
  private final IntList tuple = new IntList();
  private final IntList labels = new IntList();
  private int otherEmptyString;

  /** Index of that string, repaired if it is no valid UTF-16. */
  public int string(String text) {
    return tables.strings.intern(text);
  }

  /** Index of a string of another table. */
  public int string(Utf8Table other, int index) {
    return other.isEmpty(index) ? 0 : tables.strings.intern(other, index);
  }

  /** Adds a column; all types stand before the first sample. */
  public void sampleType(int type, int unit) {
    head.sampleTypes.add(type);
    head.sampleTypes.add(unit);
  }

  /**
   * @param range start, limit and file offset
   * @param flags sum of the {@code HAS_} constants of {@link PprofProfile}
   */
  public int mapping(long[] range, int file, int buildId, int flags) {
    tuple.clear();
    for (int i = 0; i < 3; i++) {
      tuple.addLong(range[i]);
    }
    tuple.add(file);
    tuple.add(buildId);
    tuple.add(flags);
    return tuple.internIn(tables.mappings);
  }

  public int function(int name, int systemName, int file, long startLine) {
    tuple.clear();
    tuple.add(name);
    tuple.add(systemName);
    tuple.add(file);
    tuple.addLong(startLine);
    return tuple.internIn(tables.functions);
  }

  /** Begins a location, to which {@link #line} adds its lines, the leaf first. */
  public void beginLocation(int mapping, long address, boolean folded) {
    tuple.clear();
    tuple.add(mapping);
    tuple.addLong(address);
    tuple.add(folded ? 1 : 0);
  }

  public void line(int function, long line, long column) {
    tuple.add(function);
    tuple.addLong(line);
    tuple.addLong(column);
  }

  /** Index of the location that was begun. */
  public int endLocation() {
    return tuple.internIn(tables.locations);
  }

  /** Index of a stack of these locations, leaf first; 0 if it is empty. */
  public int stack(IntList locations) {
    return locations.size() == 0 ? 0 : locations.internIn(tables.stacks);
  }

  /** Begins a set of labels. */
  public void beginLabels() {
    labels.clear();
  }

  /** An empty text is kept apart from no text. */
  public void textLabel(int key, int text) {
    label(key, text == 0 ? otherEmptyString() : text, 0, 0, PprofProfile.TEXT_LABEL);
  }

  /** A zero without a unit is kept apart from no number. */
  public void numberLabel(int key, long number, int unit) {
    boolean saysNothing = number == 0 && unit == 0;
    label(key, 0, number, saysNothing ? otherEmptyString() : unit, PprofProfile.NUMBER_LABEL);
  }

  private void label(int key, int text, long number, int unit, int kind) {
    labels.add(key);
    labels.add(text);
    labels.addLong(number);
    labels.add(unit);
    labels.add(kind);
  }

  /** Readers take index 0 for "not said"; the format has no other way to say the empty string. */
  private int otherEmptyString() {
    if (otherEmptyString == 0) {
      tables.strings.append(0, 0);
      otherEmptyString = tables.strings.count() - 1;
    }
    return otherEmptyString;
  }

  /** Index of the labels since {@link #beginLabels}; 0 if there are none. */
  public int endLabels() {
    return labels.size() == 0 ? 0 : labels.internIn(tables.labelSets);
  }

  /**
   * Adds a sample.
   *
   * @param values one for each sample type
   */
  public void sample(int stack, int labelSet, long[] values) {
    samples.stacks.add(stack);
    samples.labelSets.add(labelSet);
    for (int type = 0; type < head.sampleTypes.size() / 2; type++) {
      samples.values.add(values[type]);
    }
  }

  /** Start and length of the window in nanoseconds; 0 where not known. */
  public void interval(long timeNanos, long durationNanos) {
    head.timeNanos = timeNanos;
    head.durationNanos = durationNanos;
  }

  public void period(int type, int unit, long period) {
    head.periodType = type;
    head.periodUnit = unit;
    head.period = period;
  }

  public void comment(int text) {
    head.comments.add(text);
  }

  public void frameFilters(int dropFrames, int keepFrames) {
    head.dropFrames = dropFrames;
    head.keepFrames = keepFrames;
  }

  public void defaultSampleType(int type) {
    head.defaultSampleType = type;
  }

  public void docUrl(int url) {
    head.docUrl = url;
  }

  public PprofProfile build() {
    return new PprofProfile(tables, head, samples);
  }
}
