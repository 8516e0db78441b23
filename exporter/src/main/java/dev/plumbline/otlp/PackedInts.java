package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Wire;
import java.io.IOException;

/** Packed {@code repeated int32}: references to entries of a request's table. Stateless. */
final class PackedInts {
  private PackedInts() {}

  /** The tuple's ints from a position on, as numbers of the request; nothing if there are none. */
  static int size(int field, IntTupleTable table, int index, int from, Numbering numbering) {
    int body = bodySize(table, index, from, numbering);
    return body == 0 ? 0 : Wire.messageSize(field, body);
  }

  static void write(
      CodedOutputStream out,
      int field,
      IntTupleTable table,
      int index,
      int from,
      Numbering numbering)
      throws IOException {
    int body = bodySize(table, index, from, numbering);
    if (body == 0) {
      return;
    }
    Wire.writeMessageStart(out, field, body);
    for (int i = from; i < table.length(index); i++) {
      out.writeUInt32NoTag(numbering.local(table.get(index, i)));
    }
  }

  static int sizeOfOne(int field, int local) {
    return Wire.messageSize(field, CodedOutputStream.computeUInt32SizeNoTag(local));
  }

  static void writeOne(CodedOutputStream out, int field, int local) throws IOException {
    Wire.writeMessageStart(out, field, CodedOutputStream.computeUInt32SizeNoTag(local));
    out.writeUInt32NoTag(local);
  }

  private static int bodySize(IntTupleTable table, int index, int from, Numbering numbering) {
    int size = 0;
    for (int i = from; i < table.length(index); i++) {
      size += CodedOutputStream.computeUInt32SizeNoTag(numbering.local(table.get(index, i)));
    }
    return size;
  }
}
