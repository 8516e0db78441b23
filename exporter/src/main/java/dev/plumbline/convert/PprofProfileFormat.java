package dev.plumbline.convert;

import dev.plumbline.convert.PprofToOtlp.SummedSamples;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofHead;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ReverseWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The request around the samples of one pprof profile: resource, scope, a {@code Profile} for each
 * sample type, dictionary. All entries of the dictionary exist before the first byte is written,
 * since the last bytes are written first. Confined to one conversion.
 */
final class PprofProfileFormat {
  private final PprofProfile profile;
  private final OtlpTarget target;
  private final OtlpTables tables;
  private final SummedSamples samples;
  private final int[] sampleCounts;
  private final int[] words;
  private final int periodType;
  private final int periodUnit;
  private final int attributeList;
  private final Interval interval;
  private final boolean completes;
  private final boolean valuesLast;
  private final int attributesField;

  PprofProfileFormat(
      PprofProfile profile,
      OtlpTarget target,
      PprofTranslation translation,
      OtlpTables tables,
      SummedSamples samples) {
    this.profile = profile;
    this.target = target;
    this.tables = tables;
    this.samples = samples;
    this.completes = target.receivedUnixNanos() != 0;
    this.valuesLast = target.level() == OtlpLevel.V1_10;
    this.attributesField = target.level() == OtlpLevel.V1_8 ? 12 : 11;
    int types = profile.sampleTypeCount();
    this.words = new int[2 * types];
    this.sampleCounts = new int[types];
    for (int type = 0; type < types; type++) {
      sampleCounts[type] = countSamples(type);
      if (isWritten(type)) {
        words[2 * type] = translation.string(profile.sampleType(type));
        words[2 * type + 1] = translation.string(profile.sampleUnit(type));
      }
    }
    PprofHead head = profile.head();
    boolean saysPeriod =
        !profile.strings().isEmpty(head.periodType())
            && !profile.strings().isEmpty(head.periodUnit());
    boolean keepsPeriod = saysPeriod || !completes;
    this.periodType = keepsPeriod ? translation.string(head.periodType()) : 0;
    this.periodUnit = keepsPeriod ? translation.string(head.periodUnit()) : 0;
    this.attributeList = profileAttributes(translation);
    this.interval = Interval.of(head.timeNanos(), head.durationNanos(), target.receivedUnixNanos());
  }

  private int countSamples(int type) {
    if (target.keepsZeros()) {
      return samples.count();
    }
    int count = 0;
    for (int row = 0; row < samples.count(); row++) {
      count += samples.value(row, type) != 0 ? 1 : 0;
    }
    return count;
  }

  int sampleCount(int type) {
    return sampleCounts[type];
  }

  /** A type without samples is written only where nothing may be lost. */
  boolean isWritten(int type) {
    return sampleCounts[type] > 0 || target.keepsZeros();
  }

  private int profileAttributes(PprofTranslation translation) {
    PprofHead head = profile.head();
    IntList list = new IntList();
    if (head.commentCount() > 0) {
      IntList comments = new IntList();
      comments.add(tables.strings.intern(PprofAttributes.COMMENT));
      comments.add(0);
      comments.add(OtlpTables.LIST);
      for (int i = 0; i < head.commentCount(); i++) {
        comments.add(OtlpTables.TEXT);
        comments.add(translation.text(head.comment(i)));
        comments.addLong(0);
        comments.add(0);
      }
      list.add(comments.internIn(tables.attributes));
    }
    addText(list, PprofAttributes.DROP_FRAMES, head.dropFrames(), translation);
    addText(list, PprofAttributes.KEEP_FRAMES, head.keepFrames(), translation);
    addText(list, PprofAttributes.DOC_URL, head.docUrl(), translation);
    return list.size() == 0 ? 0 : list.internIn(tables.attributeLists);
  }

  private void addText(IntList list, String key, int text, PprofTranslation translation) {
    if (!profile.strings().isEmpty(text)) {
      int keyIndex = tables.strings.intern(key);
      list.add(tables.attribute(keyIndex, OtlpTables.TEXT, translation.text(text), 0, 0));
    }
  }

  /** The request's bytes. */
  byte[] write() {
    int rows = 0;
    for (int count : sampleCounts) {
      rows += count;
    }
    int references = tables.stacks.intCount();
    ReverseWriter out = new ReverseWriter(4096 + rows * 12 + references * 2 + references / 4);
    int dictionary = out.size();
    tables.write(out, target.linkZero());
    out.message(2, dictionary);
    int resource = out.size();
    int scope = out.size();
    for (int type = profile.sampleTypeCount() - 1; type >= 0; type--) {
      if (isWritten(type)) {
        writeProfile(out, type);
      }
    }
    writeScope(out);
    out.message(2, scope);
    int attributes = out.size();
    KeyValueFormat.write(out, 1, target.resource().attributes());
    out.message(1, attributes);
    out.message(1, resource);
    return out.toByteArray();
  }

  private void writeScope(ReverseWriter out) {
    int mark = out.size();
    KeyValueFormat.write(out, 3, target.scope().attributes().with(scopeAttributes()));
    if (!target.scope().version().isEmpty()) {
      KeyValueFormat.writeText(out, 2, target.scope().version());
    }
    if (!target.scope().name().isEmpty()) {
      KeyValueFormat.writeText(out, 1, target.scope().name());
    }
    out.message(1, mark);
  }

  private Attributes scopeAttributes() {
    List<Attribute> attributes = new ArrayList<>();
    String defaultType = profile.string(profile.head().defaultSampleType());
    if (!defaultType.isEmpty()) {
      attributes.add(Attribute.of(PprofAttributes.DEFAULT_SAMPLE_TYPE, defaultType));
    }
    List<Long> order = new ArrayList<>();
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      if (isWritten(type)) {
        order.add((long) order.size());
      }
    }
    if (order.size() > 1) {
      attributes.add(Attribute.ofLongs(PprofAttributes.SAMPLE_TYPE_ORDER, order));
    }
    return Attributes.of(attributes);
  }

  private void writeProfile(ReverseWriter out, int type) {
    PprofHead head = profile.head();
    int mark = out.size();
    if (attributeList != 0) {
      OtlpTables.writePacked(out, attributesField, tables.attributeLists, attributeList, 0);
    }
    out.varint(6, completes ? Math.max(1, head.period()) : head.period());
    if (completes && periodType == 0) {
      writeValueType(out, 5, words[2 * type], words[2 * type + 1]);
    } else if ((periodType | periodUnit) != 0) {
      writeValueType(out, 5, periodType, periodUnit);
    }
    out.varint(4, completes ? interval.durationNanos : head.durationNanos());
    out.fixed64(3, completes ? interval.startUnixNanos : head.timeNanos());
    for (int row = samples.count() - 1; row >= 0; row--) {
      long value = samples.value(row, type);
      if (value != 0 || target.keepsZeros()) {
        writeSample(out, row, value);
      }
    }
    writeValueType(out, 1, words[2 * type], words[2 * type + 1]);
    out.message(2, mark);
  }

  /** The order of the numbers differs between the levels, see {@code ProfileFormat}. */
  private void writeSample(ReverseWriter out, int row, long value) {
    int mark = out.size();
    int list = samples.attributeList(row);
    if (valuesLast) {
      writeValue(out, 4, value);
    }
    out.varint(valuesLast ? 3 : 4, samples.link(row));
    if (list != 0) {
      OtlpTables.writePacked(out, valuesLast ? 2 : 3, tables.attributeLists, list, 0);
    }
    if (!valuesLast) {
      writeValue(out, 2, value);
    }
    out.varint(1, samples.stack(row));
    out.message(2, mark);
  }

  private static void writeValue(ReverseWriter out, int field, long value) {
    int mark = out.size();
    out.rawVarint(value);
    out.message(field, mark);
  }

  private static void writeValueType(ReverseWriter out, int field, int type, int unit) {
    int mark = out.size();
    out.varint(2, unit);
    out.varint(1, type);
    out.message(field, mark);
  }
}
