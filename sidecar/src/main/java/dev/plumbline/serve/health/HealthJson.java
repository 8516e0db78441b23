package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;

/** Members that rows of several kinds have. Stateless. */
final class HealthJson {
  private HealthJson() {}

  static void counts(JsonGenerator json, String name, Map<String, Long> counts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      json.writeNumberField(count.getKey(), count.getValue());
    }
    json.writeEndObject();
  }

  /** Empty means that nothing is known. */
  static void text(JsonGenerator json, String name, String text) throws IOException {
    if (text.isEmpty()) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, text);
    }
  }

  /** 0 means never. */
  static void millis(JsonGenerator json, String name, long unixMillis) throws IOException {
    if (unixMillis == 0) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, unixMillis);
    }
  }
}
