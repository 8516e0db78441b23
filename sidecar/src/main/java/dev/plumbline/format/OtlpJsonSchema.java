package dev.plumbline.format;

import dev.plumbline.otlp.decode.ReceivedLevel;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names and numbers of the fields of one message of OTLP profiles, and the names that give away an
 * older level. Built once and only read from then on.
 */
final class OtlpJsonSchema {
  /** How a value is written in JSON and in protobuf. */
  enum Kind {
    MESSAGE,
    TEXT,
    /** Bytes in hexadecimal as OTLP has them, or in base64 as protobuf has all others. */
    ID,
    BASE64,
    VARINT,
    FIXED64,
    BOOL,
    DOUBLE
  }

  /**
   * @param message of a value of kind {@code MESSAGE}; of others the one that the field is in
   */
  record Field(String name, int number, Kind kind, boolean isRepeated, OtlpJsonSchema message) {}

  private final Map<String, Field> fields = new HashMap<>();
  private final Map<String, ReceivedLevel> older = new HashMap<>();

  /** The field of that name; null if there is none. */
  @Nullable Field field(String name) {
    return fields.get(name);
  }

  /** The level at which a field of that name was last known; null if it never was. */
  @Nullable ReceivedLevel lastKnownAt(String name) {
    return older.get(name);
  }

  OtlpJsonSchema one(String name, int number, Kind kind) {
    return add(new Field(name, number, kind, false, this));
  }

  OtlpJsonSchema many(String name, int number, Kind kind) {
    return add(new Field(name, number, kind, true, this));
  }

  OtlpJsonSchema one(String name, int number, OtlpJsonSchema message) {
    return add(new Field(name, number, Kind.MESSAGE, false, message));
  }

  OtlpJsonSchema many(String name, int number, OtlpJsonSchema message) {
    return add(new Field(name, number, Kind.MESSAGE, true, message));
  }

  /** Names that were there up to a level, and are not any more. */
  OtlpJsonSchema older(ReceivedLevel level, String... names) {
    for (String name : names) {
      older.put(name, level);
      older.put(camelCase(name), level);
    }
    return this;
  }

  /** Under both of its names. */
  private OtlpJsonSchema add(Field field) {
    fields.put(field.name(), field);
    fields.put(camelCase(field.name()), field);
    return this;
  }

  private static String camelCase(String name) {
    StringBuilder camel = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        upper = true;
      } else {
        camel.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    return camel.toString();
  }
}
