package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.ProtoReader;
import dev.plumbline.wire.Utf8;

/**
 * {@code ProfilesDictionary} and its tables (§1.2, §1.5 of the OTLP study). At level 1.7 entry 0 of
 * a table is an ordinary one, absence of a reference means "none", flags are fields and not
 * attributes: there all indexes move up by one and the flags become attributes, so that what comes
 * out is the same for every level. Confined to the decoder's thread.
 */
final class DictionaryReader {
  private static final int MAPPINGS = 1;
  private static final int LOCATIONS = 2;
  private static final int FUNCTIONS = 3;
  private static final int LINKS = 4;
  private static final int STRINGS = 5;
  private static final int ATTRIBUTES = 6;

  /** {@code stack_table}; at level 1.7 {@code attribute_units}. */
  private static final int STACKS = 7;

  private final byte[] bytes;
  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final AnyValueReader values;
  private final AttributeTableReader attributeTable;
  private final boolean oldest;
  private final int base;
  private final IntList tuple = new IntList();
  private final IntList lines = new IntList();
  private final IntList attributes = new IntList();
  private final int[] zeroEntries = new int[STACKS + 1];

  DictionaryReader(
      byte[] bytes,
      OtlpDictionary dictionary,
      Budget budget,
      AnyValueReader values,
      ReceivedLevel level) {
    this.bytes = bytes;
    this.dictionary = dictionary;
    this.budget = budget;
    this.values = values;
    this.oldest = level == ReceivedLevel.V1_7;
    this.base = oldest ? 1 : 0;
    this.attributeTable = new AttributeTableReader(dictionary, budget, values, oldest);
  }

  /** What is added to an index of the wire to have one of the dictionary, strings excepted. */
  int base() {
    return base;
  }

  /** Strings first: attributes, which may stand before them, are resolved when they are read. */
  void readStrings(ProtoReader in) throws InputException {
    while (in.next()) {
      if (in.field() == STRINGS) {
        budget.checkTable(dictionary.strings.count(), in.position(), "string_table");
        int length = in.length();
        int start = in.position();
        if (!Utf8.isWellFormed(bytes, start, start + length)) {
          throw in.malformed("string " + dictionary.strings.count() + " is no UTF-8");
        }
        if (dictionary.strings.count() == 0 && length != 0) {
          throw in.malformed("string_table[0] is not the empty string");
        }
        dictionary.strings.append(start, start + length);
        in.pass(length);
      } else {
        in.skip();
      }
    }
  }

  /** Units stand apart at level 1.7, behind the attributes that they belong to. */
  void readUnits(ProtoReader in) throws InputException {
    while (oldest && in.next()) {
      if (in.field() == STACKS) {
        attributeTable.oldUnit(in);
      } else {
        in.skip();
      }
    }
  }

  void readTables(ProtoReader in) throws InputException {
    while (in.next()) {
      switch (in.field()) {
        case MAPPINGS:
          mapping(in);
          break;
        case LOCATIONS:
          location(in);
          break;
        case FUNCTIONS:
          function(in);
          break;
        case LINKS:
          link(in);
          break;
        case ATTRIBUTES:
          attributeTable.attribute(in);
          break;
        case STACKS:
          if (oldest) {
            in.skip();
          } else {
            stack(in);
          }
          break;
        case STRINGS:
          in.skip();
          break;
        default:
          values.unknown(in);
      }
    }
  }

  /** All tables are read: every reference between them must lead somewhere. */
  void finish() throws InputException {
    attributeTable.finish();
    DictionaryCheck.check(dictionary);
  }

  private void mapping(ProtoReader in) throws InputException {
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
        file = stringIndex(in);
      } else if (field == 5) {
        references(in, attributes);
      } else if (field <= 9 && oldest) {
        if (in.bool()) {
          attributes.add(AttributeTableReader.oldFlag(field - 6));
        }
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    tuple.clear();
    for (long number : range) {
      tuple.addLong(number);
    }
    tuple.add(file);
    addAll(attributes);
    store(MAPPINGS, dictionary.mappings, start);
  }

  private void location(ProtoReader in) throws InputException {
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
        mapping = in.index() + base;
      } else if (field == 2) {
        address = in.varint();
      } else if (field == 3) {
        line(in);
      } else if (field == 4 && oldest) {
        if (in.bool()) {
          attributes.add(AttributeTableReader.oldFlag(4));
        }
      } else if (field == 4 + base) {
        references(in, attributes);
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    tuple.clear();
    tuple.add(mapping);
    tuple.addLong(address);
    tuple.add(attributes.size());
    addAll(attributes);
    addAll(lines);
    store(LOCATIONS, dictionary.locations, start);
  }

  private void line(ProtoReader in) throws InputException {
    int function = base;
    long line = 0;
    long column = 0;
    in.enter("Line");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          function = in.index() + base;
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

  private void function(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.functions.count(), start, "function_table");
    int[] words = new int[3];
    long startLine = 0;
    in.enter("Function");
    while (in.next()) {
      int field = in.field();
      if (field <= 3) {
        words[field - 1] = stringIndex(in);
      } else if (field == 4) {
        startLine = in.varint();
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    tuple.clear();
    for (int word : words) {
      tuple.add(word);
    }
    tuple.addLong(startLine);
    store(FUNCTIONS, dictionary.functions, start);
  }

  private void link(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.links.count(), start, "link_table");
    long[] words = new long[3];
    in.enter("Link");
    while (in.next()) {
      if (in.field() == 1) {
        if (id(in, 16)) {
          words[0] = bigEndian(in.position());
          words[1] = bigEndian(in.position() + 8);
          in.pass(16);
        }
      } else if (in.field() == 2) {
        if (id(in, 8)) {
          words[2] = bigEndian(in.position());
          in.pass(8);
        }
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    tuple.clear();
    for (long word : words) {
      tuple.addLong(word);
    }
    store(LINKS, dictionary.links, start);
  }

  /** False if the id is empty. */
  private static boolean id(ProtoReader in, int expected) throws InputException {
    int length = in.length();
    if (length != 0 && length != expected) {
      throw in.malformed(in.fieldName() + " is " + length + " bytes, expected " + expected);
    }
    return length != 0;
  }

  private long bigEndian(int at) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  private void stack(ProtoReader in) throws InputException {
    int start = in.position();
    budget.checkTable(dictionary.stacks.count(), start, "stack_table");
    tuple.clear();
    in.enter("Stack");
    while (in.next()) {
      if (in.field() == 1) {
        references(in, tuple);
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    store(STACKS, dictionary.stacks, start);
  }

  /** Indexes of another table, which are checked when all tables are known. */
  void references(ProtoReader in, IntList into) throws InputException {
    in.beginVarints();
    while (in.hasMore()) {
      budget.spendReference(in.position());
      into.add(in.rawIndex() + base);
    }
  }

  /** Entry 0 is the zero value and is not stored. */
  private void store(int field, IntTupleTable table, int start) throws InputException {
    if (!oldest && zeroEntries[field] == 0) {
      zeroEntries[field] = 1;
      for (int i = 0; i < tuple.size(); i++) {
        if (tuple.get(i) != 0) {
          throw InputException.malformed(
              start, "entry 0 of dictionary table " + field + " is not the zero value");
        }
      }
      return;
    }
    tuple.appendTo(table);
  }

  private void addAll(IntList ints) {
    for (int i = 0; i < ints.size(); i++) {
      tuple.add(ints.get(i));
    }
  }

  private int stringIndex(ProtoReader in) throws InputException {
    return attributeTable.stringIndex(in);
  }
}
