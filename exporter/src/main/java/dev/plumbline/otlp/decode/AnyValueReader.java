package dev.plumbline.otlp.decode;

import dev.plumbline.profile.Attribute;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.ProtoReader;
import dev.plumbline.wire.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code AnyValue} and {@code KeyValue} (§1.6 of the OTLP study). References to the string table,
 * which only profiles may hold, are resolved, so the table is read before. Confined to the
 * decoder's thread.
 */
final class AnyValueReader {
  private final byte[] bytes;
  private final OtlpDictionary dictionary;
  private final Budget budget;

  AnyValueReader(byte[] bytes, OtlpDictionary dictionary, Budget budget) {
    this.bytes = bytes;
    this.dictionary = dictionary;
    this.budget = budget;
  }

  /** One attribute into the list; left out if it has no key or no value. */
  void keyValue(ProtoReader in, List<Attribute> into) throws InputException {
    OtlpAttribute read = keyValue(in);
    if (read.isSet()) {
      into.add(read.asAttribute());
    }
  }

  /** {@code KeyValue}: key 1, value 2, key_strindex 3. */
  OtlpAttribute keyValue(ProtoReader in) throws InputException {
    budget.spendEntry(in.position());
    String key = "";
    Object value = null;
    in.enter("KeyValue");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          key = string(in);
          break;
        case 2:
          value = value(in);
          break;
        case 3:
          key = stringAt(in, in.index());
          break;
        default:
          unknown(in);
      }
    }
    in.leave();
    return new OtlpAttribute(key, value, "");
  }

  /** Null if no member of the oneof is set. */
  @Nullable Object value(ProtoReader in) throws InputException {
    budget.spendEntry(in.position());
    Object value = null;
    in.enter("AnyValue");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          value = string(in);
          break;
        case 2:
          value = in.bool();
          break;
        case 3:
          value = in.varint();
          break;
        case 4:
          value = Double.longBitsToDouble(in.fixed64());
          break;
        case 5:
          value = array(in);
          break;
        case 6:
          value = map(in);
          break;
        case 7:
          value = hex(in);
          break;
        case 8:
          value = stringAt(in, in.index());
          break;
        default:
          unknown(in);
      }
    }
    in.leave();
    return value;
  }

  private List<Object> array(ProtoReader in) throws InputException {
    List<Object> values = new ArrayList<>();
    in.enter("ArrayValue");
    while (in.next()) {
      if (in.field() == 1) {
        Object value = value(in);
        values.add(value == null ? "" : value);
      } else {
        unknown(in);
      }
    }
    in.leave();
    return Collections.unmodifiableList(values);
  }

  private Map<String, Object> map(ProtoReader in) throws InputException {
    Map<String, Object> values = new LinkedHashMap<>();
    in.enter("KeyValueList");
    while (in.next()) {
      if (in.field() == 1) {
        OtlpAttribute entry = keyValue(in);
        Object value = entry.value();
        values.put(entry.key(), value == null ? "" : value);
      } else {
        unknown(in);
      }
    }
    in.leave();
    return Collections.unmodifiableMap(values);
  }

  /** A string field, which must be UTF-8. */
  String string(ProtoReader in) throws InputException {
    int length = in.length();
    int start = in.position();
    if (!Utf8.isWellFormed(bytes, start, start + length)) {
      throw in.malformed(in.fieldName() + " is no UTF-8");
    }
    in.pass(length);
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  void unknown(ProtoReader in) throws InputException {
    budget.countUnknownField();
    in.skip();
  }

  private String stringAt(ProtoReader in, int index) throws InputException {
    if (index != 0 && index >= dictionary.stringCount()) {
      throw in.malformed(
          in.fieldName() + " is string " + index + ", the table has " + dictionary.stringCount());
    }
    return dictionary.string(index);
  }

  private String hex(ProtoReader in) throws InputException {
    int length = in.length();
    StringBuilder hex = new StringBuilder(2 * length);
    for (int i = 0; i < length; i++) {
      int value = bytes[in.position() + i] & 0xFF;
      hex.append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 15, 16));
    }
    in.pass(length);
    return hex.toString();
  }
}
