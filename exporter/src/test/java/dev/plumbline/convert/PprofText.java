package dev.plumbline.convert;

import dev.plumbline.pprof.PprofHead;
import dev.plumbline.pprof.PprofProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pprof profile as text without ids, indexes and order where order has no meaning. */
final class PprofText {
  private PprofText() {}

  static String of(PprofProfile profile) {
    List<String> lines = new ArrayList<>();
    PprofHead head = profile.head();
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      lines.add(
          "type "
              + profile.string(profile.sampleType(type))
              + "/"
              + profile.string(profile.sampleUnit(type)));
    }
    lines.add(
        String.join(
            "|",
            "head",
            Long.toString(head.timeNanos()),
            Long.toString(head.durationNanos()),
            profile.string(head.periodType()),
            profile.string(head.periodUnit()),
            Long.toString(head.period()),
            profile.string(head.dropFrames()),
            profile.string(head.keepFrames()),
            profile.string(head.defaultSampleType()),
            profile.string(head.docUrl())));
    for (int i = 0; i < head.commentCount(); i++) {
      lines.add("comment " + profile.string(head.comment(i)));
    }
    samples(profile).forEach((identity, values) -> lines.add(identity + " = " + values));
    return String.join("\n", lines);
  }

  /** Values by what tells samples apart; equal samples are added. */
  static Map<String, List<Long>> samples(PprofProfile profile) {
    Map<String, List<Long>> samples = new TreeMap<>();
    for (int sample = 0; sample < profile.sampleCount(); sample++) {
      StringBuilder identity = new StringBuilder("sample");
      int stack = profile.stack(sample);
      for (int i = 0; i < profile.stackDepth(stack); i++) {
        identity.append(" < ").append(location(profile, profile.stackLocation(stack, i)));
      }
      identity.append(labels(profile, profile.labelSet(sample)));
      List<Long> values =
          samples.computeIfAbsent(
              identity.toString(),
              absent -> new ArrayList<>(Collections.nCopies(profile.sampleTypeCount(), 0L)));
      for (int type = 0; type < values.size(); type++) {
        values.set(type, values.get(type) + profile.value(sample, type));
      }
    }
    return samples;
  }

  private static String location(PprofProfile profile, int location) {
    StringBuilder text = new StringBuilder();
    text.append(Long.toHexString(profile.locationAddress(location)));
    text.append(profile.isLocationFolded(location) ? "F" : "");
    for (int line = 0; line < profile.lineCount(location); line++) {
      int function = profile.lineFunction(location, line);
      text.append('(')
          .append(profile.string(profile.functionName(function)))
          .append(',')
          .append(profile.string(profile.functionSystemName(function)))
          .append(',')
          .append(profile.string(profile.functionFile(function)))
          .append(',')
          .append(profile.functionStartLine(function))
          .append(',')
          .append(profile.lineNumber(location, line))
          .append(',')
          .append(profile.lineColumn(location, line))
          .append(')');
    }
    int mapping = profile.locationMapping(location);
    if (mapping != 0) {
      text.append('@')
          .append(Long.toHexString(profile.mappingStart(mapping)))
          .append('-')
          .append(Long.toHexString(profile.mappingLimit(mapping)))
          .append('+')
          .append(Long.toHexString(profile.mappingFileOffset(mapping)))
          .append(profile.string(profile.mappingFile(mapping)))
          .append('#')
          .append(profile.string(profile.mappingBuildId(mapping)))
          .append('/')
          .append(profile.mappingFlags(mapping));
    }
    return text.toString();
  }

  /** Labels of one key stay in order. */
  private static Map<String, String> labels(PprofProfile profile, int set) {
    Map<String, String> labels = new TreeMap<>();
    for (int label = 0; label < profile.labelCount(set); label++) {
      String value =
          profile.isLabelNumber(set, label)
              ? profile.labelNumber(set, label)
                  + " "
                  + profile.string(profile.labelUnit(set, label))
              : "\"" + profile.string(profile.labelText(set, label)) + "\"";
      labels.merge(profile.string(profile.labelKey(set, label)), value, (a, b) -> a + "," + b);
    }
    return labels;
  }
}
