package dev.plumbline.descriptor;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.sampling.ProfileAnnotations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Annotations given at run time, which lie over those of the descriptor: the value of {@code
 * --annotate} (§6.4 of the study of Inspektor Gadget), {@code DATASOURCE:KEY=VALUE} or {@code
 * DATASOURCE.FIELD.PATH:KEY=VALUE}, separated by commas. A backslash takes its meaning from the
 * character behind it, so that a value may hold a comma. Where a key stands twice, the later one
 * wins. Immutable.
 */
public final class AnnotationOverrides {
  public static final AnnotationOverrides NONE = new AnnotationOverrides(List.of());

  private static final String FORMATS =
      "expected DATASOURCE:KEY=VALUE or DATASOURCE.FIELD:KEY=VALUE";

  private final List<Entry> overrides;

  private AnnotationOverrides(List<Entry> overrides) {
    this.overrides = Collections.unmodifiableList(overrides);
  }

  private static final class Entry {
    final String text;
    final String dataSource;

    /** Empty for the data source itself. */
    final String field;

    final String key;
    final String value;

    Entry(String text, String dataSource, String field, String key, String value) {
      this.text = text;
      this.dataSource = dataSource;
      this.field = field;
      this.key = key;
      this.value = value;
    }

    Annotations annotation() {
      return Annotations.of(Map.of(key, value));
    }
  }

  /**
   * @throws OverrideException if a part has another form, or a key {@code profiles.…} or its value
   *     is none of ours; the message shows the part
   */
  public static AnnotationOverrides parse(String text) {
    List<Entry> overrides = new ArrayList<>();
    for (String part : parts(text)) {
      overrides.add(override(part));
    }
    return new AnnotationOverrides(overrides);
  }

  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        if (++i == text.length()) {
          throw new OverrideException(
              "annotation \"" + text + "\" ends in a backslash, expected a character behind it");
        }
        part.append(text.charAt(i));
      } else if (c == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (part.length() > 0) {
      parts.add(part.toString());
    }
    return parts;
  }

  private static Entry override(String part) {
    int colon = part.indexOf(':');
    if (colon < 0) {
      throw malformed(part, "has no colon");
    }
    String subject = part.substring(0, colon).trim();
    if (subject.isEmpty()) {
      throw malformed(part, "names no data source");
    }
    int equals = part.indexOf('=', colon);
    if (equals < 0) {
      throw malformed(part, "has no \"=\"");
    }
    String key = part.substring(colon + 1, equals).trim();
    if (key.isEmpty()) {
      throw malformed(part, "has an empty key");
    }
    int dot = subject.indexOf('.');
    String dataSource = dot < 0 ? subject : subject.substring(0, dot);
    String field = dot < 0 ? "" : subject.substring(dot + 1);
    if (dataSource.isEmpty()) {
      throw malformed(part, "names no data source");
    }
    if (dot >= 0 && (field.isEmpty() || field.endsWith(".") || ("." + field).contains(".."))) {
      throw malformed(part, "has an empty part in its field");
    }
    String value = part.substring(equals + 1);
    check(part, field.isEmpty(), key, value);
    return new Entry(part, dataSource, field, key, value);
  }

  /** A slip in one of ours would be an empty profile, or one of another meaning. */
  private static void check(String part, boolean isOfDataSource, String key, String value) {
    AnnotationVocabulary vocabulary =
        isOfDataSource ? AnnotationVocabulary.OF_DATA_SOURCES : AnnotationVocabulary.OF_FIELDS;
    if (vocabulary.isUnknown(key)) {
      throw new OverrideException(
          "annotation \""
              + part
              + "\" has a key that "
              + (isOfDataSource ? "data sources do" : "fields do")
              + " not have, expected one of "
              + String.join(", ", vocabulary.keys()));
    }
    String expected = AnnotationVocabulary.expectation(key, value);
    if (expected == null
        && key.equalsIgnoreCase(ProfileAnnotations.SAMPLE_ATTRIBUTE)
        && !value.matches("true|false|")) {
      expected = "true or false";
    }
    if (expected != null) {
      throw new OverrideException(
          "annotation \"" + part + "\" has the value \"" + value + "\", expected " + expected);
    }
  }

  private static OverrideException malformed(String part, String what) {
    return new OverrideException("annotation \"" + part + "\" " + what + ", " + FORMATS);
  }

  public boolean isEmpty() {
    return overrides.isEmpty();
  }

  /**
   * That data source with these annotations over its own.
   *
   * @param warnings gets one line for each override of a field that the data source lacks
   */
  public DataSource over(DataSource dataSource, Consumer<String> warnings) {
    Annotations annotations = dataSource.annotations();
    List<Field> fields = new ArrayList<>(dataSource.fields());
    for (Entry override : overrides) {
      if (!override.dataSource.equalsIgnoreCase(dataSource.name())) {
        continue;
      }
      if (override.field.isEmpty()) {
        annotations = annotations.with(override.annotation());
        continue;
      }
      int index = dataSource.indexOf(override.field);
      if (index < 0) {
        warnings.accept(
            "annotation \""
                + override.text
                + "\": data source \""
                + dataSource.name()
                + "\" has no field \""
                + override.field
                + "\", left out");
        continue;
      }
      fields.set(index, fields.get(index).annotated(override.annotation()));
    }
    return dataSource.annotated(annotations, fields);
  }

  /**
   * Warns of overrides that no data source takes.
   *
   * @param dataSources names of all data sources of the gadgets that run
   */
  public void warnOfStrangers(Collection<String> dataSources, Consumer<String> warnings) {
    for (Entry override : overrides) {
      if (dataSources.stream().noneMatch(override.dataSource::equalsIgnoreCase)) {
        warnings.accept(
            "annotation \""
                + override.text
                + "\" names data source \""
                + override.dataSource
                + "\", expected one of "
                + String.join(", ", dataSources));
      }
    }
  }
}
