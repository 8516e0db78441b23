package dev.plumbline.format;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names and numbers of the fields of OTLP profiles at level 1.10 (§1 of the OTLP study), one value
 * for each message. Built once and only read from then on.
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

  static final OtlpJsonSchema REQUEST = request();

  private final Map<String, Field> fields = new HashMap<>();

  private OtlpJsonSchema() {}

  /** The field of that name; null if there is none. */
  @Nullable Field field(String name) {
    return fields.get(name);
  }

  private static OtlpJsonSchema request() {
    OtlpJsonSchema any = new OtlpJsonSchema();
    OtlpJsonSchema keyValue =
        new OtlpJsonSchema()
            .one("key", 1, Kind.TEXT)
            .one("value", 2, any)
            .one("key_strindex", 3, Kind.VARINT);
    any.one("string_value", 1, Kind.TEXT)
        .one("bool_value", 2, Kind.BOOL)
        .one("int_value", 3, Kind.VARINT)
        .one("double_value", 4, Kind.DOUBLE)
        .one("array_value", 5, new OtlpJsonSchema().many("values", 1, any))
        .one("kvlist_value", 6, new OtlpJsonSchema().many("values", 1, keyValue))
        .one("bytes_value", 7, Kind.BASE64)
        .one("string_value_strindex", 8, Kind.VARINT);
    OtlpJsonSchema resource =
        new OtlpJsonSchema()
            .many("attributes", 1, keyValue)
            .one("dropped_attributes_count", 2, Kind.VARINT)
            .many(
                "entity_refs",
                3,
                new OtlpJsonSchema()
                    .one("schema_url", 1, Kind.TEXT)
                    .one("type", 2, Kind.TEXT)
                    .many("id_keys", 3, Kind.TEXT)
                    .many("description_keys", 4, Kind.TEXT));
    OtlpJsonSchema scope =
        new OtlpJsonSchema()
            .one("name", 1, Kind.TEXT)
            .one("version", 2, Kind.TEXT)
            .many("attributes", 3, keyValue)
            .one("dropped_attributes_count", 4, Kind.VARINT);
    OtlpJsonSchema scopeProfiles =
        new OtlpJsonSchema()
            .one("scope", 1, scope)
            .many("profiles", 2, profile())
            .one("schema_url", 3, Kind.TEXT);
    OtlpJsonSchema resourceProfiles =
        new OtlpJsonSchema()
            .one("resource", 1, resource)
            .many("scope_profiles", 2, scopeProfiles)
            .one("schema_url", 3, Kind.TEXT);
    return new OtlpJsonSchema()
        .many("resource_profiles", 1, resourceProfiles)
        .one("dictionary", 2, dictionary(any));
  }

  private static OtlpJsonSchema profile() {
    OtlpJsonSchema valueType =
        new OtlpJsonSchema()
            .one("type_strindex", 1, Kind.VARINT)
            .one("unit_strindex", 2, Kind.VARINT);
    OtlpJsonSchema sample =
        new OtlpJsonSchema()
            .one("stack_index", 1, Kind.VARINT)
            .many("attribute_indices", 2, Kind.VARINT)
            .one("link_index", 3, Kind.VARINT)
            .many("values", 4, Kind.VARINT)
            .many("timestamps_unix_nano", 5, Kind.FIXED64);
    return new OtlpJsonSchema()
        .one("sample_type", 1, valueType)
        .many("samples", 2, sample)
        .many("sample", 2, sample)
        .one("time_unix_nano", 3, Kind.FIXED64)
        .one("duration_nano", 4, Kind.VARINT)
        .one("period_type", 5, valueType)
        .one("period", 6, Kind.VARINT)
        .one("profile_id", 7, Kind.ID)
        .one("dropped_attributes_count", 8, Kind.VARINT)
        .one("original_payload_format", 9, Kind.TEXT)
        .one("original_payload", 10, Kind.BASE64)
        .many("attribute_indices", 11, Kind.VARINT);
  }

  private static OtlpJsonSchema dictionary(OtlpJsonSchema any) {
    OtlpJsonSchema line =
        new OtlpJsonSchema()
            .one("function_index", 1, Kind.VARINT)
            .one("line", 2, Kind.VARINT)
            .one("column", 3, Kind.VARINT);
    return new OtlpJsonSchema()
        .many(
            "mapping_table",
            1,
            new OtlpJsonSchema()
                .one("memory_start", 1, Kind.VARINT)
                .one("memory_limit", 2, Kind.VARINT)
                .one("file_offset", 3, Kind.VARINT)
                .one("filename_strindex", 4, Kind.VARINT)
                .many("attribute_indices", 5, Kind.VARINT))
        .many(
            "location_table",
            2,
            new OtlpJsonSchema()
                .one("mapping_index", 1, Kind.VARINT)
                .one("address", 2, Kind.VARINT)
                .many("lines", 3, line)
                .many("line", 3, line)
                .many("attribute_indices", 4, Kind.VARINT))
        .many(
            "function_table",
            3,
            new OtlpJsonSchema()
                .one("name_strindex", 1, Kind.VARINT)
                .one("system_name_strindex", 2, Kind.VARINT)
                .one("filename_strindex", 3, Kind.VARINT)
                .one("start_line", 4, Kind.VARINT))
        .many(
            "link_table",
            4,
            new OtlpJsonSchema().one("trace_id", 1, Kind.ID).one("span_id", 2, Kind.ID))
        .many("string_table", 5, Kind.TEXT)
        .many(
            "attribute_table",
            6,
            new OtlpJsonSchema()
                .one("key_strindex", 1, Kind.VARINT)
                .one("value", 2, any)
                .one("unit_strindex", 3, Kind.VARINT))
        .many("stack_table", 7, new OtlpJsonSchema().many("location_indices", 1, Kind.VARINT));
  }

  private OtlpJsonSchema one(String name, int number, Kind kind) {
    return add(new Field(name, number, kind, false, this));
  }

  private OtlpJsonSchema many(String name, int number, Kind kind) {
    return add(new Field(name, number, kind, true, this));
  }

  private OtlpJsonSchema one(String name, int number, OtlpJsonSchema message) {
    return add(new Field(name, number, Kind.MESSAGE, false, message));
  }

  private OtlpJsonSchema many(String name, int number, OtlpJsonSchema message) {
    return add(new Field(name, number, Kind.MESSAGE, true, message));
  }

  /** Under both of its names. */
  private OtlpJsonSchema add(Field field) {
    fields.put(field.name(), field);
    StringBuilder camel = new StringBuilder();
    boolean upper = false;
    for (char c : field.name().toCharArray()) {
      if (c == '_') {
        upper = true;
      } else {
        camel.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    fields.put(camel.toString(), field);
    return this;
  }
}
