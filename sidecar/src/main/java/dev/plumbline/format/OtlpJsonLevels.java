package dev.plumbline.format;

import static dev.plumbline.otlp.decode.ReceivedLevel.V1_10;
import static dev.plumbline.otlp.decode.ReceivedLevel.V1_7;
import static dev.plumbline.otlp.decode.ReceivedLevel.V1_8;

import dev.plumbline.format.OtlpJsonSchema.Kind;
import dev.plumbline.otlp.decode.ReceivedLevel;

/**
 * OTLP's JSON by level (§1 of the OTLP study). JSON names its fields, so 1.8 and 1.9 are read as
 * 1.10 but for what 1.10 has no place for, which gives 1.8 away; 1.7 has other messages. Stateless.
 */
final class OtlpJsonLevels {
  /** One in each profile since 1.8, several before. */
  static final String SAMPLE_TYPE = "sample_type";

  private static final OtlpJsonSchema OF_1_7 = request(V1_7);
  private static final OtlpJsonSchema OF_1_8 = request(V1_8);
  private static final OtlpJsonSchema OF_1_10 = request(V1_10);

  private OtlpJsonLevels() {}

  /**
   * @param level 1.7, 1.8 or 1.10
   */
  static OtlpJsonSchema of(ReceivedLevel level) {
    return switch (level) {
      case V1_7 -> OF_1_7;
      case V1_8 -> OF_1_8;
      default -> OF_1_10;
    };
  }

  private static OtlpJsonSchema request(ReceivedLevel level) {
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
            .many("profiles", 2, level == V1_7 ? oldestProfile() : profile(level))
            .one("schema_url", 3, Kind.TEXT);
    OtlpJsonSchema resourceProfiles =
        new OtlpJsonSchema()
            .one("resource", 1, resource)
            .many("scope_profiles", 2, scopeProfiles)
            .one("schema_url", 3, Kind.TEXT);
    return new OtlpJsonSchema()
        .many("resource_profiles", 1, resourceProfiles)
        .one("dictionary", 2, dictionary(level, any, keyValue));
  }

  private static OtlpJsonSchema valueType() {
    return new OtlpJsonSchema()
        .one("type_strindex", 1, Kind.VARINT)
        .one("unit_strindex", 2, Kind.VARINT);
  }

  private static OtlpJsonSchema oldestProfile() {
    OtlpJsonSchema sample =
        new OtlpJsonSchema()
            .one("locations_start_index", 1, Kind.VARINT)
            .one("locations_length", 2, Kind.VARINT)
            .many("value", 3, Kind.VARINT)
            .many("attribute_indices", 4, Kind.VARINT)
            .one("link_index", 5, Kind.VARINT)
            .many("timestamps_unix_nano", 6, Kind.VARINT);
    return new OtlpJsonSchema()
        .many(SAMPLE_TYPE, 1, valueType())
        .many("sample", 2, sample)
        .many("location_indices", 3, Kind.VARINT)
        .one("time_nanos", 4, Kind.VARINT)
        .one("duration_nanos", 5, Kind.VARINT)
        .one("period_type", 6, valueType())
        .one("period", 7, Kind.VARINT)
        .many("comment_strindices", 8, Kind.VARINT)
        .one("default_sample_type_index", 9, Kind.VARINT)
        .one("profile_id", 10, Kind.ID)
        .one("dropped_attributes_count", 11, Kind.VARINT)
        .one("original_payload_format", 12, Kind.TEXT)
        .one("original_payload", 13, Kind.BASE64)
        .many("attribute_indices", 14, Kind.VARINT);
  }

  private static OtlpJsonSchema profile(ReceivedLevel level) {
    boolean isOld = level == V1_8;
    OtlpJsonSchema sample =
        new OtlpJsonSchema()
            .one("stack_index", 1, Kind.VARINT)
            .many("attribute_indices", isOld ? 3 : 2, Kind.VARINT)
            .one("link_index", isOld ? 4 : 3, Kind.VARINT)
            .many("values", isOld ? 2 : 4, Kind.VARINT)
            .many("timestamps_unix_nano", 5, Kind.FIXED64)
            .older(V1_7, "locations_start_index", "locations_length", "value");
    OtlpJsonSchema profile =
        new OtlpJsonSchema()
            .one(SAMPLE_TYPE, 1, valueType())
            .many("samples", 2, sample)
            .many("sample", 2, sample)
            .one("time_unix_nano", 3, Kind.FIXED64)
            .one("duration_nano", 4, Kind.VARINT)
            .one("period_type", 5, valueType())
            .one("period", 6, Kind.VARINT)
            .older(V1_7, "location_indices", "time_nanos", "duration_nanos")
            .older(V1_7, "default_sample_type_index");
    int next = 7;
    if (isOld) {
      profile.many("comment_strindices", next++, Kind.VARINT);
    } else {
      profile.older(V1_8, "comment_strindices");
    }
    return profile
        .one("profile_id", next++, Kind.ID)
        .one("dropped_attributes_count", next++, Kind.VARINT)
        .one("original_payload_format", next++, Kind.TEXT)
        .one("original_payload", next++, Kind.BASE64)
        .many("attribute_indices", next, Kind.VARINT);
  }

  private static OtlpJsonSchema dictionary(
      ReceivedLevel level, OtlpJsonSchema any, OtlpJsonSchema keyValue) {
    OtlpJsonSchema function =
        new OtlpJsonSchema()
            .one("name_strindex", 1, Kind.VARINT)
            .one("system_name_strindex", 2, Kind.VARINT)
            .one("filename_strindex", 3, Kind.VARINT)
            .one("start_line", 4, Kind.VARINT);
    OtlpJsonSchema link =
        new OtlpJsonSchema().one("trace_id", 1, Kind.ID).one("span_id", 2, Kind.ID);
    OtlpJsonSchema dictionary =
        new OtlpJsonSchema()
            .many("mapping_table", 1, mapping(level))
            .many("location_table", 2, location(level))
            .many("function_table", 3, function)
            .many("link_table", 4, link)
            .many("string_table", 5, Kind.TEXT);
    if (level == V1_7) {
      OtlpJsonSchema unit =
          new OtlpJsonSchema()
              .one("attribute_key_strindex", 1, Kind.VARINT)
              .one("unit_strindex", 2, Kind.VARINT);
      return dictionary.many("attribute_table", 6, keyValue).many("attribute_units", 7, unit);
    }
    OtlpJsonSchema attribute =
        new OtlpJsonSchema()
            .one("key_strindex", 1, Kind.VARINT)
            .one("value", 2, any)
            .one("unit_strindex", 3, Kind.VARINT)
            .older(V1_7, "key");
    return dictionary
        .many("attribute_table", 6, attribute)
        .many("stack_table", 7, new OtlpJsonSchema().many("location_indices", 1, Kind.VARINT))
        .older(V1_7, "attribute_units");
  }

  private static OtlpJsonSchema mapping(ReceivedLevel level) {
    OtlpJsonSchema mapping =
        new OtlpJsonSchema()
            .one("memory_start", 1, Kind.VARINT)
            .one("memory_limit", 2, Kind.VARINT)
            .one("file_offset", 3, Kind.VARINT)
            .one("filename_strindex", 4, Kind.VARINT)
            .many("attribute_indices", 5, Kind.VARINT);
    if (level != V1_7) {
      return mapping.older(
          V1_7, "has_functions", "has_filenames", "has_line_numbers", "has_inline_frames");
    }
    return mapping
        .one("has_functions", 6, Kind.BOOL)
        .one("has_filenames", 7, Kind.BOOL)
        .one("has_line_numbers", 8, Kind.BOOL)
        .one("has_inline_frames", 9, Kind.BOOL);
  }

  private static OtlpJsonSchema location(ReceivedLevel level) {
    OtlpJsonSchema line =
        new OtlpJsonSchema()
            .one("function_index", 1, Kind.VARINT)
            .one("line", 2, Kind.VARINT)
            .one("column", 3, Kind.VARINT);
    OtlpJsonSchema location =
        new OtlpJsonSchema()
            .one("mapping_index", 1, Kind.VARINT)
            .one("address", 2, Kind.VARINT)
            .many("lines", 3, line)
            .many("line", 3, line);
    return level == V1_7
        ? location.one("is_folded", 4, Kind.BOOL).many("attribute_indices", 5, Kind.VARINT)
        : location.many("attribute_indices", 4, Kind.VARINT).older(V1_7, "is_folded");
  }
}
