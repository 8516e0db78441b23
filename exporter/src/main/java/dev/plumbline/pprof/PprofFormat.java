package dev.plumbline.pprof;

import dev.plumbline.wire.ReverseWriter;

/**
 * A profile as {@code profile.proto} (§3.1 of the OTLP study), fields in the order of their
 * numbers; ids are indexes, hence dense from 1. Deterministic. Stateless.
 */
final class PprofFormat {
  private static final int BYTES_PER_SAMPLE = 24;

  private PprofFormat() {}

  static byte[] write(PprofProfile profile) {
    ReverseWriter out = new ReverseWriter(4096 + profile.sampleCount() * BYTES_PER_SAMPLE);
    writeHead(out, profile.head());
    for (int i = profile.strings().count() - 1; i >= 0; i--) {
      profile.strings().writeTo(out, 6, i);
    }
    for (int function = profile.functionCount(); function > 0; function--) {
      writeFunction(out, profile, function);
    }
    for (int location = profile.locationCount(); location > 0; location--) {
      writeLocation(out, profile, location);
    }
    for (int mapping = profile.mappingCount(); mapping > 0; mapping--) {
      writeMapping(out, profile, mapping);
    }
    for (int sample = profile.sampleCount() - 1; sample >= 0; sample--) {
      writeSample(out, profile, sample);
    }
    for (int type = profile.sampleTypeCount() - 1; type >= 0; type--) {
      writeValueType(out, 1, profile.sampleType(type), profile.sampleUnit(type));
    }
    return out.toByteArray();
  }

  private static void writeHead(ReverseWriter out, PprofHead head) {
    out.varint(15, head.docUrl);
    out.varint(14, head.defaultSampleType);
    if (head.commentCount() > 0) {
      int mark = out.size();
      for (int i = head.commentCount() - 1; i >= 0; i--) {
        out.rawVarint(head.comment(i));
      }
      out.message(13, mark);
    }
    out.varint(12, head.period);
    if ((head.periodType | head.periodUnit) != 0) {
      writeValueType(out, 11, head.periodType, head.periodUnit);
    }
    out.varint(10, head.durationNanos);
    out.varint(9, head.timeNanos);
    out.varint(8, head.keepFrames);
    out.varint(7, head.dropFrames);
  }

  private static void writeValueType(ReverseWriter out, int field, int type, int unit) {
    int mark = out.size();
    out.varint(2, unit);
    out.varint(1, type);
    out.message(field, mark);
  }

  private static void writeFunction(ReverseWriter out, PprofProfile profile, int function) {
    int mark = out.size();
    out.varint(5, profile.functionStartLine(function));
    out.varint(4, profile.functionFile(function));
    out.varint(3, profile.functionSystemName(function));
    out.varint(2, profile.functionName(function));
    out.varint(1, function);
    out.message(5, mark);
  }

  private static void writeLocation(ReverseWriter out, PprofProfile profile, int location) {
    int mark = out.size();
    out.bool(5, profile.isLocationFolded(location));
    for (int line = profile.lineCount(location) - 1; line >= 0; line--) {
      int lineMark = out.size();
      out.varint(3, profile.lineColumn(location, line));
      out.varint(2, profile.lineNumber(location, line));
      out.varint(1, profile.lineFunction(location, line));
      out.message(4, lineMark);
    }
    out.varint(3, profile.locationAddress(location));
    out.varint(2, profile.locationMapping(location));
    out.varint(1, location);
    out.message(4, mark);
  }

  private static void writeMapping(ReverseWriter out, PprofProfile profile, int mapping) {
    int mark = out.size();
    int flags = profile.mappingFlags(mapping);
    out.bool(10, (flags & PprofProfile.HAS_INLINE_FRAMES) != 0);
    out.bool(9, (flags & PprofProfile.HAS_LINE_NUMBERS) != 0);
    out.bool(8, (flags & PprofProfile.HAS_FILENAMES) != 0);
    out.bool(7, (flags & PprofProfile.HAS_FUNCTIONS) != 0);
    out.varint(6, profile.mappingBuildId(mapping));
    out.varint(5, profile.mappingFile(mapping));
    out.varint(4, profile.mappingFileOffset(mapping));
    out.varint(3, profile.mappingLimit(mapping));
    out.varint(2, profile.mappingStart(mapping));
    out.varint(1, mapping);
    out.message(3, mark);
  }

  private static void writeSample(ReverseWriter out, PprofProfile profile, int sample) {
    int mark = out.size();
    writeLabels(out, profile, profile.labelSet(sample));
    int valuesMark = out.size();
    for (int type = profile.sampleTypeCount() - 1; type >= 0; type--) {
      out.rawVarint(profile.value(sample, type));
    }
    out.message(2, valuesMark);
    int stack = profile.stack(sample);
    if (stack != 0) {
      int stackMark = out.size();
      for (int i = profile.stackDepth(stack) - 1; i >= 0; i--) {
        out.rawVarint(profile.stackLocation(stack, i));
      }
      out.message(1, stackMark);
    }
    out.message(2, mark);
  }

  private static void writeLabels(ReverseWriter out, PprofProfile profile, int set) {
    for (int label = profile.labelCount(set) - 1; label >= 0; label--) {
      int mark = out.size();
      out.varint(4, profile.labelUnit(set, label));
      out.varint(3, profile.labelNumber(set, label));
      out.varint(2, profile.labelText(set, label));
      out.varint(1, profile.labelKey(set, label));
      out.message(3, mark);
    }
  }
}
