package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.plumbline.fault.FaultText;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * OTLP's JSON (§2.2 of the OTLP study) as protobuf, by tables of names: lowerCamelCase or the names
 * of the schema, numbers as text or numbers, ids in hexadecimal or base64, other bytes in base64 of
 * either alphabet. Its level is 1.10 unless a name says that it is older. Keys that are not known
 * are passed over. Bounded in depth. Immutable.
 *
 * @param level whose numbers the fields have: 1.7, 1.8 or 1.10
 * @param protobuf the request, which the reader must not change
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
public record OtlpJson(ReceivedLevel level, byte[] protobuf) {
  /** What follows them in the reader's messages says nothing of the text. */
  private static final List<String> LIBRARY_WORDS =
      List.of(": expected", ": was expecting", " (for ", " in null");

  private static final int MAX_DEPTH = 64;

  /** Of a number; exponents, too, are no larger. */
  private static final int MAX_DIGITS = 64;

  /** A number of so few has 64 bits at most. */
  private static final int SAFE_DIGITS = 18;

  private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2})*+");
  private static final Set<Integer> ID_BYTES = Set.of(Long.BYTES, 2 * Long.BYTES);
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(64 << 20)
                  .build())
          .build();

  /** A name that only an older level knows. */
  private static final class OlderException extends Exception {
    private static final long serialVersionUID = 1;

    private final ReceivedLevel level;

    OlderException(ReceivedLevel level) {
      super(level.text(), null, false, false);
      this.level = level;
    }
  }

  /**
   * @throws InputException if the text is no JSON, or a value is not of its field's kind
   */
  public static OtlpJson read(byte[] json) throws InputException {
    ReceivedLevel level = ReceivedLevel.NEWEST;
    while (true) {
      try {
        return new OtlpJson(level, request(json, level));
      } catch (OlderException older) {
        level = older.level;
      }
    }
  }

  private static byte[] request(byte[] json, ReceivedLevel level)
      throws InputException, OlderException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed(parser, "no JSON object");
      }
      byte[] request = message(parser, OtlpJsonLevels.of(level));
      if (parser.nextToken() != null) {
        throw malformed(parser, "more than one JSON value");
      }
      return request;
    } catch (JsonProcessingException e) {
      long position = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw InputException.malformed(position, "no JSON: " + firstPart(e.getOriginalMessage()));
    } catch (IOException e) {
      throw InputException.malformed(-1, "no JSON: " + firstPart(FaultText.of(e)));
    }
  }

  /** Without what the reader could have done in its place. */
  private static String firstPart(@Nullable String message) {
    String text = String.valueOf(message).replace('\n', ' ');
    for (String rest : LIBRARY_WORDS) {
      int end = text.indexOf(rest);
      text = end < 0 ? text : text.substring(0, end);
    }
    return text;
  }

  private static byte[] message(JsonParser parser, OtlpJsonSchema message)
      throws IOException, InputException, OlderException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      OtlpJsonSchema.Field field = message.field(name);
      JsonToken value = parser.nextToken();
      if (field == null) {
        ReceivedLevel older = message.lastKnownAt(name);
        if (older != null) {
          throw new OlderException(older);
        }
        parser.skipChildren();
      } else if (value == JsonToken.START_ARRAY) {
        array(parser, field, out);
      } else if (value != JsonToken.VALUE_NULL) {
        value(parser, field, out);
      }
    }
    return out.toByteArray();
  }

  /** Repeated numbers are packed, as protobuf writes them. */
  private static void array(
      JsonParser parser, OtlpJsonSchema.Field field, ByteArrayOutputStream out)
      throws IOException, InputException, OlderException {
    if (!field.isRepeated()) {
      if (field.name().equals(OtlpJsonLevels.SAMPLE_TYPE)) {
        throw new OlderException(ReceivedLevel.V1_7);
      }
      throw malformed(parser, field.name() + " is a list");
    }
    boolean packed =
        field.kind() == OtlpJsonSchema.Kind.VARINT || field.kind() == OtlpJsonSchema.Kind.FIXED64;
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!packed) {
        value(parser, field, out);
      } else if (field.kind() == OtlpJsonSchema.Kind.FIXED64) {
        fixed64(list, number(parser, field));
      } else {
        varint(list, number(parser, field));
      }
    }
    if (packed && list.size() > 0) {
      bytes(out, field.number(), list.toByteArray());
    }
  }

  private static void value(
      JsonParser parser, OtlpJsonSchema.Field field, ByteArrayOutputStream out)
      throws IOException, InputException, OlderException {
    int number = field.number();
    switch (field.kind()) {
      case MESSAGE -> {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
          throw malformed(parser, field.name() + " is no object");
        }
        bytes(out, number, message(parser, field.message()));
      }
      case TEXT -> bytes(out, number, text(parser, field).getBytes(UTF_8));
      case ID -> bytes(out, number, id(parser, field));
      case BASE64 -> bytes(out, number, base64(parser, field));
      case VARINT -> {
        varint(out, (long) number << 3);
        varint(out, number(parser, field));
      }
      case FIXED64 -> {
        varint(out, (long) number << 3 | 1);
        fixed64(out, number(parser, field));
      }
      case BOOL -> {
        varint(out, (long) number << 3);
        varint(out, truth(parser, field) ? 1 : 0);
      }
      case DOUBLE -> {
        varint(out, (long) number << 3 | 1);
        fixed64(out, Double.doubleToRawLongBits(real(parser, field)));
      }
    }
  }

  private static String text(JsonParser parser, OtlpJsonSchema.Field field)
      throws IOException, InputException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed(parser, field.name() + " is no text");
    }
    return parser.getText();
  }

  /** Both at a time cannot be meant: ids of 8 and 16 bytes have other lengths in base64. */
  private static byte[] id(JsonParser parser, OtlpJsonSchema.Field field)
      throws IOException, InputException {
    String text = text(parser, field);
    if (HEX.matcher(text).matches()) {
      return HexFormat.of().parseHex(text);
    }
    byte[] id = base64(parser, field);
    if (!ID_BYTES.contains(id.length)) {
      throw malformed(parser, field.name() + " is not hexadecimal");
    }
    return id;
  }

  private static byte[] base64(JsonParser parser, OtlpJsonSchema.Field field)
      throws IOException, InputException {
    try {
      return Base64.getDecoder().decode(text(parser, field).replace('-', '+').replace('_', '/'));
    } catch (IllegalArgumentException ignored) {
      throw malformed(parser, field.name() + " is not base64");
    }
  }

  /** Whole, in any notation of JSON, of up to 64 bits with a sign or without. */
  private static long number(JsonParser parser, OtlpJsonSchema.Field field)
      throws IOException, InputException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
      String text = parser.getText();
      if (isShort(text)) {
        return Long.parseLong(text);
      }
      try {
        BigDecimal number = text.length() <= MAX_DIGITS ? new BigDecimal(text) : null;
        if (number != null && Math.abs((long) number.scale()) <= MAX_DIGITS) {
          BigInteger whole = number.toBigIntegerExact();
          if (whole.bitLength() < Long.SIZE
              || (whole.signum() > 0 && whole.bitLength() == Long.SIZE)) {
            return whole.longValue();
          }
        }
      } catch (ArithmeticException | NumberFormatException ignored) {
        // Said below, as for what is no number at all.
      }
    }
    throw malformed(parser, field.name() + " is no whole number");
  }

  private static boolean isShort(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= SAFE_DIGITS;
  }

  private static boolean truth(JsonParser parser, OtlpJsonSchema.Field field)
      throws InputException {
    if (!parser.currentToken().isBoolean()) {
      throw malformed(parser, field.name() + " is neither true nor false");
    }
    return parser.currentToken() == JsonToken.VALUE_TRUE;
  }

  private static double real(JsonParser parser, OtlpJsonSchema.Field field)
      throws IOException, InputException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      try {
        return Double.parseDouble(parser.getText());
      } catch (NumberFormatException ignored) {
        throw malformed(parser, field.name() + " is no number");
      }
    }
    if (!parser.currentToken().isNumeric()) {
      throw malformed(parser, field.name() + " is no number");
    }
    return parser.getDoubleValue();
  }

  private static void bytes(ByteArrayOutputStream out, int number, byte[] value) {
    varint(out, (long) number << 3 | 2);
    varint(out, value.length);
    out.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static void fixed64(ByteArrayOutputStream out, long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
  }

  private static InputException malformed(JsonParser parser, String problem) {
    return InputException.malformed(parser.currentLocation().getByteOffset(), problem);
  }
}
