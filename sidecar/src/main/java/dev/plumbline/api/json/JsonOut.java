package dev.plumbline.api.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.tree.FunctionName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The pieces that answers are made of. Confined to one request. */
public final class JsonOut {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String HEX = "0123456789abcdef";

  private final JsonGenerator out;

  private JsonOut(JsonGenerator out) {
    this.out = out;
  }

  /** Writes the members of one object. */
  public interface Members {
    void write(JsonOut out) throws IOException;
  }

  public static byte[] object(Members members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      generator.writeStartObject();
      members.write(new JsonOut(generator));
      generator.writeEndObject();
    }
    return bytes.toByteArray();
  }

  public JsonOut text(String name, @Nullable String value) throws IOException {
    out.writeFieldName(name);
    if (value == null) {
      out.writeNull();
    } else {
      out.writeString(value);
    }
    return this;
  }

  public JsonOut number(String name, @Nullable Long value) throws IOException {
    out.writeFieldName(name);
    if (value == null) {
      out.writeNull();
    } else {
      out.writeNumber(value);
    }
    return this;
  }

  public JsonOut real(String name, double value) throws IOException {
    out.writeNumberField(name, value);
    return this;
  }

  public JsonOut truth(String name, boolean value) throws IOException {
    out.writeBooleanField(name, value);
    return this;
  }

  public JsonOut none(String name) throws IOException {
    out.writeNullField(name);
    return this;
  }

  public JsonOut key(String name, long key) throws IOException {
    return text(name, hex(key));
  }

  public static String hex(long key) {
    char[] digits = new char[16];
    for (int i = 0; i < 16; i++) {
      digits[i] = HEX.charAt((int) (key >>> (60 - 4 * i)) & 15);
    }
    return new String(digits);
  }

  public JsonOut object(String name, Members members) throws IOException {
    out.writeObjectFieldStart(name);
    members.write(this);
    out.writeEndObject();
    return this;
  }

  /** Writes one row of a list. */
  public interface Row<T> {
    void write(JsonOut out, T row) throws IOException;
  }

  public <T> JsonOut list(String name, Iterable<T> rows, Row<T> row) throws IOException {
    out.writeArrayFieldStart(name);
    for (T one : rows) {
      out.writeStartObject();
      row.write(this, one);
      out.writeEndObject();
    }
    out.writeEndArray();
    return this;
  }

  /** A column of numbers; null stays null. */
  public JsonOut numbers(String name, List<@Nullable Long> values) throws IOException {
    out.writeArrayFieldStart(name);
    for (Long value : values) {
      if (value == null) {
        out.writeNull();
      } else {
        out.writeNumber(value);
      }
    }
    out.writeEndArray();
    return this;
  }

  /** A column of so many numbers. */
  public JsonOut column(String name, int size, IntToLongFunction value) throws IOException {
    out.writeArrayFieldStart(name);
    for (int i = 0; i < size; i++) {
      out.writeNumber(value.applyAsLong(i));
    }
    out.writeEndArray();
    return this;
  }

  public JsonOut keys(String name, int size, IntToLongFunction key) throws IOException {
    out.writeArrayFieldStart(name);
    for (int i = 0; i < size; i++) {
      out.writeString(hex(key.applyAsLong(i)));
    }
    out.writeEndArray();
    return this;
  }

  public JsonOut texts(String name, Iterable<String> values) throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
    return this;
  }

  /** The members of a function. */
  public JsonOut function(FunctionName name, long key) throws IOException {
    return key("key", key)
        .text("name", name.name())
        .text("type", name.type())
        .text("file", name.file())
        .text("module", name.module());
  }

  public JsonOut notes(List<Note> notes) throws IOException {
    return list(
        "notes",
        notes,
        (json, note) -> {
          json.text("code", note.code()).text("text", note.text());
          if (note.subject() != null) {
            json.text("subject", note.subject());
          }
          if (note.lastMillis() != null) {
            json.number("lastMillis", note.lastMillis());
          }
          if (note.share() != null) {
            json.real("share", note.share());
          }
          if (note.count() != null) {
            json.number("count", note.count());
          }
        });
  }
}
