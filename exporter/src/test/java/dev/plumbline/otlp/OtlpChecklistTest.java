package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The checklist finds what it is for: a conforming request is spoilt in one place, and the item of
 * that place must say so. Without this, an item that never finds anything would look like an item
 * that holds.
 */
class OtlpChecklistTest {
  private static final String DICTIONARY = "dictionary";
  private static final String PROFILE = "resource_profiles:0/scope_profiles:0/profiles:0";
  private static final String SAMPLE = PROFILE + "/samples:0";
  private static final String RESOURCE = "resource_profiles:0/resource";
  private static final String SCOPE = "resource_profiles:0/scope_profiles:0/scope";

  private final List<DynamicTest> tests = new ArrayList<>();

  @Test
  void aConformingRequestHasNoFinding() {
    assertThat(OtlpChecklist.byDefault().check(LevelClasses.V1_10.decode(full()))).isEmpty();
  }

  @TestFactory
  List<DynamicTest> aSpoiltRequestIsFound() {
    spoilt(1, "dictionary cleared", "", m -> m.clearField(field(m, "dictionary")));
    spoilt(1, "no link table", DICTIONARY, m -> m.clearField(field(m, "link_table")));
    spoilt(2, "string 0", DICTIONARY, m -> m.setRepeatedField(field(m, "string_table"), 0, "x"));
    spoilt(2, "mapping 0", DICTIONARY + "/mapping_table:0", m -> set(m, "memory_limit", 1L));
    spoilt(2, "stack 0", DICTIONARY + "/stack_table:0", m -> add(m, "location_indices", 1));
    spoilt(3, "link 0", DICTIONARY + "/link_table:0", m -> set(m, "span_id", bytes(8)));
    spoilt(4, "two equal strings", DICTIONARY, m -> add(m, "string_table", "samples"));
    spoilt(4, "a second zero", DICTIONARY, m -> add(m, "string_table", ""));
    spoilt(4, "two equal stacks", DICTIONARY, OtlpChecklistTest::repeatStack);
    spoilt(5, "an orphan", DICTIONARY, m -> add(m, "string_table", "nobody"));
    spoilt(6, "a long string", DICTIONARY, m -> add(m, "string_table", "x".repeat(65_536)));
    spoilt(7, "a stack out of range", SAMPLE, m -> set(m, "stack_index", 99));
    spoilt(7, "a negative index", SAMPLE, m -> set(m, "link_index", -1));
    spoilt(
        7,
        "a line's function",
        DICTIONARY + "/location_table:1/lines:0",
        m -> set(m, "function_index", 99));
    spoilt(10, "no service name", RESOURCE, m -> m.clearField(field(m, "attributes")));
    spoilt(11, "no scope name", SCOPE, m -> set(m, "name", ""));
    spoilt(12, "no key", RESOURCE + "/attributes:0", m -> set(m, "key", ""));
    spoilt(12, "a reference", RESOURCE + "/attributes:0", m -> set(m, "key_strindex", 1));
    spoilt(13, "a boolean", RESOURCE + "/attributes:0/value", m -> set(m, "bool_value", true));
    spoilt(
        13,
        "a long value",
        RESOURCE + "/attributes:0/value",
        m -> set(m, "string_value", "x".repeat(2_049)));
    spoilt(14, "many attributes", RESOURCE, OtlpChecklistTest::addManyAttributes);
    spoilt(15, "a collision", RESOURCE, m -> addAttribute(m, "service_name", "other"));
    spoilt(16, "another schema", "resource_profiles:0", m -> set(m, "schema_url", "http://x"));
    spoilt(18, "no sample type", PROFILE, m -> m.clearField(field(m, "sample_type")));
    spoilt(18, "another unit", PROFILE + "/sample_type", m -> set(m, "unit_strindex", 1));
    spoilt(19, "another name", "", m -> renameSampleType(m, "alloc-in-tlab"));
    spoilt(20, "no period", PROFILE, m -> set(m, "period", 0L));
    spoilt(21, "no time", PROFILE, m -> set(m, "time_unix_nano", 0L));
    spoilt(22, "no duration", PROFILE, m -> set(m, "duration_nano", 0L));
    spoilt(24, "a short id", PROFILE, m -> set(m, "profile_id", bytes(3)));
    spoilt(25, "a format alone", PROFILE, m -> set(m, "original_payload_format", "jfr"));
    spoilt(27, "no samples", PROFILE, m -> m.clearField(field(m, "samples")));
    spoilt(28, "CPU last", "resource_profiles:0/scope_profiles:0", m -> reverse(m, "profiles"));
    spoilt(29, "many samples", PROFILE, OtlpChecklistTest::repeatSamples);
    spoilt(30, "two values", SAMPLE, m -> add(m, "values", 1L));
    spoilt(31, "no value at all", SAMPLE, m -> m.clearField(field(m, "values")));
    spoilt(32, "a zero", SAMPLE, m -> m.setRepeatedField(field(m, "values"), 0, 0L));
    spoilt(33, "a timestamp", SAMPLE, m -> add(m, "timestamps_unix_nano", 5L));
    spoilt(34, "a sample twice", PROFILE, m -> add(m, "samples", first(m, "samples")));
    spoilt(35, "no stack", SAMPLE, m -> set(m, "stack_index", 0));
    spoilt(36, "attribute 0", SAMPLE, m -> add(m, "attribute_indices", 0));
    spoilt(
        36, "a key twice", SAMPLE, m -> add(m, "attribute_indices", first(m, "attribute_indices")));
    spoilt(37, "a zero link", DICTIONARY + "/link_table:1", m -> set(m, "trace_id", bytes(16)));
    spoilt(
        38, "overflow", SAMPLE, m -> m.setRepeatedField(field(m, "values"), 0, Long.MAX_VALUE / 2));
    spoilt(39, "location 0", DICTIONARY + "/stack_table:1", m -> add(m, "location_indices", 0));
    spoilt(
        40,
        "a bare location",
        DICTIONARY + "/location_table:1",
        m -> m.clearField(field(m, "lines")));
    spoilt(
        41,
        "folded without address",
        DICTIONARY + "/location_table:1",
        m -> add(m, "lines", first(m, "lines")));
    spoilt(
        42,
        "no system name",
        DICTIONARY + "/function_table:1",
        m -> set(m, "system_name_strindex", 0));
    spoilt(
        43, "a JVM frame's address", DICTIONARY + "/location_table:4", m -> set(m, "address", 5L));
    spoilt(
        44,
        "no frame type",
        DICTIONARY + "/location_table:1",
        m -> m.clearField(field(m, "attribute_indices")));
    spoilt(45, "an empty range", DICTIONARY + "/mapping_table:1", m -> set(m, "memory_limit", 1L));
    spoilt(
        45,
        "no build id",
        DICTIONARY + "/mapping_table:1",
        m -> m.clearField(field(m, "attribute_indices")));
    return tests;
  }

  private void spoilt(int item, String name, String path, Consumer<Message.Builder> change) {
    tests.add(
        DynamicTest.dynamicTest(
            String.format("item%02d_%s", item, name),
            () -> {
              Message changed = changed(LevelClasses.V1_10.parseRequest(full()), path, change);
              assertThat(
                      OtlpChecklist.byDefault()
                          .check(LevelClasses.V1_10.decode(changed.toByteArray())))
                  .extracting(OtlpChecklist.Violation::item)
                  .contains(item);
            }));
  }

  /** That message with the one at a path of {@code field} or {@code field:index} changed. */
  private static Message changed(Message message, String path, Consumer<Message.Builder> change) {
    Message.Builder builder = message.toBuilder();
    if (path.isEmpty()) {
      change.accept(builder);
      return builder.build();
    }
    int slash = path.indexOf('/');
    String[] head = (slash < 0 ? path : path.substring(0, slash)).split(":");
    String rest = slash < 0 ? "" : path.substring(slash + 1);
    FieldDescriptor field = field(builder, head[0]);
    if (field.isRepeated()) {
      int index = Integer.parseInt(head[1]);
      Message inner = (Message) message.getRepeatedField(field, index);
      builder.setRepeatedField(field, index, changed(inner, rest, change));
    } else {
      builder.setField(field, changed((Message) message.getField(field), rest, change));
    }
    return builder.build();
  }

  private static FieldDescriptor field(Message.Builder message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  private static void set(Message.Builder message, String name, Object value) {
    message.setField(field(message, name), value);
  }

  private static void add(Message.Builder message, String name, Object value) {
    message.addRepeatedField(field(message, name), value);
  }

  private static Object first(Message.Builder message, String name) {
    return message.getRepeatedField(field(message, name), 0);
  }

  private static ByteString bytes(int length) {
    return ByteString.copyFrom(new byte[length]);
  }

  private static void repeatStack(Message.Builder dictionary) {
    add(
        dictionary,
        "stack_table",
        dictionary.getRepeatedField(field(dictionary, "stack_table"), 1));
  }

  private static void renameSampleType(Message.Builder request, String name) {
    Message dictionary = (Message) request.getField(field(request, "dictionary"));
    Message.Builder renamed = dictionary.toBuilder();
    // The first profile's sample type is the first string.
    renamed.setRepeatedField(field(renamed, "string_table"), 1, name);
    set(request, "dictionary", renamed.build());
  }

  private static void reverse(Message.Builder message, String name) {
    List<Object> elements = new ArrayList<>((List<?>) message.getField(field(message, name)));
    Collections.reverse(elements);
    set(message, name, elements);
  }

  private static void repeatSamples(Message.Builder profile) {
    for (int i = 0; i < 15_000; i++) {
      add(profile, "samples", first(profile, "samples"));
    }
  }

  private static void addManyAttributes(Message.Builder resource) {
    for (int i = 0; i < 25; i++) {
      addAttribute(resource, "a" + i, "v");
    }
  }

  private static void addAttribute(Message.Builder resource, String key, String value) {
    FieldDescriptor attributes = field(resource, "attributes");
    Message.Builder attribute = resource.newBuilderForField(attributes);
    Message.Builder any = attribute.newBuilderForField(field(attribute, "value"));
    set(any, "string_value", value);
    set(attribute, "key", key);
    set(attribute, "value", any.build());
    resource.addRepeatedField(attributes, attribute.build());
  }

  private static byte[] full() {
    return Requests.bytes(
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(Windows.full()).requests().get(0));
  }
}
