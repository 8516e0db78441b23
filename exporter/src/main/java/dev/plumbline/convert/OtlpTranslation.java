package dev.plumbline.convert;

import dev.plumbline.otlp.decode.OtlpAttribute;
import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.BuildId;
import dev.plumbline.wire.IntList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entries of an OTLP dictionary to entries of a pprof profile, each when it is first used. Confined
 * to one conversion.
 */
final class OtlpTranslation {
  private static final int UNKNOWN = -1;

  private final OtlpDictionary dictionary;
  private final PprofBuilder builder;
  private final int[] strings;
  private final int[] mappings;
  private final int[] locations;
  private final int[] functions;
  private final int[] stacks;
  private final Map<List<Object>, Integer> labelSets = new HashMap<>();
  private final IntList stackTuple = new IntList();

  OtlpTranslation(OtlpDictionary dictionary, PprofBuilder builder) {
    this.dictionary = dictionary;
    this.builder = builder;
    this.strings = unknown(dictionary.stringCount());
    this.mappings = unknown(dictionary.mappingCount());
    this.locations = unknown(dictionary.locationCount());
    this.functions = unknown(dictionary.functionCount());
    this.stacks = unknown(dictionary.stackCount());
    // The first mapping of a pprof file is the main binary, as it was of the one this came from.
    for (int mapping = 1; mapping <= dictionary.mappingCount(); mapping++) {
      mapping(mapping);
    }
  }

  private static int[] unknown(int largest) {
    int[] indexes = new int[largest + 1];
    Arrays.fill(indexes, UNKNOWN);
    return indexes;
  }

  private int string(int index) {
    if (strings[index] == UNKNOWN) {
      strings[index] = index == 0 ? 0 : builder.string(dictionary.strings(), index);
    }
    return strings[index];
  }

  /** A location that says nothing, with which some senders end their stacks, is left out. */
  int stack(int index) {
    if (stacks[index] == UNKNOWN) {
      stackTuple.clear();
      for (int i = 0; i < dictionary.stackDepth(index); i++) {
        int location = dictionary.stackLocation(index, i);
        if (location != 0) {
          stackTuple.add(location(location));
        }
      }
      stacks[index] = builder.stack(stackTuple);
    }
    return stacks[index];
  }

  private int location(int index) {
    if (locations[index] == UNKNOWN) {
      int mapping = mapping(dictionary.locationMapping(index));
      for (int line = 0; line < dictionary.lineCount(index); line++) {
        function(dictionary.lineFunction(index, line));
      }
      builder.beginLocation(mapping, dictionary.locationAddress(index), isFolded(index));
      for (int line = 0; line < dictionary.lineCount(index); line++) {
        int function = dictionary.lineFunction(index, line);
        if (function != 0) {
          builder.line(
              functions[function],
              dictionary.lineNumber(index, line),
              dictionary.lineColumn(index, line));
        }
      }
      locations[index] = builder.endLocation();
    }
    return locations[index];
  }

  private boolean isFolded(int location) {
    for (int i = 0; i < dictionary.locationAttributeCount(location); i++) {
      OtlpAttribute attribute = dictionary.locationAttribute(location, i);
      if (attribute.key().equals(PprofAttributes.IS_FOLDED)) {
        return Boolean.TRUE.equals(attribute.value());
      }
    }
    return false;
  }

  private void function(int index) {
    if (index != 0 && functions[index] == UNKNOWN) {
      functions[index] =
          builder.function(
              string(dictionary.functionName(index)),
              string(dictionary.functionSystemName(index)),
              string(dictionary.functionFile(index)),
              dictionary.functionStartLine(index));
    }
  }

  private int mapping(int index) {
    if (index == 0) {
      return 0;
    }
    if (mappings[index] == UNKNOWN) {
      int flags = 0;
      int buildId = 0;
      for (int i = 0; i < dictionary.mappingAttributeCount(index); i++) {
        OtlpAttribute attribute = dictionary.mappingAttribute(index, i);
        flags |= flag(attribute);
        if (buildId == 0 && isBuildId(attribute)) {
          buildId = builder.string(String.valueOf(attribute.value()));
        }
      }
      long[] range = {
        dictionary.mappingStart(index),
        dictionary.mappingLimit(index),
        dictionary.mappingFileOffset(index)
      };
      mappings[index] =
          builder.mapping(range, string(dictionary.mappingFile(index)), buildId, flags);
    }
    return mappings[index];
  }

  private static int flag(OtlpAttribute attribute) {
    int flag = Arrays.asList(PprofAttributes.MAPPING_FLAGS).indexOf(attribute.key());
    return flag >= 0 && Boolean.TRUE.equals(attribute.value()) ? 1 << flag : 0;
  }

  private static boolean isBuildId(OtlpAttribute attribute) {
    for (BuildId.Scheme scheme : BuildId.Scheme.values()) {
      if (attribute.key().equals(scheme.attributeKey())) {
        return attribute.value() instanceof String;
      }
    }
    return false;
  }

  /**
   * @param more labels that come from the resource
   */
  int labels(int attributeList, int link, List<Attribute> more) {
    if (attributeList == 0 && link == 0 && more.isEmpty()) {
      return 0;
    }
    List<Object> key = Arrays.asList(attributeList, link, more);
    Integer known = labelSets.get(key);
    if (known == null) {
      known = readLabels(attributeList, link, more);
      labelSets.put(key, known);
    }
    return known;
  }

  private int readLabels(int attributeList, int link, List<Attribute> more) {
    builder.beginLabels();
    for (Attribute attribute : more) {
      add(attribute.key(), attribute.value(), attribute.unit());
    }
    for (int i = 0; i < dictionary.attributeListSize(attributeList); i++) {
      OtlpAttribute attribute = dictionary.attribute(attributeList, i);
      if (attribute.isSet()) {
        add(attribute.key(), attribute.value(), attribute.unit());
      }
    }
    long span = link == 0 ? 0 : dictionary.linkWord(link, 2);
    if (span != 0) {
      add(
          PprofAttributes.TRACE_ID,
          hex(dictionary.linkWord(link, 0)) + hex(dictionary.linkWord(link, 1)),
          "");
      add(PprofAttributes.SPAN_ID, hex(span), "");
    }
    return builder.endLabels();
  }

  private void add(String key, @Nullable Object value, String unit) {
    int keyIndex = builder.string(key);
    if (value instanceof Long) {
      builder.numberLabel(keyIndex, (Long) value, builder.string(unit));
    } else if (value instanceof List) {
      for (Object element : (List<?>) value) {
        addElement(key, element, unit);
      }
    } else {
      builder.textLabel(keyIndex, builder.string(String.valueOf(value)));
    }
  }

  /** A map of a value and its unit is how a number of a list has a unit of its own. */
  private void addElement(String key, Object element, String unit) {
    if (element instanceof Map && ((Map<?, ?>) element).get("value") instanceof Long) {
      Object ownUnit = ((Map<?, ?>) element).get("unit");
      add(key, ((Map<?, ?>) element).get("value"), ownUnit == null ? "" : ownUnit.toString());
    } else if (element instanceof Long) {
      add(key, element, unit);
    } else {
      add(key, element.toString(), "");
    }
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0000000000000000".substring(digits.length()) + digits;
  }
}
