package dev.plumbline.otlp;

import static dev.plumbline.otlp.WindowDictionary.longAt;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Wire;
import java.io.IOException;

/**
 * {@code ProfilesDictionary} and its entries, the same at all levels from 1.8 on (§1.2, §1.5 and
 * §1.6 of the OTLP study). Every table starts with its zero entry. Stateless.
 */
final class DictionaryFormat {
  private static final int MAPPING_TABLE = 1;
  private static final int LOCATION_TABLE = 2;
  private static final int FUNCTION_TABLE = 3;
  private static final int LINK_TABLE = 4;
  private static final int STRING_TABLE = 5;
  private static final int ATTRIBUTE_TABLE = 6;
  private static final int STACK_TABLE = 7;
  private static final int TABLES = 7;

  /** Body of a link: two fields of bytes, 16 and 8 long. */
  private static final int LINK_BODY = 2 + 16 + 2 + 8;

  private DictionaryFormat() {}

  static int zeroEntriesSize(LinkZero linkZero) {
    return TABLES * Wire.messageSize(MAPPING_TABLE, 0)
        + (linkZero == LinkZero.ZERO_FILLED ? LINK_BODY : 0);
  }

  static void write(CodedOutputStream out, RequestDictionary dictionary) throws IOException {
    Wire.writeMessageStart(out, MAPPING_TABLE, 0);
    for (int i = 1; i <= dictionary.mappings.count(); i++) {
      Wire.writeMessageStart(out, MAPPING_TABLE, mappingBody(dictionary, i));
      writeMapping(out, dictionary, i);
    }
    Wire.writeMessageStart(out, LOCATION_TABLE, 0);
    for (int i = 1; i <= dictionary.locations.count(); i++) {
      Wire.writeMessageStart(out, LOCATION_TABLE, locationBody(dictionary, i));
      writeLocation(out, dictionary, i);
    }
    Wire.writeMessageStart(out, FUNCTION_TABLE, 0);
    for (int i = 1; i <= dictionary.functions.count(); i++) {
      Wire.writeMessageStart(out, FUNCTION_TABLE, functionBody(dictionary, i));
      writeFunction(out, dictionary, i);
    }
    writeLinks(out, dictionary);
    out.writeString(STRING_TABLE, "");
    for (int i = 1; i <= dictionary.strings.count(); i++) {
      out.writeString(STRING_TABLE, text(dictionary, i));
    }
    Wire.writeMessageStart(out, ATTRIBUTE_TABLE, 0);
    for (int i = 1; i <= dictionary.attributes.count(); i++) {
      Wire.writeMessageStart(out, ATTRIBUTE_TABLE, attributeBody(dictionary, i));
      writeAttribute(out, dictionary, i);
    }
    Wire.writeMessageStart(out, STACK_TABLE, 0);
    for (int i = 1; i <= dictionary.stacks.count(); i++) {
      Wire.writeMessageStart(out, STACK_TABLE, stackBody(dictionary, i));
      writeStack(out, dictionary, i);
    }
  }

  // Mapping: memory_start 1, memory_limit 2, file_offset 3, filename 4, attributes 5.

  static int mappingSize(RequestDictionary dictionary, int local) {
    return Wire.messageSize(MAPPING_TABLE, mappingBody(dictionary, local));
  }

  private static int mappingBody(RequestDictionary dictionary, int local) {
    IntTupleTable table = dictionary.window.mappings;
    int index = dictionary.mappings.window(local);
    return Wire.varintSize(1, longAt(table, index, 0))
        + Wire.varintSize(2, longAt(table, index, 2))
        + Wire.varintSize(3, longAt(table, index, 4))
        + Wire.varintSize(4, dictionary.strings.local(table.get(index, 6)))
        + PackedInts.size(5, table, index, 7, dictionary.attributes);
  }

  private static void writeMapping(CodedOutputStream out, RequestDictionary dictionary, int local)
      throws IOException {
    IntTupleTable table = dictionary.window.mappings;
    int index = dictionary.mappings.window(local);
    Wire.writeVarint(out, 1, longAt(table, index, 0));
    Wire.writeVarint(out, 2, longAt(table, index, 2));
    Wire.writeVarint(out, 3, longAt(table, index, 4));
    Wire.writeVarint(out, 4, dictionary.strings.local(table.get(index, 6)));
    PackedInts.write(out, 5, table, index, 7, dictionary.attributes);
  }

  // Location: mapping_index 1, address 2, lines 3, attribute_indices 4 (one: the frame type).

  static int locationSize(RequestDictionary dictionary, int local) {
    return Wire.messageSize(LOCATION_TABLE, locationBody(dictionary, local));
  }

  private static int locationBody(RequestDictionary dictionary, int local) {
    IntTupleTable table = dictionary.window.locations;
    int index = dictionary.locations.window(local);
    int size =
        Wire.varintSize(1, dictionary.mappings.local(table.get(index, 0)))
            + Wire.varintSize(2, longAt(table, index, 1));
    for (int i = 4; i < table.length(index); i += 2) {
      size +=
          Wire.messageSize(3, lineBody(dictionary, table.get(index, i), table.get(index, i + 1)));
    }
    return size + PackedInts.sizeOfOne(4, dictionary.attributes.local(table.get(index, 3)));
  }

  private static void writeLocation(CodedOutputStream out, RequestDictionary dictionary, int local)
      throws IOException {
    IntTupleTable table = dictionary.window.locations;
    int index = dictionary.locations.window(local);
    Wire.writeVarint(out, 1, dictionary.mappings.local(table.get(index, 0)));
    Wire.writeVarint(out, 2, longAt(table, index, 1));
    for (int i = 4; i < table.length(index); i += 2) {
      int function = table.get(index, i);
      int line = table.get(index, i + 1);
      Wire.writeMessageStart(out, 3, lineBody(dictionary, function, line));
      Wire.writeVarint(out, 1, dictionary.functions.local(function));
      Wire.writeVarint(out, 2, line);
    }
    PackedInts.writeOne(out, 4, dictionary.attributes.local(table.get(index, 3)));
  }

  private static int lineBody(RequestDictionary dictionary, int function, int line) {
    return Wire.varintSize(1, dictionary.functions.local(function)) + Wire.varintSize(2, line);
  }

  // Function: name 1, system_name 2, filename 3.

  static int functionSize(RequestDictionary dictionary, int local) {
    return Wire.messageSize(FUNCTION_TABLE, functionBody(dictionary, local));
  }

  private static int functionBody(RequestDictionary dictionary, int local) {
    int index = dictionary.functions.window(local);
    int size = 0;
    for (int i = 0; i < 3; i++) {
      int string = dictionary.strings.local(dictionary.window.functions.get(index, i));
      size += Wire.varintSize(i + 1, string);
    }
    return size;
  }

  private static void writeFunction(CodedOutputStream out, RequestDictionary dictionary, int local)
      throws IOException {
    int index = dictionary.functions.window(local);
    for (int i = 0; i < 3; i++) {
      int string = dictionary.strings.local(dictionary.window.functions.get(index, i));
      Wire.writeVarint(out, i + 1, string);
    }
  }

  // Link: trace_id 1, span_id 2, both big-endian bytes.

  static int linkSize() {
    return Wire.messageSize(LINK_TABLE, LINK_BODY);
  }

  private static void writeLinks(CodedOutputStream out, RequestDictionary dictionary)
      throws IOException {
    if (dictionary.linkZero == LinkZero.EMPTY) {
      Wire.writeMessageStart(out, LINK_TABLE, 0);
    } else {
      writeLink(out, 0, 0, 0);
    }
    IntTupleTable table = dictionary.window.links;
    for (int i = 1; i <= dictionary.links.count(); i++) {
      int index = dictionary.links.window(i);
      writeLink(out, longAt(table, index, 0), longAt(table, index, 2), longAt(table, index, 4));
    }
  }

  private static void writeLink(CodedOutputStream out, long traceHigh, long traceLow, long span)
      throws IOException {
    Wire.writeMessageStart(out, LINK_TABLE, LINK_BODY);
    Wire.writeMessageStart(out, 1, 16);
    out.writeFixed64NoTag(Long.reverseBytes(traceHigh));
    out.writeFixed64NoTag(Long.reverseBytes(traceLow));
    Wire.writeMessageStart(out, 2, 8);
    out.writeFixed64NoTag(Long.reverseBytes(span));
  }

  // Strings.

  static int stringSize(RequestDictionary dictionary, int local) {
    return Wire.stringSize(STRING_TABLE, text(dictionary, local));
  }

  private static String text(RequestDictionary dictionary, int local) {
    return dictionary.window.strings.get(dictionary.strings.window(local));
  }

  // KeyValueAndUnit: key 1, value 2, unit 3.

  static int attributeSize(RequestDictionary dictionary, int local) {
    return Wire.messageSize(ATTRIBUTE_TABLE, attributeBody(dictionary, local));
  }

  private static int attributeBody(RequestDictionary dictionary, int local) {
    AttributeTable table = dictionary.window.attributes;
    int index = dictionary.attributes.window(local);
    return Wire.varintSize(1, dictionary.strings.local(table.key(index)))
        + Wire.messageSize(2, AnyValueFormat.size(table.value(index)))
        + Wire.varintSize(3, dictionary.strings.local(table.unit(index)));
  }

  private static void writeAttribute(CodedOutputStream out, RequestDictionary dictionary, int local)
      throws IOException {
    AttributeTable table = dictionary.window.attributes;
    int index = dictionary.attributes.window(local);
    Wire.writeVarint(out, 1, dictionary.strings.local(table.key(index)));
    Wire.writeMessageStart(out, 2, AnyValueFormat.size(table.value(index)));
    AnyValueFormat.write(out, table.value(index));
    Wire.writeVarint(out, 3, dictionary.strings.local(table.unit(index)));
  }

  // Stack: location_indices 1.

  static int stackSize(RequestDictionary dictionary, int local) {
    return Wire.messageSize(STACK_TABLE, stackBody(dictionary, local));
  }

  private static int stackBody(RequestDictionary dictionary, int local) {
    int index = dictionary.stacks.window(local);
    return PackedInts.size(1, dictionary.window.stacks, index, 0, dictionary.locations);
  }

  private static void writeStack(CodedOutputStream out, RequestDictionary dictionary, int local)
      throws IOException {
    int index = dictionary.stacks.window(local);
    PackedInts.write(out, 1, dictionary.window.stacks, index, 0, dictionary.locations);
  }
}
