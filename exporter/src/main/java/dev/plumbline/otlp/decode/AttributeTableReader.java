package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.ProtoReader;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attribute table. At level 1.7 its entries have inline keys, their units stand in a table of
 * their own, and flags of mappings and locations become entries behind those of the sender.
 * Confined to the decoder's thread.
 */
final class AttributeTableReader {
  /** What level 1.7 says by fields: the first four of a mapping, the last of a location. */
  private static final String[] OLD_FLAGS = {
    "pprof.mapping.has_functions",
    "pprof.mapping.has_filenames",
    "pprof.mapping.has_line_numbers",
    "pprof.mapping.has_inline_frames",
    "pprof.location.is_folded"
  };

  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final AnyValueReader values;
  private final boolean oldest;
  private final Map<String, String> oldUnits = new HashMap<>();

  AttributeTableReader(
      OtlpDictionary dictionary, Budget budget, AnyValueReader values, boolean oldest) {
    this.dictionary = dictionary;
    this.budget = budget;
    this.values = values;
    this.oldest = oldest;
    if (oldest) {
      dictionary.attributes.add(new OtlpAttribute("", null, ""));
    }
  }

  /** {@code KeyValueAndUnit}: key_strindex 1, value 2, unit_strindex 3; before 1.8 a KeyValue. */
  void attribute(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.attributes.size(), start, "attribute_table");
    if (oldest) {
      OtlpAttribute read = values.keyValue(in);
      String unit = oldUnits.getOrDefault(read.key(), "");
      dictionary.attributes.add(new OtlpAttribute(read.key(), read.value(), unit));
      return;
    }
    int key = 0;
    int unit = 0;
    @Nullable Object value = null;
    in.enter("KeyValueAndUnit");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          key = stringIndex(in);
          break;
        case 2:
          value = values.value(in);
          break;
        case 3:
          unit = stringIndex(in);
          break;
        default:
          values.unknown(in);
      }
    }
    in.leave();
    if (dictionary.attributes.isEmpty() && (key != 0 || unit != 0 || value != null)) {
      throw InputException.malformed(start, "attribute_table[0] is not the zero value");
    }
    dictionary.attributes.add(
        new OtlpAttribute(dictionary.string(key), value, dictionary.string(unit)));
  }

  /** {@code AttributeUnit} of level 1.7: attribute_key_strindex 1, unit_strindex 2. */
  void oldUnit(ProtoReader in) throws InputException {
    int key = 0;
    int unit = 0;
    in.enter("AttributeUnit");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          key = stringIndex(in);
          break;
        case 2:
          unit = stringIndex(in);
          break;
        default:
          in.skip();
      }
    }
    in.leave();
    oldUnits.put(dictionary.string(key), dictionary.string(unit));
  }

  /** Stands for the attribute of that flag until the attribute table is complete. */
  static int oldFlag(int flag) {
    return -1 - flag;
  }

  /** Gives the flags of level 1.7 their attributes, behind those of the sender. */
  void finish() {
    if (!oldest) {
      return;
    }
    int first = dictionary.attributes.size();
    for (String key : OLD_FLAGS) {
      dictionary.attributes.add(new OtlpAttribute(key, true, ""));
    }
    resolveOldFlags(dictionary.mappings, OtlpDictionary.MAPPING_INTS, first);
    resolveOldFlags(dictionary.locations, OtlpDictionary.LOCATION_INTS, first);
  }

  private static void resolveOldFlags(IntTupleTable table, int from, int first) {
    for (int index = 1; index <= table.count(); index++) {
      boolean isLocation = from == OtlpDictionary.LOCATION_INTS;
      int end = isLocation ? from + table.get(index, from - 1) : table.length(index);
      for (int i = from; i < end; i++) {
        if (table.get(index, i) < 0) {
          table.set(index, i, first - 1 - table.get(index, i));
        }
      }
    }
  }

  int stringIndex(ProtoReader in) throws InputException {
    int index = in.index();
    if (index != 0 && index >= dictionary.strings.count()) {
      throw in.malformed(
          in.fieldName() + " is string " + index + ", the table has " + dictionary.strings.count());
    }
    return index;
  }
}
