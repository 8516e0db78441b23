package dev.plumbline.descriptor;

import dev.plumbline.sampling.ProfileAnnotations;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be said of annotations before the probe is known. Those that start with {@code
 * profiles.} are ours to check, since a typo in one is an empty profile; all others are free text.
 * Confined to the loading thread.
 */
final class AnnotationRules {
  private static final String PREFIX = "profiles.";

  private static final List<String> OF_DATA_SOURCES =
      List.of(
          ProfileAnnotations.STACK_FIELDS,
          ProfileAnnotations.VALUE_FIELD,
          ProfileAnnotations.NAME,
          ProfileAnnotations.TYPE,
          ProfileAnnotations.UNIT,
          ProfileAnnotations.PERIOD_TYPE,
          ProfileAnnotations.PERIOD,
          ProfileAnnotations.ACCUMULATION);

  private static final List<String> OF_FIELDS =
      List.of(
          ProfileAnnotations.SAMPLE_ATTRIBUTE,
          ProfileAnnotations.RESOURCE_ATTRIBUTE,
          ProfileAnnotations.LINK,
          ProfileAnnotations.FRAME_TYPE);

  private static final Pattern PERIOD_TYPE = Pattern.compile("[^/]+/.+");
  private static final Pattern PERIOD = Pattern.compile("[0-9]{1,18}|\\$\\{([^}:]+)(?::hz)?}");

  private final Problems problems;
  private final Problems warnings;
  private final ParameterReader parameters;

  AnnotationRules(Problems problems, Problems warnings, ParameterReader parameters) {
    this.problems = problems;
    this.warnings = warnings;
    this.parameters = parameters;
  }

  void checkDataSource(Section annotations) {
    check(annotations, OF_DATA_SOURCES, this::checkDataSourceValue);
  }

  void checkField(Section annotations) {
    check(annotations, OF_FIELDS, this::checkFieldValue);
    YamlEntry template = annotations.entry(AnnotationTemplates.KEY);
    if (template != null && template.value().kind() == YamlNode.Kind.SCALAR) {
      String name = annotations.text(template);
      if (!AnnotationTemplates.isKnown(name)) {
        warnings.add(
            template.value().position(),
            "template \""
                + name
                + "\" is not known, expected one of "
                + String.join(", ", AnnotationTemplates.names()));
      }
    }
  }

  private void check(
      Section annotations, List<String> known, BiConsumer<Section, YamlEntry> valueCheck) {
    for (YamlEntry entry : annotations.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      if (!key.startsWith(PREFIX) || entry.value().kind() != YamlNode.Kind.SCALAR) {
        continue;
      }
      if (known.contains(key)) {
        valueCheck.accept(annotations, entry);
      } else {
        problems.add(
            entry.position(),
            "annotation \""
                + entry.key()
                + "\" is not known here, expected one of "
                + String.join(", ", known));
      }
    }
  }

  private void checkDataSourceValue(Section annotations, YamlEntry entry) {
    String value = annotations.text(entry);
    if (value.isEmpty()) {
      return;
    }
    switch (entry.key().toLowerCase(Locale.ROOT)) {
      case ProfileAnnotations.PERIOD_TYPE:
        if (!PERIOD_TYPE.matcher(value).matches()) {
          refuse(entry, value, "TYPE/UNIT such as cpu/nanoseconds");
        }
        break;
      case ProfileAnnotations.PERIOD:
        checkPeriod(entry, value);
        break;
      case ProfileAnnotations.ACCUMULATION:
        if (!value.equals("flow") && !value.equals("stock")) {
          refuse(entry, value, "flow or stock");
        }
        break;
      default:
        break;
    }
  }

  private void checkPeriod(YamlEntry entry, String value) {
    Matcher matcher = PERIOD.matcher(value);
    if (!matcher.matches()) {
      refuse(entry, value, "an integer, ${parameter} or ${parameter:hz}");
    } else if (matcher.group(1) != null && !parameters.isDeclared(matcher.group(1).trim())) {
      refuse(entry, value, "one of the parameters " + parameters.keys());
    }
  }

  private void checkFieldValue(Section annotations, YamlEntry entry) {
    String value = annotations.text(entry);
    if (entry.key().equalsIgnoreCase(ProfileAnnotations.LINK)
        && !value.isEmpty()
        && !value.equals("trace-id")
        && !value.equals("span-id")) {
      refuse(entry, value, "trace-id or span-id");
    }
  }

  private void refuse(YamlEntry entry, String value, String expected) {
    problems.add(
        entry.value().position(),
        "annotation \"" + entry.key() + "\" is \"" + value + "\", expected " + expected);
  }
}
