package dev.plumbline.otlp.oracle;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Messages of any level to the neutral model, by the names of their fields; the two names that
 * changed at 1.9 are tried in turn. Confined to one thread.
 */
final class RequestDecoder {
  DecodedRequest decode(Message request, int bytes) {
    List<String> unknown = new ArrayList<>();
    collectUnknown(request, "request", unknown);
    return new DecodedRequest(
        messages(request, "resource_profiles", this::resource),
        has(request, "dictionary"),
        dictionary(message(request, "dictionary")),
        unknown,
        request.toByteArray(),
        bytes);
  }

  private DecodedRequest.Resource resource(Message profiles) {
    Message resource = message(profiles, "resource");
    return new DecodedRequest.Resource(
        has(profiles, "resource"),
        messages(resource, "attributes", this::inlineAttribute),
        integer(resource, "dropped_attributes_count"),
        text(profiles, "schema_url"),
        messages(profiles, "scope_profiles", this::scope));
  }

  private DecodedRequest.Scope scope(Message profiles) {
    Message scope = message(profiles, "scope");
    return new DecodedRequest.Scope(
        has(profiles, "scope"),
        text(scope, "name"),
        text(scope, "version"),
        messages(scope, "attributes", this::inlineAttribute),
        integer(scope, "dropped_attributes_count"),
        text(profiles, "schema_url"),
        messages(profiles, "profiles", this::profile));
  }

  private DecodedRequest.InlineAttribute inlineAttribute(Message keyValue) {
    FieldDescriptor reference = keyValue.getDescriptorForType().findFieldByName("key_strindex");
    return new DecodedRequest.InlineAttribute(
        text(keyValue, "key"),
        reference == null ? 0 : integer(keyValue, "key_strindex"),
        has(keyValue, "value") ? anyValue(message(keyValue, "value")) : null);
  }

  private DecodedRequest.Profile profile(Message profile) {
    return new DecodedRequest.Profile(
        valueType(profile, "sample_type"),
        valueType(profile, "period_type"),
        number(profile, "period"),
        number(profile, "time_unix_nano"),
        number(profile, "duration_nano"),
        byteList((ByteString) get(profile, "profile_id")),
        integer(profile, "dropped_attributes_count"),
        text(profile, "original_payload_format"),
        ((ByteString) get(profile, "original_payload")).size(),
        integers(profile, "attribute_indices"),
        messages(profile, either(profile, "samples", "sample"), this::sample),
        profile.getSerializedSize());
  }

  private DecodedRequest.Sample sample(Message sample) {
    return new DecodedRequest.Sample(
        integer(sample, "stack_index"),
        integers(sample, "attribute_indices"),
        integer(sample, "link_index"),
        longs(sample, "values"),
        longs(sample, "timestamps_unix_nano"));
  }

  private DecodedRequest.ValueType valueType(Message profile, String field) {
    Message type = message(profile, field);
    return new DecodedRequest.ValueType(
        has(profile, field), integer(type, "type_strindex"), integer(type, "unit_strindex"));
  }

  private DecodedRequest.Dictionary dictionary(Message dictionary) {
    List<String> strings = new ArrayList<>();
    for (Object string : (List<?>) get(dictionary, "string_table")) {
      strings.add((String) string);
    }
    return new DecodedRequest.Dictionary(
        messages(dictionary, "mapping_table", this::mapping),
        messages(dictionary, "location_table", this::location),
        messages(dictionary, "function_table", this::function),
        messages(dictionary, "link_table", this::link),
        strings,
        messages(dictionary, "attribute_table", this::attribute),
        messages(dictionary, "stack_table", stack -> integers(stack, "location_indices")));
  }

  private DecodedRequest.Mapping mapping(Message mapping) {
    return new DecodedRequest.Mapping(
        number(mapping, "memory_start"),
        number(mapping, "memory_limit"),
        number(mapping, "file_offset"),
        integer(mapping, "filename_strindex"),
        integers(mapping, "attribute_indices"));
  }

  private DecodedRequest.Location location(Message location) {
    return new DecodedRequest.Location(
        integer(location, "mapping_index"),
        number(location, "address"),
        messages(location, either(location, "lines", "line"), this::line),
        integers(location, "attribute_indices"));
  }

  private DecodedRequest.Line line(Message line) {
    return new DecodedRequest.Line(
        integer(line, "function_index"), number(line, "line"), number(line, "column"));
  }

  private DecodedRequest.Function function(Message function) {
    return new DecodedRequest.Function(
        integer(function, "name_strindex"),
        integer(function, "system_name_strindex"),
        integer(function, "filename_strindex"),
        number(function, "start_line"));
  }

  private DecodedRequest.Link link(Message link) {
    return new DecodedRequest.Link(
        hex((ByteString) get(link, "trace_id")), hex((ByteString) get(link, "span_id")));
  }

  private DecodedRequest.Attribute attribute(Message attribute) {
    return new DecodedRequest.Attribute(
        integer(attribute, "key_strindex"),
        has(attribute, "value") ? anyValue(message(attribute, "value")) : null,
        integer(attribute, "unit_strindex"));
  }

  private Object anyValue(Message any) {
    FieldDescriptor set =
        any.getOneofFieldDescriptor(any.getDescriptorForType().getOneofs().get(0));
    if (set == null) {
      return null;
    }
    Object value = any.getField(set);
    return switch (set.getName()) {
      case "array_value" -> messages((Message) value, "values", this::anyValue);
      case "string_value_strindex" -> new DecodedRequest.Reference((Integer) value);
      default -> value;
    };
  }

  private static void collectUnknown(Message message, String path, List<String> unknown) {
    for (int field : message.getUnknownFields().asMap().keySet()) {
      unknown.add(path + "/" + field);
    }
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              String below = path + "/" + field.getName();
              if (value instanceof List<?> list) {
                list.forEach(element -> collectUnknownIn(element, below, unknown));
              } else {
                collectUnknownIn(value, below, unknown);
              }
            });
  }

  private static void collectUnknownIn(Object value, String path, List<String> unknown) {
    if (value instanceof Message message) {
      collectUnknown(message, path, unknown);
    }
  }

  private static FieldDescriptor field(Message message, String name) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (field == null) {
      throw new IllegalStateException(
          message.getDescriptorForType().getFullName() + " has no field " + name);
    }
    return field;
  }

  private static String either(Message message, String newer, String older) {
    return message.getDescriptorForType().findFieldByName(newer) != null ? newer : older;
  }

  private static Object get(Message message, String name) {
    return message.getField(field(message, name));
  }

  private static boolean has(Message message, String name) {
    return message.hasField(field(message, name));
  }

  private static Message message(Message message, String name) {
    return (Message) get(message, name);
  }

  private static <T> List<T> messages(Message message, String name, Function<Message, T> decode) {
    List<T> decoded = new ArrayList<>();
    for (Object element : (List<?>) get(message, name)) {
      decoded.add(decode.apply((Message) element));
    }
    return Collections.unmodifiableList(decoded);
  }

  private static String text(Message message, String name) {
    return (String) get(message, name);
  }

  private static int integer(Message message, String name) {
    return (Integer) get(message, name);
  }

  private static long number(Message message, String name) {
    return (Long) get(message, name);
  }

  private static List<Integer> integers(Message message, String name) {
    return ((List<?>) get(message, name)).stream().map(Integer.class::cast).toList();
  }

  private static List<Long> longs(Message message, String name) {
    return ((List<?>) get(message, name)).stream().map(Long.class::cast).toList();
  }

  private static List<Integer> byteList(ByteString bytes) {
    List<Integer> list = new ArrayList<>();
    bytes.forEach(b -> list.add(b & 0xFF));
    return list;
  }

  private static String hex(ByteString bytes) {
    StringBuilder text = new StringBuilder();
    bytes.forEach(b -> text.append(String.format("%02x", b)));
    return text.toString();
  }
}
