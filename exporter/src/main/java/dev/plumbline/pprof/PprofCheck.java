package dev.plumbline.pprof;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.IntTupleTable;

/**
 * What can only be checked when all of a file has been read: references, string indexes, the number
 * of values (§3.2 of the OTLP study). Stateless.
 */
final class PprofCheck {
  private PprofCheck() {}

  /** Replaces tokens of ids by indexes. */
  static void resolve(
      PprofTableSet tables, IdIndex mappingIds, IdIndex locationIds, IdIndex functionIds)
      throws InputException {
    IntTupleTable locations = tables.locations;
    for (int location = 1; location <= locations.count(); location++) {
      locations.set(location, 0, mappingIds.resolve(locations.get(location, 0)));
      int ints = locations.length(location);
      for (int i = PprofProfile.LOCATION_INTS; i < ints; i += PprofProfile.LINE_INTS) {
        int function = functionIds.resolve(locations.get(location, i));
        if (function == 0) {
          throw broken("line of location " + location + " names a function that does not exist");
        }
        locations.set(location, i, function);
      }
    }
    IntTupleTable stacks = tables.stacks;
    for (int stack = 1; stack <= stacks.count(); stack++) {
      for (int i = 0; i < stacks.length(stack); i++) {
        int location = locationIds.resolve(stacks.get(stack, i));
        if (location == 0) {
          throw broken("a sample names a location that does not exist");
        }
        stacks.set(stack, i, location);
      }
    }
  }

  static void checkStrings(PprofProfile profile, PprofTableSet tables) throws InputException {
    int count = tables.strings.count();
    if (count == 0 || !tables.strings.isEmpty(0)) {
      throw broken("string_table[0] is not the empty string");
    }
    PprofHead head = profile.head();
    for (int i = 0; i < head.sampleTypes.size(); i++) {
      checkString(head.sampleTypes.get(i), count);
    }
    for (int i = 0; i < head.comments.size(); i++) {
      checkString(head.comments.get(i), count);
    }
    int[] words = {
      head.periodType,
      head.periodUnit,
      head.dropFrames,
      head.keepFrames,
      head.defaultSampleType,
      head.docUrl
    };
    for (int word : words) {
      checkString(word, count);
    }
    checkTables(profile, count);
  }

  private static void checkTables(PprofProfile profile, int count) throws InputException {
    for (int mapping = 1; mapping <= profile.mappingCount(); mapping++) {
      checkString(profile.mappingFile(mapping), count);
      checkString(profile.mappingBuildId(mapping), count);
    }
    for (int function = 1; function <= profile.functionCount(); function++) {
      checkString(profile.functionName(function), count);
      checkString(profile.functionSystemName(function), count);
      checkString(profile.functionFile(function), count);
    }
    for (int set = 1; set <= profile.labelSetCount(); set++) {
      for (int label = 0; label < profile.labelCount(set); label++) {
        checkString(profile.labelKey(set, label), count);
        checkString(profile.labelText(set, label), count);
        checkString(profile.labelUnit(set, label), count);
      }
    }
  }

  static void checkValues(PprofProfile profile, SampleColumns samples, PprofLimits limits)
      throws InputException {
    int types = profile.sampleTypeCount();
    if (types == 0 && samples.count() > 0) {
      throw broken("samples without a sample type");
    }
    for (int sample = 0; sample < samples.count(); sample++) {
      if (samples.valueCounts.get(sample) != types) {
        throw broken(
            "sample "
                + sample
                + " has "
                + samples.valueCounts.get(sample)
                + " values, expected "
                + types
                + " as there are sample types");
      }
    }
    if (types > limits.maxSampleTypes()) {
      throw new InputException(
          Kind.TOO_MANY, -1, types + " sample types, the limit is " + limits.maxSampleTypes());
    }
    if (profile.rowCount() > limits.maxRows()) {
      throw new InputException(
          Kind.TOO_MANY, -1, profile.rowCount() + " sample rows, the limit is " + limits.maxRows());
    }
  }

  private static void checkString(int index, int count) throws InputException {
    if (index >= count) {
      throw broken("string index " + index + ", the table has " + count);
    }
  }

  private static InputException broken(String problem) {
    return InputException.malformed(-1, problem);
  }
}
