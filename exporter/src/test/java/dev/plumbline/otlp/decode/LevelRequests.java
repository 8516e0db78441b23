package dev.plumbline.otlp.decode;

import static dev.plumbline.otlp.decode.NamedFields.add;
import static dev.plumbline.otlp.decode.NamedFields.child;
import static dev.plumbline.otlp.decode.NamedFields.field;
import static dev.plumbline.otlp.decode.NamedFields.put;
import static dev.plumbline.otlp.decode.NamedFields.set;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.plumbline.otlp.oracle.LevelClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Requests of any level, put together by the generated classes of that level from one random
 * description, so that field numbers are theirs and not ours. Confined to one thread.
 */
final class LevelRequests {
  private static final long START = 1_767_225_600_000_000_000L;
  private static final String[] TYPES = {"", "samples", "count", "cpu", "nanoseconds"};

  private final Random random;

  /** What the request says in all: the sum of what its samples count. */
  private long total;

  /** Of the samples that have a link. */
  private long linkedTotal;

  private boolean hasIdOrComments;

  LevelRequests(long seed) {
    this.random = new Random(seed);
  }

  long total() {
    return total;
  }

  long linkedTotal() {
    return linkedTotal;
  }

  /** Whether levels 1.8 and 1.9 write the request differently. */
  boolean hasIdOrComments() {
    return hasIdOrComments;
  }

  byte[] next(LevelClasses level) {
    total = 0;
    linkedTotal = 0;
    hasIdOrComments = false;
    boolean oldest = level == LevelClasses.V1_7;
    Message.Builder request = level.parseRequest(new byte[0]).newBuilderForType();
    Shape shape = new Shape(random);
    dictionary(child(request, "dictionary"), shape, oldest, request);
    Message.Builder resource = child(request, "resource_profiles");
    Message.Builder scopes = child(resource, "scope_profiles");
    Message.Builder scope = child(scopes, "scope");
    set(scope, "name", "level-requests");
    put(scopes, "scope", scope);
    int profiles = 1 + random.nextInt(2);
    for (int i = 0; i < profiles; i++) {
      Message.Builder profile = child(scopes, "profiles");
      profile(profile, shape, level);
      put(scopes, "profiles", profile);
    }
    put(resource, "scope_profiles", scopes);
    put(request, "resource_profiles", resource);
    return request.build().toByteArray();
  }

  /** Sizes of the tables, entry 0 not counted. */
  private static final class Shape {
    final int functions;
    final int stacks;
    final int attributes;
    final int links;

    Shape(Random random) {
      this.functions = 2 + random.nextInt(20);
      this.stacks = 1 + random.nextInt(10);
      this.attributes = random.nextInt(5);
      this.links = random.nextInt(3);
    }
  }

  /** Locations are one for each function; location attribute is the frame type. */
  private void dictionary(
      Message.Builder dictionary, Shape shape, boolean oldest, Message.Builder request) {
    List<String> strings = new ArrayList<>(List.of(TYPES));
    for (int i = 1; i <= shape.functions; i++) {
      strings.add("function" + i);
    }
    int keys = strings.size();
    for (int i = 0; i <= shape.attributes; i++) {
      strings.add(i == 0 ? "profile.frame.type" : "key" + i);
    }
    strings.forEach(string -> add(dictionary, "string_table", string));
    for (int i = 0; i <= shape.functions; i++) {
      Message.Builder function = child(dictionary, "function_table");
      Message.Builder location = child(dictionary, "location_table");
      if (i > 0) {
        set(function, "name_strindex", TYPES.length + i - 1);
        Message.Builder line = child(location, either(location, "lines", "line"));
        set(line, "function_index", i);
        set(line, "line", (long) i);
        put(location, either(location, "lines", "line"), line);
        add(location, "attribute_indices", 1);
      }
      put(dictionary, "function_table", function);
      put(dictionary, "location_table", location);
    }
    put(dictionary, "mapping_table", child(dictionary, "mapping_table"));
    for (int i = 0; i <= shape.links; i++) {
      Message.Builder link = child(dictionary, "link_table");
      if (i > 0) {
        set(link, "trace_id", bytes(16));
        set(link, "span_id", bytes(8));
      }
      put(dictionary, "link_table", link);
    }
    for (int i = 0; i <= shape.attributes + 1; i++) {
      attribute(dictionary, i, keys, oldest, strings);
    }
    if (!oldest) {
      for (int i = 0; i <= shape.stacks; i++) {
        Message.Builder stack = child(dictionary, "stack_table");
        for (int depth = 0; i > 0 && depth < 1 + i % 4; depth++) {
          add(stack, "location_indices", 1 + (i + depth) % shape.functions);
        }
        put(dictionary, "stack_table", stack);
      }
    }
    put(request, "dictionary", dictionary);
  }

  private static void attribute(
      Message.Builder dictionary, int i, int keys, boolean oldest, List<String> strings) {
    Message.Builder attribute = child(dictionary, "attribute_table");
    if (i > 0) {
      if (oldest) {
        set(attribute, "key", strings.get(keys + i - 1));
      } else {
        set(attribute, "key_strindex", keys + i - 1);
      }
      Message.Builder value = child(attribute, "value");
      set(value, "string_value", i == 1 ? "native" : "value" + i);
      put(attribute, "value", value);
    }
    put(dictionary, "attribute_table", attribute);
  }

  private void profile(Message.Builder profile, Shape shape, LevelClasses level) {
    boolean oldest = level == LevelClasses.V1_7;
    valueType(profile, "sample_type", 1, 2);
    valueType(profile, "period_type", 3, 4);
    set(profile, "period", 10_000_000L);
    set(profile, either(profile, "time_unix_nano", "time_nanos"), START);
    set(profile, either(profile, "duration_nano", "duration_nanos"), 10_000_000_000L);
    if (random.nextInt(4) == 0) {
      set(profile, "profile_id", bytes(16));
      hasIdOrComments = true;
    }
    if (random.nextInt(6) == 0 && field(profile, "comment_strindices") != null) {
      add(profile, "comment_strindices", 1);
      hasIdOrComments = true;
    }
    if (random.nextInt(6) == 0) {
      set(profile, "original_payload_format", "pprof");
      set(profile, "original_payload", bytes(40));
    }
    if (shape.attributes > 0 && random.nextInt(3) == 0) {
      add(profile, "attribute_indices", 2);
    }
    int values = random.nextInt(3);
    int samples = 1 + random.nextInt(30);
    for (int i = 0; i < samples; i++) {
      String field = either(profile, "samples", "sample");
      Message.Builder sample = child(profile, field);
      stack(profile, sample, shape, oldest);
      long before = total;
      amount(sample, values);
      if (shape.attributes > 0 && random.nextBoolean()) {
        add(sample, "attribute_indices", 2 + random.nextInt(shape.attributes));
      }
      if (shape.links > 0 && random.nextBoolean()) {
        set(sample, "link_index", 1 + random.nextInt(shape.links));
        linkedTotal += total - before;
      }
      put(profile, field, sample);
    }
  }

  private void stack(Message.Builder profile, Message.Builder sample, Shape shape, boolean oldest) {
    if (!oldest) {
      set(sample, "stack_index", 1 + random.nextInt(shape.stacks));
      return;
    }
    int depth = 1 + random.nextInt(4);
    FieldDescriptor indices = field(profile, "location_indices");
    set(sample, "locations_start_index", profile.getRepeatedFieldCount(indices));
    set(sample, "locations_length", depth);
    for (int i = 0; i < depth; i++) {
      profile.addRepeatedField(indices, 1 + random.nextInt(shape.functions));
    }
  }

  /** The three shapes: one value; timestamps; as many values as timestamps. */
  private void amount(Message.Builder sample, int shape) {
    String field = either(sample, "values", "value");
    int count = shape == 0 ? 1 : 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      long value = shape == 1 ? 1 : 1 + random.nextInt(1_000);
      total += value;
      if (shape != 1) {
        add(sample, field, value);
      }
      if (shape != 0) {
        add(sample, "timestamps_unix_nano", START + 1 + random.nextInt(1_000_000));
      }
    }
  }

  private static void valueType(Message.Builder profile, String name, int type, int unit) {
    Message.Builder words = child(profile, name);
    set(words, "type_strindex", type);
    set(words, "unit_strindex", unit);
    put(profile, name, words);
  }

  private ByteString bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    bytes[0] |= 1;
    return ByteString.copyFrom(bytes);
  }

  private static String either(Message.Builder message, String newer, String older) {
    return field(message, newer) != null ? newer : older;
  }
}
