package dev.plumbline.config.exporters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists of the form {@code key=value,key=value}, as {@code OTEL_EXPORTER_OTLP_HEADERS} and {@code
 * OTEL_RESOURCE_ATTRIBUTES} hold them. An entry is split at its first {@code =}, blanks around both
 * parts go, then {@code %XX} is decoded as UTF-8; a {@code %} without two hexadecimal digits stays.
 * A bad entry is left out with one warning that has its number and column and never its text, which
 * may be a secret; the rest is used. Of two entries with one key the later holds.
 */
final class KeyValueText {
  /** Of one list: more is a mistake. */
  static final int MAX_ENTRIES = 256;

  /** What a key or value must satisfy; the answer names the fault, null means none. */
  interface Rule {
    @Nullable String fault(String key, String value);
  }

  private final String source;
  private final Rule rule;
  private final Problems warnings;
  private final Map<String, String> values = new LinkedHashMap<>();

  private KeyValueText(String source, Rule rule, Problems warnings) {
    this.source = source;
    this.rule = rule;
    this.warnings = warnings;
  }

  /**
   * @param source the variable's name, for warnings
   * @return in the order of the list
   */
  static Map<String, String> parse(String source, String text, Rule rule, Problems warnings) {
    KeyValueText reading = new KeyValueText(source, rule, warnings);
    int number = 0;
    int start = 0;
    while (start <= text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      number++;
      if (number > MAX_ENTRIES) {
        reading.warn(number, start, "and all after it are left out: the list is too long");
        break;
      }
      reading.entry(number, start, text.substring(start, end));
      start = end + 1;
    }
    return reading.values;
  }

  private void entry(int number, int start, String entry) {
    if (entry.isBlank()) {
      return;
    }
    int equals = entry.indexOf('=');
    if (equals < 0) {
      warn(number, start, "has no \"=\" and is left out");
      return;
    }
    String key = decode(entry.substring(0, equals).strip());
    String value = decode(entry.substring(equals + 1).strip());
    if (key == null || value == null) {
      warn(number, start, "is no UTF-8 text once decoded and is left out");
      return;
    }
    String fault = key.isEmpty() ? "has no key before its \"=\"" : rule.fault(key, value);
    if (fault != null) {
      warn(number, start, fault + " and is left out");
      return;
    }
    values.put(key, value);
  }

  private void warn(int number, int start, String message) {
    warnings.add(SourcePosition.of(source, 1, start + 1), "entry " + number + " " + message);
  }

  /** Null if the bytes are no UTF-8. */
  static @Nullable String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    byte[] encoded = text.getBytes(UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
      int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
      if (encoded[i] == '%' && high >= 0 && low >= 0) {
        bytes.write(16 * high + low);
        i += 2;
      } else {
        bytes.write(encoded[i]);
      }
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
