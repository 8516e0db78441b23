package dev.plumbline.convert;

import dev.plumbline.otlp.LinkZero;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.ReverseWriter;
import dev.plumbline.wire.Utf8Table;

/**
 * The dictionary of a request that is being made: each entry once, entry 0 the zero value. Confined
 * to one conversion.
 *
 * <pre>
 * mapping         start, limit, file offset (longs), file, attribute*
 * location        mapping, address (long), folded attribute or 0, (function, line, column (longs))*
 * function        name, system name, file, start line (long)
 * link            trace id (two longs), span id (long)
 * stack           location*
 * attribute       key, unit, kind, elements: one (kind, text, number (long), unit as text) each
 * attribute list  attribute+
 * </pre>
 */
final class OtlpTables {
  static final int TEXT = 0;
  static final int NUMBER = 1;
  static final int TRUE = 2;
  static final int LIST = 3;

  private static final int ATTRIBUTE_INTS = 3;
  private static final int ELEMENT_INTS = 5;
  private static final int MAPPING_INTS = 7;
  private static final int LOCATION_INTS = 4;
  private static final int LINE_INTS = 5;
  private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};
  private static final byte[] UNIT = {'u', 'n', 'i', 't'};

  final Utf8Table strings = Utf8Table.growing();

  /** Texts that stand in values and not in the string table. */
  final Utf8Table texts = Utf8Table.growing();

  final IntTupleTable mappings = new IntTupleTable(256);
  final IntTupleTable locations = new IntTupleTable(4096);
  final IntTupleTable functions = new IntTupleTable(2048);
  final IntTupleTable links = new IntTupleTable(64);
  final IntTupleTable stacks;
  final IntTupleTable attributes = new IntTupleTable(256);
  final IntTupleTable attributeLists = new IntTupleTable(256);

  /**
   * @param expectedReferences depths of all stacks together
   */
  OtlpTables(int expectedReferences) {
    this.stacks = new IntTupleTable(Math.max(64, expectedReferences));
  }

  /** Index of an attribute with one value that is no list. */
  int attribute(int key, int kind, int text, long number, int unit) {
    int[] tuple = {
      key, unit, kind, kind, text, (int) (number >>> 32), (int) number, 0,
    };
    return attributes.intern(tuple, tuple.length);
  }

  /** Body of {@code ProfilesDictionary}. */
  void write(ReverseWriter out, LinkZero linkZero) {
    for (int stack = stacks.count(); stack > 0; stack--) {
      int mark = out.size();
      writePacked(out, 1, stacks, stack, 0);
      out.message(7, mark);
    }
    out.message(7, out.size());
    for (int attribute = attributes.count(); attribute > 0; attribute--) {
      writeAttribute(out, attribute);
    }
    out.message(6, out.size());
    for (int string = strings.count() - 1; string >= 0; string--) {
      strings.writeTo(out, 5, string);
    }
    for (int link = links.count(); link > 0; link--) {
      writeLink(out, links.getLong(link, 0), links.getLong(link, 2), links.getLong(link, 4));
    }
    if (linkZero == LinkZero.ZERO_FILLED) {
      writeLink(out, 0, 0, 0);
    } else {
      out.message(4, out.size());
    }
    for (int function = functions.count(); function > 0; function--) {
      int mark = out.size();
      out.varint(4, functions.getLong(function, 3));
      out.varint(3, functions.get(function, 2));
      out.varint(2, functions.get(function, 1));
      out.varint(1, functions.get(function, 0));
      out.message(3, mark);
    }
    out.message(3, out.size());
    for (int location = locations.count(); location > 0; location--) {
      writeLocation(out, location);
    }
    out.message(2, out.size());
    for (int mapping = mappings.count(); mapping > 0; mapping--) {
      writeMapping(out, mapping);
    }
    out.message(1, out.size());
  }

  private void writeMapping(ReverseWriter out, int mapping) {
    int mark = out.size();
    writePacked(out, 5, mappings, mapping, MAPPING_INTS);
    out.varint(4, mappings.get(mapping, 6));
    out.varint(3, mappings.getLong(mapping, 4));
    out.varint(2, mappings.getLong(mapping, 2));
    out.varint(1, mappings.getLong(mapping, 0));
    out.message(1, mark);
  }

  private void writeLocation(ReverseWriter out, int location) {
    int mark = out.size();
    int folded = locations.get(location, 3);
    if (folded != 0) {
      int listMark = out.size();
      out.rawVarint(folded);
      out.message(4, listMark);
    }
    for (int i = locations.length(location) - LINE_INTS; i >= LOCATION_INTS; i -= LINE_INTS) {
      int lineMark = out.size();
      out.varint(3, locations.getLong(location, i + 3));
      out.varint(2, locations.getLong(location, i + 1));
      out.varint(1, locations.get(location, i));
      out.message(3, lineMark);
    }
    out.varint(2, locations.getLong(location, 1));
    out.varint(1, locations.get(location, 0));
    out.message(2, mark);
  }

  private static void writeLink(ReverseWriter out, long high, long low, long span) {
    int mark = out.size();
    byte[] ids = new byte[24];
    for (int i = 0; i < 8; i++) {
      int shift = 56 - 8 * i;
      ids[i] = (byte) (high >>> shift);
      ids[8 + i] = (byte) (low >>> shift);
      ids[16 + i] = (byte) (span >>> shift);
    }
    out.bytes(2, ids, 16, 8);
    out.bytes(1, ids, 0, 16);
    out.message(4, mark);
  }

  private void writeAttribute(ReverseWriter out, int attribute) {
    int mark = out.size();
    out.varint(3, attributes.get(attribute, 1));
    int valueMark = out.size();
    if (attributes.get(attribute, 2) == LIST) {
      int last = attributes.length(attribute) - ELEMENT_INTS;
      int listMark = out.size();
      for (int i = last; i >= ATTRIBUTE_INTS; i -= ELEMENT_INTS) {
        int elementMark = out.size();
        writeElement(out, attribute, i);
        out.message(1, elementMark);
      }
      out.message(5, listMark);
    } else {
      writeValue(out, attribute, ATTRIBUTE_INTS);
    }
    out.message(2, valueMark);
    out.varint(1, attributes.get(attribute, 0));
    out.message(6, mark);
  }

  /** An element whose number has a unit of its own is a map of both. */
  private void writeElement(ReverseWriter out, int attribute, int at) {
    int unit = attributes.get(attribute, at + 4);
    if (unit == 0) {
      writeValue(out, attribute, at);
      return;
    }
    int mapMark = out.size();
    int unitMark = out.size();
    int unitValueMark = out.size();
    texts.writeTo(out, 1, unit);
    out.message(2, unitValueMark);
    out.bytes(1, UNIT, 0, UNIT.length);
    out.message(1, unitMark);
    int numberMark = out.size();
    int numberValueMark = out.size();
    writeValue(out, attribute, at);
    out.message(2, numberValueMark);
    out.bytes(1, VALUE, 0, VALUE.length);
    out.message(1, numberMark);
    out.message(6, mapMark);
  }

  private void writeValue(ReverseWriter out, int attribute, int at) {
    switch (attributes.get(attribute, at)) {
      case TEXT:
        texts.writeTo(out, 1, attributes.get(attribute, at + 1));
        break;
      case NUMBER:
        out.oneofVarint(3, attributes.getLong(attribute, at + 2));
        break;
      default:
        out.oneofVarint(2, 1);
    }
  }

  /** The tuple's ints from a position on as a packed list; nothing if there are none. */
  static void writePacked(ReverseWriter out, int field, IntTupleTable table, int index, int from) {
    int last = table.length(index) - 1;
    if (last < from) {
      return;
    }
    int mark = out.size();
    for (int i = last; i >= from; i--) {
      out.rawVarint(table.get(index, i));
    }
    out.message(field, mark);
  }
}
