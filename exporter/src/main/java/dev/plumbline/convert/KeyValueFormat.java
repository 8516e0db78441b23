package dev.plumbline.convert;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.wire.ReverseWriter;
import dev.plumbline.wire.WireText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Attributes of resources and scopes with inline keys (§1.6 of the OTLP study). Stateless. */
final class KeyValueFormat {
  private KeyValueFormat() {}

  static void write(ReverseWriter out, int field, Attributes attributes) {
    List<Attribute> list = attributes.asList();
    for (int i = list.size() - 1; i >= 0; i--) {
      int mark = out.size();
      int valueMark = out.size();
      writeValue(out, list.get(i).value());
      out.message(2, valueMark);
      writeText(out, 1, list.get(i).key());
      out.message(field, mark);
    }
  }

  static void writeText(ReverseWriter out, int field, String text) {
    byte[] utf8 = WireText.wellFormed(text, Integer.MAX_VALUE).getBytes(StandardCharsets.UTF_8);
    out.bytes(field, utf8, 0, utf8.length);
  }

  private static void writeValue(ReverseWriter out, Object value) {
    if (value instanceof Long) {
      out.oneofVarint(3, (Long) value);
    } else if (value instanceof Double) {
      out.oneofDouble(4, (Double) value);
    } else if (value instanceof Boolean) {
      out.oneofVarint(2, (Boolean) value ? 1 : 0);
    } else if (value instanceof List) {
      List<?> elements = (List<?>) value;
      int mark = out.size();
      for (int i = elements.size() - 1; i >= 0; i--) {
        int elementMark = out.size();
        writeValue(out, elements.get(i));
        out.message(1, elementMark);
      }
      out.message(5, mark);
    } else {
      writeText(out, 1, value.toString());
    }
  }
}
