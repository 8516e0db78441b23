package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ProtoReader;

/**
 * Mappings, locations with their lines, and functions: what a stack leads to (§1.5 of the OTLP
 * study). Confined to the decoder's thread.
 */
final class CodeTableReader {
  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final AnyValueReader values;
  private final AttributeTableReader attributeTable;
  private final EntryTables entries;
  private final boolean oldest;
  private final IntList lines = new IntList();
  private final IntList attributes = new IntList();

  CodeTableReader(
      OtlpDictionary dictionary,
      Budget budget,
      AnyValueReader values,
      AttributeTableReader attributeTable,
      EntryTables entries) {
    this.dictionary = dictionary;
    this.budget = budget;
    this.values = values;
    this.attributeTable = attributeTable;
    this.entries = entries;
    this.oldest = entries.base() == 1;
  }

  void mapping(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.mappings.count(), start, "mapping_table");
    long[] range = new long[3];
    int file = 0;
    attributes.clear();
    in.enter("Mapping");
    while (in.next()) {
      int field = in.field();
      if (field <= 3) {
        range[field - 1] = in.varint();
      } else if (field == 4) {
        file = attributeTable.stringIndex(in);
      } else if (field == 5) {
        entries.references(in, attributes);
      } else if (field <= 9 && oldest) {
        if (in.bool()) {
          attributes.add(AttributeTableReader.oldFlag(field - 6));
        }
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    IntList tuple = entries.begin();
    for (long number : range) {
      tuple.addLong(number);
    }
    tuple.add(file);
    addAll(tuple, attributes);
    entries.store(DictionaryReader.MAPPINGS, dictionary.mappings, start);
  }

  void location(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.locations.count(), start, "location_table");
    int mapping = 0;
    long address = 0;
    attributes.clear();
    lines.clear();
    in.enter("Location");
    while (in.next()) {
      int field = in.field();
      if (field == 1) {
        mapping = in.index() + entries.base();
      } else if (field == 2) {
        address = in.varint();
      } else if (field == 3) {
        line(in);
      } else if (field == 4 && oldest) {
        if (in.bool()) {
          attributes.add(AttributeTableReader.oldFlag(4));
        }
      } else if (field == 4 + entries.base()) {
        entries.references(in, attributes);
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    IntList tuple = entries.begin();
    tuple.add(mapping);
    tuple.addLong(address);
    tuple.add(attributes.size());
    addAll(tuple, attributes);
    addAll(tuple, lines);
    entries.store(DictionaryReader.LOCATIONS, dictionary.locations, start);
  }

  private void line(ProtoReader in) throws InputException {
    int function = entries.base();
    long line = 0;
    long column = 0;
    in.enter("Line");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          function = in.index() + entries.base();
          break;
        case 2:
          line = in.varint();
          break;
        case 3:
          column = in.varint();
          break;
        default:
          values.unknown(in);
      }
    }
    in.leave();
    budget.spendEntry(in.position());
    lines.add(function);
    lines.addLong(line);
    lines.addLong(column);
  }

  void function(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.functions.count(), start, "function_table");
    int[] words = new int[3];
    long startLine = 0;
    in.enter("Function");
    while (in.next()) {
      int field = in.field();
      if (field <= 3) {
        words[field - 1] = attributeTable.stringIndex(in);
      } else if (field == 4) {
        startLine = in.varint();
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    IntList tuple = entries.begin();
    for (int word : words) {
      tuple.add(word);
    }
    tuple.addLong(startLine);
    entries.store(DictionaryReader.FUNCTIONS, dictionary.functions, start);
  }

  private static void addAll(IntList tuple, IntList ints) {
    for (int i = 0; i < ints.size(); i++) {
      tuple.add(ints.get(i));
    }
  }
}
