package dev.plumbline.descriptor;

import dev.plumbline.sampling.ProfileAnnotations;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be said of annotations before the probe is known. Those that start with {@code
 * profiles.} are ours to check, since a typo in one is an empty profile; all others are free text.
 * Confined to the loading thread.
 */
final class AnnotationRules {
  private static final Pattern PARAMETER = Pattern.compile("\\$\\{([^}:]+)(?::hz)?}");

  private final Problems problems;
  private final Problems warnings;
  private final ParameterReader parameters;

  AnnotationRules(Problems problems, Problems warnings, ParameterReader parameters) {
    this.problems = problems;
    this.warnings = warnings;
    this.parameters = parameters;
  }

  void checkDataSource(Section annotations) {
    check(annotations, AnnotationVocabulary.OF_DATA_SOURCES);
  }

  void checkField(Section annotations) {
    check(annotations, AnnotationVocabulary.OF_FIELDS);
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

  private void check(Section annotations, AnnotationVocabulary vocabulary) {
    for (YamlEntry entry : annotations.entries()) {
      if (entry.value().kind() != YamlNode.Kind.SCALAR) {
        continue;
      }
      if (vocabulary.isUnknown(entry.key())) {
        problems.add(
            entry.position(),
            "annotation \""
                + entry.key()
                + "\" is not known here, expected one of "
                + String.join(", ", vocabulary.keys()));
      } else {
        checkValue(entry, annotations.text(entry));
      }
    }
  }

  private void checkValue(YamlEntry entry, String value) {
    String expected = AnnotationVocabulary.expectation(entry.key(), value);
    if (expected != null) {
      refuse(entry, value, expected);
    } else if (entry.key().equalsIgnoreCase(ProfileAnnotations.PERIOD)) {
      Matcher parameter = PARAMETER.matcher(value);
      if (parameter.matches() && !parameters.isDeclared(parameter.group(1).trim())) {
        refuse(entry, value, "one of the parameters " + parameters.keys());
      }
    }
  }

  private void refuse(YamlEntry entry, String value, String expected) {
    problems.add(
        entry.value().position(),
        "annotation \"" + entry.key() + "\" is \"" + value + "\", expected " + expected);
  }
}
