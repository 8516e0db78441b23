package dev.plumbline.api;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Sums of the columns of a pprof file, read by hand: samples are field 2, values field 2 in it. */
final class PprofTotals {
  private PprofTotals() {}

  static List<Long> of(byte[] gzipped) throws IOException {
    byte[] file = new GZIPInputStream(new ByteArrayInputStream(gzipped)).readAllBytes();
    List<Long> totals = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == 2) {
        add(totals, in.readBytes().newCodedInput());
      } else {
        in.skipField(tag);
      }
    }
    return totals;
  }

  private static void add(List<Long> totals, CodedInputStream sample) throws IOException {
    int column = 0;
    for (int tag = sample.readTag(); tag != 0; tag = sample.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) != 2) {
        sample.skipField(tag);
      } else if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
        column = add(totals, column, sample.readInt64());
      } else {
        CodedInputStream packed = sample.readBytes().newCodedInput();
        while (!packed.isAtEnd()) {
          column = add(totals, column, packed.readInt64());
        }
      }
    }
  }

  private static int add(List<Long> totals, int column, long value) {
    if (totals.size() == column) {
      totals.add(0L);
    }
    totals.set(column, totals.get(column) + value);
    return column + 1;
  }
}
