package dev.plumbline.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * The pieces that every protobuf message is made of: scalars that are left out when they are zero,
 * messages whose length goes first. Size and write of a piece stand together. Stateless.
 */
public final class Wire {
  private Wire() {}

  /** Tag, length and a body of that many bytes. */
  public static int messageSize(int field, int bodySize) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(bodySize)
        + bodySize;
  }

  /** Tag and length; the caller writes the body next. */
  public static void writeMessageStart(CodedOutputStream out, int field, int bodySize)
      throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(bodySize);
  }

  /** A string that is written even if it is empty. */
  public static int stringSize(int field, String text) {
    return messageSize(field, WireText.utf8Length(text));
  }

  public static int optionalStringSize(int field, String text) {
    return text.isEmpty() ? 0 : stringSize(field, text);
  }

  public static void writeOptionalString(CodedOutputStream out, int field, String text)
      throws IOException {
    if (!text.isEmpty()) {
      out.writeString(field, text);
    }
  }

  /** A number of type int32, uint32, int64 or uint64; all are the same varint. */
  public static int varintSize(int field, long value) {
    return value == 0 ? 0 : CodedOutputStream.computeUInt64Size(field, value);
  }

  public static void writeVarint(CodedOutputStream out, int field, long value) throws IOException {
    if (value != 0) {
      out.writeUInt64(field, value);
    }
  }

  public static int fixed64Size(int field, long value) {
    return value == 0 ? 0 : CodedOutputStream.computeFixed64Size(field, value);
  }

  public static void writeFixed64(CodedOutputStream out, int field, long value) throws IOException {
    if (value != 0) {
      out.writeFixed64(field, value);
    }
  }
}
