package dev.plumbline.it.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random requests by their descriptors alone, and their JSON in every form that OTLP's mapping and
 * protobuf's let a sender write: both names of a field, 64-bit numbers as text or numbers, ids in
 * hexadecimal of either case, other bytes in either alphabet of base64, nulls, and keys that nobody
 * knows. Confined to one thread.
 */
final class JsonRequest {
  private static final int MAX_DEPTH = 7;
  private static final Set<String> IDS = Set.of("trace_id", "span_id", "profile_id");
  private static final String[] TEXTS = {
    "", "cpu", "naïve \ud83d\ude00", "a\"b\\c\n\t\u0001", "x y"
  };
  private static final String[] UNKNOWN = {
    "{\"a\":[1,{\"b\":null}]}", "[[]]", "7", "\"x\"", "null"
  };
  private static final double[] REALS = {0, -1.5, 1e300, 4.9e-324, 0.1};

  private final Random random;

  JsonRequest(long seed) {
    this.random = new Random(seed);
  }

  /** With each field set, or not, by chance. */
  Message fill(Message.Builder message, int depth) {
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      boolean isTooDeep =
          depth > MAX_DEPTH && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      // The one enumeration, of levels that are gone, is what nobody here reads.
      boolean isPassedOver = field.getJavaType() == FieldDescriptor.JavaType.ENUM;
      if (isTooDeep
          || isPassedOver
          || field.getContainingOneof() != null
          || random.nextInt(4) == 0) {
        continue;
      }
      if (field.isRepeated()) {
        for (int left = random.nextInt(4); left > 0; left--) {
          message.addRepeatedField(field, value(message, field, depth));
        }
      } else {
        message.setField(field, value(message, field, depth));
      }
    }
    for (OneofDescriptor oneof : message.getDescriptorForType().getOneofs()) {
      List<FieldDescriptor> choices = new ArrayList<>(oneof.getFields());
      choices.removeIf(
          each -> depth > MAX_DEPTH && each.getJavaType() == FieldDescriptor.JavaType.MESSAGE);
      FieldDescriptor field = choices.get(random.nextInt(choices.size()));
      message.setField(field, value(message, field, depth));
    }
    return message.build();
  }

  private Object value(Message.Builder message, FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(100);
      case LONG -> random.nextInt(3) == 0 ? random.nextLong() : (long) random.nextInt(100);
      case BOOLEAN -> random.nextBoolean();
      case DOUBLE -> REALS[random.nextInt(REALS.length)];
      case STRING -> TEXTS[random.nextInt(TEXTS.length)];
      case BYTE_STRING -> bytes(field);
      case MESSAGE -> fill(message.newBuilderForField(field), depth + 1);
      default -> throw new AssertionError(field + " is of a kind that no request had");
    };
  }

  private ByteString bytes(FieldDescriptor field) {
    int idLength = field.getName().equals("span_id") ? 8 : 16;
    byte[] bytes = new byte[IDS.contains(field.getName()) ? idLength : random.nextInt(20)];
    random.nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }

  String json(Message message) {
    List<String> members = new ArrayList<>();
    Descriptor descriptor = message.getDescriptorForType();
    for (FieldDescriptor field : descriptor.getFields()) {
      if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
        members.add(name(field) + random.nextInt(3));
      } else if (field.isRepeated()) {
        int count = message.getRepeatedFieldCount(field);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          values.add(json(field, message.getRepeatedField(field, i)));
        }
        if (count > 0 || random.nextInt(5) == 0) {
          members.add(name(field) + "[" + String.join(",", values) + "]");
        }
      } else if (!field.hasPresence() || message.hasField(field)) {
        members.add(name(field) + json(field, message.getField(field)));
      } else if (random.nextInt(4) == 0) {
        members.add(name(field) + "null");
      }
    }
    if (random.nextInt(6) == 0) {
      members.add("\"futureKey\":" + UNKNOWN[random.nextInt(UNKNOWN.length)]);
    }
    return "{" + String.join(random.nextBoolean() ? "," : " ,\n", members) + "}";
  }

  private String name(FieldDescriptor field) {
    String name = random.nextInt(5) == 0 ? field.getName() : field.getJsonName();
    return "\"" + name + "\": ";
  }

  private String json(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case INT -> number(value.toString());
      case LONG ->
          number(
              field.getType() == FieldDescriptor.Type.UINT64
                      || field.getType() == FieldDescriptor.Type.FIXED64
                  ? Long.toUnsignedString((Long) value)
                  : value.toString());
      case BOOLEAN -> value.toString();
      case DOUBLE -> random.nextBoolean() ? value.toString() : quoted(value.toString());
      case STRING -> text((String) value);
      case BYTE_STRING -> text(bytes(field, ((ByteString) value).toByteArray()));
      case MESSAGE -> json((Message) value);
      default -> throw new AssertionError(field + " is of a kind that no request had");
    };
  }

  private String number(String number) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> number;
      case 3 -> number + ".0";
      case 4 -> number + "e0";
      default -> quoted(number);
    };
  }

  private String bytes(FieldDescriptor field, byte[] bytes) {
    if (IDS.contains(field.getName()) && random.nextInt(4) > 0) {
      HexFormat hex = HexFormat.of();
      return (random.nextBoolean() ? hex : hex.withUpperCase()).formatHex(bytes);
    }
    Base64.Encoder encoder = random.nextBoolean() ? Base64.getEncoder() : Base64.getUrlEncoder();
    return (random.nextBoolean() ? encoder : encoder.withoutPadding()).encodeToString(bytes);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
