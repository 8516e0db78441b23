package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Wire;
import java.io.IOException;

/**
 * {@code Profile}, {@code ValueType} and {@code Sample}: the messages whose numbers differ between
 * the levels (§1.9 of the OTLP study). Fields are written in the order of their numbers.
 *
 * <pre>
 * Profile                     1.8   1.9   1.10      Sample               1.8   1.9   1.10
 * sample_type                  1     1     1        stack_index           1     1     1
 * samples                      2     2     2        values                2     2     4
 * time_unix_nano               3     3     3        attribute_indices     3     3     2
 * duration_nano                4     4     4        link_index            4     4     3
 * period_type                  5     5     5
 * period                       6     6     6
 * profile_id                   -     7     7
 * dropped_attributes_count     9     8     8
 * attribute_indices           12    11    11
 * </pre>
 *
 * <p>Original payloads are not sent, nor profile ids at level 1.8: a receiver can break on them.
 * Immutable, but for the ids.
 */
final class ProfileFormat {
  private static final int SAMPLES = 2;
  private static final int PROFILE_ID = 7;

  private final boolean valuesLast;
  private final int droppedAttributesCount;
  private final int attributeIndices;
  private final ProfileIds ids;

  ProfileFormat(OtlpLevel level, ProfileIds ids) {
    this.ids = ids.at(level);
    this.valuesLast = level == OtlpLevel.V1_10;
    this.droppedAttributesCount = level == OtlpLevel.V1_8 ? 9 : 8;
    this.attributeIndices = level == OtlpLevel.V1_8 ? 12 : 11;
  }

  /** Body of a profile without its samples. */
  int fixedSize(RequestDictionary dictionary, ProfilePlan plan) {
    IntTupleTable lists = dictionary.window.attributeLists;
    int size =
        Wire.messageSize(1, valueTypeBody(dictionary, plan.type, plan.unit))
            + Wire.fixed64Size(3, plan.startUnixNanos)
            + Wire.varintSize(4, plan.durationNanos)
            + Wire.messageSize(5, valueTypeBody(dictionary, plan.periodType, plan.periodUnit))
            + Wire.varintSize(6, plan.period)
            + ids.size(PROFILE_ID)
            + Wire.varintSize(droppedAttributesCount, plan.droppedAttributes);
    return plan.attributeList == 0
        ? size
        : size
            + PackedInts.size(
                attributeIndices, lists, plan.attributeList, 0, dictionary.attributes);
  }

  void write(CodedOutputStream out, RequestPart part, int planIndex) throws IOException {
    RequestDictionary dictionary = part.dictionary;
    ProfilePlan plan = part.plans.get(planIndex);
    Wire.writeMessageStart(out, 1, valueTypeBody(dictionary, plan.type, plan.unit));
    writeValueType(out, dictionary, plan.type, plan.unit);
    for (int i = 0; i < part.sampleCount(planIndex); i++) {
      int position = part.position(planIndex, i);
      Wire.writeMessageStart(out, SAMPLES, sampleBody(dictionary, plan, position));
      writeSample(out, dictionary, plan, position);
    }
    Wire.writeFixed64(out, 3, plan.startUnixNanos);
    Wire.writeVarint(out, 4, plan.durationNanos);
    Wire.writeMessageStart(out, 5, valueTypeBody(dictionary, plan.periodType, plan.periodUnit));
    writeValueType(out, dictionary, plan.periodType, plan.periodUnit);
    Wire.writeVarint(out, 6, plan.period);
    ids.writeNext(out, PROFILE_ID);
    Wire.writeVarint(out, droppedAttributesCount, plan.droppedAttributes);
    if (plan.attributeList != 0) {
      IntTupleTable lists = dictionary.window.attributeLists;
      PackedInts.write(out, attributeIndices, lists, plan.attributeList, 0, dictionary.attributes);
    }
  }

  int sampleSize(RequestDictionary dictionary, ProfilePlan plan, int position) {
    return Wire.messageSize(SAMPLES, sampleBody(dictionary, plan, position));
  }

  private int sampleBody(RequestDictionary dictionary, ProfilePlan plan, int position) {
    int identity = plan.identities[position];
    int list = dictionary.window.attributeListOf(identity);
    int link = dictionary.links.local(dictionary.window.linkOf(identity));
    int size = Wire.varintSize(1, dictionary.stacks.local(dictionary.window.stackOf(identity)));
    if (list != 0) {
      IntTupleTable lists = dictionary.window.attributeLists;
      size += PackedInts.size(valuesLast ? 2 : 3, lists, list, 0, dictionary.attributes);
    }
    return size
        + Wire.varintSize(valuesLast ? 3 : 4, link)
        + Wire.messageSize(2, CodedOutputStream.computeInt64SizeNoTag(plan.values[position]));
  }

  private void writeSample(
      CodedOutputStream out, RequestDictionary dictionary, ProfilePlan plan, int position)
      throws IOException {
    int identity = plan.identities[position];
    int list = dictionary.window.attributeListOf(identity);
    int link = dictionary.links.local(dictionary.window.linkOf(identity));
    Wire.writeVarint(out, 1, dictionary.stacks.local(dictionary.window.stackOf(identity)));
    if (!valuesLast) {
      writeValue(out, 2, plan.values[position]);
    }
    if (list != 0) {
      IntTupleTable lists = dictionary.window.attributeLists;
      PackedInts.write(out, valuesLast ? 2 : 3, lists, list, 0, dictionary.attributes);
    }
    Wire.writeVarint(out, valuesLast ? 3 : 4, link);
    if (valuesLast) {
      writeValue(out, 4, plan.values[position]);
    }
  }

  private static void writeValue(CodedOutputStream out, int field, long value) throws IOException {
    Wire.writeMessageStart(out, field, CodedOutputStream.computeInt64SizeNoTag(value));
    out.writeInt64NoTag(value);
  }

  private static int valueTypeBody(RequestDictionary dictionary, int type, int unit) {
    return Wire.varintSize(1, dictionary.strings.local(type))
        + Wire.varintSize(2, dictionary.strings.local(unit));
  }

  private static void writeValueType(
      CodedOutputStream out, RequestDictionary dictionary, int type, int unit) throws IOException {
    Wire.writeVarint(out, 1, dictionary.strings.local(type));
    Wire.writeVarint(out, 2, dictionary.strings.local(unit));
  }
}
