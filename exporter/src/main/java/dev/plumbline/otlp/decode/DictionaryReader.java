package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ProtoReader;
import dev.plumbline.wire.Utf8;

/**
 * {@code ProfilesDictionary} and its tables (§1.2, §1.5 of the OTLP study). At level 1.7 entry 0 of
 * a table is an ordinary one, absence of a reference means "none", flags are fields and not
 * attributes: there all indexes move up by one and the flags become attributes, so that what comes
 * out is the same for every level. Confined to the decoder's thread.
 */
final class DictionaryReader {
  static final int MAPPINGS = 1;
  static final int LOCATIONS = 2;
  static final int FUNCTIONS = 3;
  private static final int LINKS = 4;
  private static final int STRINGS = 5;
  private static final int ATTRIBUTES = 6;

  /** {@code stack_table}; at level 1.7 {@code attribute_units}. */
  static final int STACKS = 7;

  private final byte[] bytes;
  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final AnyValueReader values;
  private final AttributeTableReader attributeTable;
  private final CodeTableReader codeTables;
  private final EntryTables entries;
  private final boolean oldest;
  private int stackEntries;
  private int largestLocation;
  private int stackOfLargest;

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
    this.entries = new EntryTables(budget, level);
    this.attributeTable = new AttributeTableReader(dictionary, budget, values, oldest);
    this.codeTables = new CodeTableReader(dictionary, budget, values, attributeTable, entries);
  }

  /** What is added to an index of the wire to have one of the dictionary, strings excepted. */
  int base() {
    return entries.base();
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
          codeTables.mapping(in);
          break;
        case LOCATIONS:
          codeTables.location(in);
          break;
        case FUNCTIONS:
          codeTables.function(in);
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
    int locations = dictionary.locationCount();
    DictionaryCheck.require(largestLocation, locations, "stack", stackOfLargest, "location");
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
    IntList tuple = entries.begin();
    for (long word : words) {
      tuple.addLong(word);
    }
    entries.store(LINKS, dictionary.links, start);
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

  /**
   * Looked through where it lies; its locations are compared with their table when that is known.
   */
  private void stack(ProtoReader in) throws InputException {
    int start = in.position();
    int stack = stackEntries++;
    budget.checkTable(stack, start, "stack_table");
    int largest = 0;
    in.enter("Stack");
    int from = in.position();
    while (in.next()) {
      if (in.field() == 1) {
        largest = Math.max(largest, in.passIndexes());
        budget.spendReferences(in.passedIndexes(), in.position());
      } else {
        values.unknown(in);
      }
    }
    int to = in.position();
    in.leave();
    if (stack > 0) {
      dictionary.stacks.add(from, to);
      if (largest > largestLocation) {
        largestLocation = largest;
        stackOfLargest = stack;
      }
    } else if (largest != 0) {
      throw EntryTables.notZero(STACKS, start);
    }
  }

  /** Indexes of another table, which are checked when all tables are known. */
  void references(ProtoReader in, IntList into) throws InputException {
    entries.references(in, into);
  }
}
