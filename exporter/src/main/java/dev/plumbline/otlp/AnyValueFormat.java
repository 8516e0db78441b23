package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.wire.Wire;
import java.io.IOException;
import java.util.List;

/**
 * {@code AnyValue}, {@code ArrayValue} and {@code KeyValue} of OTLP's common messages (§1.6 of the
 * OTLP study). Members of the oneof are written also if they are zero. Stateless.
 */
final class AnyValueFormat {
  private static final int STRING_VALUE = 1;
  private static final int BOOL_VALUE = 2;
  private static final int INT_VALUE = 3;
  private static final int DOUBLE_VALUE = 4;
  private static final int ARRAY_VALUE = 5;
  private static final int ARRAY_VALUES = 1;
  private static final int KEY_VALUE_KEY = 1;
  private static final int KEY_VALUE_VALUE = 2;

  private AnyValueFormat() {}

  static int size(Object value) {
    if (value instanceof String) {
      return Wire.stringSize(STRING_VALUE, (String) value);
    }
    if (value instanceof Boolean) {
      return CodedOutputStream.computeBoolSize(BOOL_VALUE, (Boolean) value);
    }
    if (value instanceof Long) {
      return CodedOutputStream.computeInt64Size(INT_VALUE, (Long) value);
    }
    if (value instanceof Double) {
      return CodedOutputStream.computeDoubleSize(DOUBLE_VALUE, (Double) value);
    }
    return Wire.messageSize(ARRAY_VALUE, arraySize((List<?>) value));
  }

  static void write(CodedOutputStream out, Object value) throws IOException {
    if (value instanceof String) {
      out.writeString(STRING_VALUE, (String) value);
    } else if (value instanceof Boolean) {
      out.writeBool(BOOL_VALUE, (Boolean) value);
    } else if (value instanceof Long) {
      out.writeInt64(INT_VALUE, (Long) value);
    } else if (value instanceof Double) {
      out.writeDouble(DOUBLE_VALUE, (Double) value);
    } else {
      Wire.writeMessageStart(out, ARRAY_VALUE, arraySize((List<?>) value));
      writeArray(out, (List<?>) value);
    }
  }

  /** Body of a {@code KeyValue} with an inline key. */
  static int keyValueSize(String key, Object value) {
    return Wire.stringSize(KEY_VALUE_KEY, key) + Wire.messageSize(KEY_VALUE_VALUE, size(value));
  }

  static void writeKeyValue(CodedOutputStream out, String key, Object value) throws IOException {
    out.writeString(KEY_VALUE_KEY, key);
    Wire.writeMessageStart(out, KEY_VALUE_VALUE, size(value));
    write(out, value);
  }

  private static int arraySize(List<?> elements) {
    int size = 0;
    for (Object element : elements) {
      size += Wire.messageSize(ARRAY_VALUES, size(element));
    }
    return size;
  }

  private static void writeArray(CodedOutputStream out, List<?> elements) throws IOException {
    for (Object element : elements) {
      Wire.writeMessageStart(out, ARRAY_VALUES, size(element));
      write(out, element);
    }
  }
}
