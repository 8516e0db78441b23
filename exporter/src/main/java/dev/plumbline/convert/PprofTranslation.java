package dev.plumbline.convert;

import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Link;
import dev.plumbline.wire.IntList;
import java.util.Arrays;

/**
 * Entries of a pprof profile to entries of an OTLP dictionary, each when it is first used, by
 * indexes alone: no text is made and no frame. Confined to one conversion.
 */
final class PprofTranslation {
  private static final int UNKNOWN = -1;
  private static final String GNU_BUILD_ID = "process.executable.build_id.gnu";
  private static final String GO_BUILD_ID = "process.executable.build_id.go";

  private final PprofProfile profile;
  private final OtlpTables tables;
  private final int[] strings;
  private final int[] mappings;
  private final int[] locations;
  private final int[] functions;
  private final int[] stacks;
  private final int[] attributeLists;
  private final int[] links;
  private final IntList tuple = new IntList();
  private final IntList stackTuple = new IntList();

  PprofTranslation(PprofProfile profile, OtlpTables tables) {
    this.profile = profile;
    this.tables = tables;
    this.strings = unknown(profile.strings().count() - 1);
    this.mappings = unknown(profile.mappingCount());
    this.locations = unknown(profile.locationCount());
    this.functions = unknown(profile.functionCount());
    this.stacks = unknown(profile.stackCount());
    this.attributeLists = unknown(profile.labelSetCount());
    this.links = new int[profile.labelSetCount() + 1];
  }

  private static int[] unknown(int largest) {
    int[] indexes = new int[largest + 1];
    Arrays.fill(indexes, UNKNOWN);
    return indexes;
  }

  int string(int index) {
    if (strings[index] == UNKNOWN) {
      strings[index] = tables.strings.intern(profile.strings(), index);
    }
    return strings[index];
  }

  /** Index of a string that stands in a value. */
  int text(int index) {
    return tables.texts.intern(profile.strings(), index);
  }

  int stack(int index) {
    if (stacks[index] == UNKNOWN) {
      stackTuple.clear();
      for (int i = 0; i < profile.stackDepth(index); i++) {
        stackTuple.add(location(profile.stackLocation(index, i)));
      }
      stacks[index] = index == 0 ? 0 : stackTuple.internIn(tables.stacks);
    }
    return stacks[index];
  }

  /** The stack of one frame that says that there was none. */
  int noStack() {
    if (stacks[0] <= 0) {
      int name = tables.strings.intern(Frame.NO_STACK.functionName());
      int[] function = {name, name, 0, 0, 0};
      int[] location = {0, 0, 0, 0, tables.functions.intern(function, 5), 0, 0, 0, 0};
      int[] stack = {tables.locations.intern(location, location.length)};
      stacks[0] = tables.stacks.intern(stack, 1);
    }
    return stacks[0];
  }

  private int location(int index) {
    if (locations[index] == UNKNOWN) {
      int mapping = mapping(profile.locationMapping(index));
      int folded =
          profile.isLocationFolded(index)
              ? tables.attribute(
                  tables.strings.intern(PprofAttributes.IS_FOLDED), OtlpTables.TRUE, 0, 0, 0)
              : 0;
      int lines = profile.lineCount(index);
      for (int line = 0; line < lines; line++) {
        function(profile.lineFunction(index, line));
      }
      tuple.clear();
      tuple.add(mapping);
      tuple.addLong(profile.locationAddress(index));
      tuple.add(folded);
      for (int line = 0; line < lines; line++) {
        tuple.add(functions[profile.lineFunction(index, line)]);
        tuple.addLong(profile.lineNumber(index, line));
        tuple.addLong(profile.lineColumn(index, line));
      }
      locations[index] = tuple.internIn(tables.locations);
    }
    return locations[index];
  }

  private int function(int index) {
    if (functions[index] == UNKNOWN) {
      tuple.clear();
      tuple.add(string(profile.functionName(index)));
      tuple.add(string(profile.functionSystemName(index)));
      tuple.add(string(profile.functionFile(index)));
      tuple.addLong(profile.functionStartLine(index));
      functions[index] = tuple.internIn(tables.functions);
    }
    return functions[index];
  }

  /** All mappings, those without samples too. */
  void allMappings() {
    for (int mapping = 1; mapping <= profile.mappingCount(); mapping++) {
      mapping(mapping);
    }
  }

  /** Mappings of these stacks in the file's order, in which the first one is the main binary. */
  void mappingsOf(boolean[] usedStacks) {
    boolean[] used = new boolean[profile.mappingCount() + 1];
    boolean[] seen = new boolean[profile.locationCount() + 1];
    for (int stack = 1; stack < usedStacks.length; stack++) {
      int depth = usedStacks[stack] ? profile.stackDepth(stack) : 0;
      for (int i = 0; i < depth; i++) {
        int location = profile.stackLocation(stack, i);
        if (!seen[location]) {
          seen[location] = true;
          used[profile.locationMapping(location)] = true;
        }
      }
    }
    for (int mapping = 1; mapping < used.length; mapping++) {
      if (used[mapping]) {
        mapping(mapping);
      }
    }
  }

  private int mapping(int index) {
    if (index == 0) {
      return 0;
    }
    if (mappings[index] == UNKNOWN) {
      IntList flags = mappingAttributes(index);
      tuple.clear();
      tuple.addLong(profile.mappingStart(index));
      tuple.addLong(profile.mappingLimit(index));
      tuple.addLong(profile.mappingFileOffset(index));
      tuple.add(string(profile.mappingFile(index)));
      for (int i = 0; i < flags.size(); i++) {
        tuple.add(flags.get(i));
      }
      mappings[index] = tuple.internIn(tables.mappings);
    }
    return mappings[index];
  }

  private IntList mappingAttributes(int index) {
    IntList attributes = new IntList();
    int buildId = profile.mappingBuildId(index);
    if (!profile.strings().isEmpty(buildId)) {
      boolean isGo = ModelFrames.isGoBuildId(profile.string(buildId));
      int key = tables.strings.intern(isGo ? GO_BUILD_ID : GNU_BUILD_ID);
      attributes.add(tables.attribute(key, OtlpTables.TEXT, text(buildId), 0, 0));
    }
    for (int flag = 0; flag < PprofAttributes.MAPPING_FLAGS.length; flag++) {
      if ((profile.mappingFlags(index) & 1 << flag) != 0) {
        int key = tables.strings.intern(PprofAttributes.MAPPING_FLAGS[flag]);
        attributes.add(tables.attribute(key, OtlpTables.TRUE, 0, 0, 0));
      }
    }
    return attributes;
  }

  /** Index of the list of attributes that the labels become; {@link #link} is known then too. */
  int attributeList(int labelSet) {
    if (attributeLists[labelSet] == UNKNOWN) {
      attributeLists[labelSet] = labelSet == 0 ? 0 : readLabels(labelSet);
    }
    return attributeLists[labelSet];
  }

  int link(int labelSet) {
    return links[labelSet];
  }

  private int readLabels(int set) {
    Link link = PprofLabels.linkOf(profile, set);
    if (!link.isNone()) {
      tuple.clear();
      tuple.addLong(link.traceIdHigh());
      tuple.addLong(link.traceIdLow());
      tuple.addLong(link.spanId());
      links[set] = tuple.internIn(tables.links);
    }
    IntList list = new IntList();
    for (int label = 0; label < profile.labelCount(set); label++) {
      int key = profile.labelKey(set, label);
      boolean said = !link.isNone() && PprofLabels.isLinkKey(profile.strings(), key);
      if (!said && !profile.strings().isEmpty(key) && isFirst(set, label)) {
        list.add(attribute(set, label));
      }
    }
    return list.size() == 0 ? 0 : list.internIn(tables.attributeLists);
  }

  private boolean isFirst(int set, int label) {
    for (int other = 0; other < label; other++) {
      if (hasKey(set, other, profile.labelKey(set, label))) {
        return false;
      }
    }
    return true;
  }

  /** All labels of the set that have this one's key as one attribute. */
  private int attribute(int set, int first) {
    int ofFile = profile.labelKey(set, first);
    int key = string(ofFile);
    int count = 0;
    boolean oneUnit = true;
    for (int label = first; label < profile.labelCount(set); label++) {
      if (hasKey(set, label, ofFile)) {
        count++;
        oneUnit &= profile.isLabelNumber(set, label) && hasSameUnit(set, label, first);
      }
    }
    if (count == 1) {
      boolean number = profile.isLabelNumber(set, first);
      return tables.attribute(
          key,
          number ? OtlpTables.NUMBER : OtlpTables.TEXT,
          text(profile.labelText(set, first)),
          profile.labelNumber(set, first),
          number ? unit(set, first) : 0);
    }
    tuple.clear();
    tuple.add(key);
    tuple.add(oneUnit ? unit(set, first) : 0);
    tuple.add(OtlpTables.LIST);
    for (int label = first; label < profile.labelCount(set); label++) {
      if (hasKey(set, label, ofFile)) {
        boolean number = profile.isLabelNumber(set, label);
        tuple.add(number ? OtlpTables.NUMBER : OtlpTables.TEXT);
        tuple.add(text(profile.labelText(set, label)));
        tuple.addLong(profile.labelNumber(set, label));
        tuple.add(number && !oneUnit ? text(profile.labelUnit(set, label)) : 0);
      }
    }
    return tuple.internIn(tables.attributes);
  }

  private boolean hasKey(int set, int label, int key) {
    return profile.strings().isSame(profile.labelKey(set, label), key);
  }

  private boolean hasSameUnit(int set, int one, int other) {
    return profile.strings().isSame(profile.labelUnit(set, one), profile.labelUnit(set, other));
  }

  private int unit(int set, int label) {
    return string(profile.labelUnit(set, label));
  }
}
