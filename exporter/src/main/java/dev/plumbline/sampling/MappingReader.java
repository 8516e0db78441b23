package dev.plumbline.sampling;

import static java.util.Objects.requireNonNull;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the annotations of data sources (§1.6, §1.7 of the study of Inspektor Gadget, and design
 * §4). A data source that asks for no profile is passed over in silence; what names an unknown or
 * unfit field is left out with one warning; what is ours and cannot be followed is refused. Single
 * records and arrays are read alike. Confined to the thread that starts the gadget.
 */
public final class MappingReader {
  private final AttributeNaming naming;
  private final Consumer<String> warnings;

  /**
   * @param warnings gets one line for each thing that is left out
   */
  public MappingReader(AttributeNaming naming, Consumer<String> warnings) {
    this.naming = requireNonNull(naming, "naming");
    this.warnings = requireNonNull(warnings, "warnings");
  }

  /**
   * @param parameters the gadget's parameters with their values in effect, which {@code
   *     profiles.period} may name
   * @return empty if the data source is not exported
   * @throws MappingException if the annotations are refused
   */
  public Optional<SampleMapping> read(DataSource dataSource, Map<String, String> parameters) {
    String stackNames = annotation(dataSource, ProfileAnnotations.STACK_FIELDS, "");
    String valueName = annotation(dataSource, ProfileAnnotations.VALUE_FIELD, "");
    if (stackNames.isEmpty() && valueName.isEmpty()) {
      return Optional.empty();
    }
    if (stackNames.isEmpty() || valueName.isEmpty()) {
      String missing =
          valueName.isEmpty() ? ProfileAnnotations.VALUE_FIELD : ProfileAnnotations.STACK_FIELDS;
      warn(dataSource, "has no annotation " + missing + ", not exported");
      return Optional.empty();
    }
    List<StackField> stackFields = stackFields(dataSource, stackNames);
    if (stackFields.isEmpty()) {
      warn(dataSource, "has no field of " + ProfileAnnotations.STACK_FIELDS + ", not exported");
      return Optional.empty();
    }
    int valueField = valueField(dataSource, valueName);
    if (valueField < 0) {
      return Optional.empty();
    }
    return Optional.of(
        SampleMapping.builder(dataSource, profileType(dataSource, parameters), valueField)
            .stackFields(stackFields)
            .sampleAttributes(sampleAttributes(dataSource))
            .resourceAttributes(resourceAttributes(dataSource))
            .link(LinkFields.read(dataSource))
            .build());
  }

  private List<StackField> stackFields(DataSource dataSource, String names) {
    List<StackField> found = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      String trimmed = name.trim();
      if (trimmed.isEmpty()) {
        continue;
      }
      int index = dataSource.indexOf(trimmed);
      if (index < 0) {
        warn(dataSource, "has no stack field \"" + trimmed + "\", left out");
      } else if (!StackField.accepts(dataSource.field(index).kind())) {
        warn(
            dataSource,
            "stack field " + dataSource.field(index) + " is no stack and no text, left out");
      } else {
        found.add(StackField.of(index, dataSource.field(index)));
      }
    }
    return found;
  }

  private int valueField(DataSource dataSource, String name) {
    int index = dataSource.indexOf(name.trim());
    if (index < 0) {
      warn(dataSource, "has no value field \"" + name.trim() + "\", not exported");
    } else if (!dataSource.field(index).kind().isInteger()) {
      warn(dataSource, "value field " + dataSource.field(index) + " is no integer, not exported");
      return -1;
    }
    return index;
  }

  private List<AttributeField> sampleAttributes(DataSource dataSource) {
    AttributeFields attributes = new AttributeFields(dataSource, "sample attribute", this::warn);
    for (int i = 0; i < dataSource.fields().size(); i++) {
      Field field = dataSource.field(i);
      String value = field.annotations().getOrDefault(ProfileAnnotations.SAMPLE_ATTRIBUTE, "");
      if (value.equals("true")) {
        attributes.add(i, naming.nameOf(field.fullName()));
      }
    }
    return attributes.asList();
  }

  private List<AttributeField> resourceAttributes(DataSource dataSource) {
    AttributeFields attributes = new AttributeFields(dataSource, "resource attribute", this::warn);
    for (int i = 0; i < dataSource.fields().size(); i++) {
      Field field = dataSource.field(i);
      String name = field.annotations().getOrDefault(ProfileAnnotations.RESOURCE_ATTRIBUTE, "");
      if (!name.isEmpty()) {
        attributes.add(i, name.equals("true") ? field.fullName() : name);
      }
    }
    return attributes.asList();
  }

  private static ProfileType profileType(DataSource dataSource, Map<String, String> parameters) {
    String name = annotation(dataSource, ProfileAnnotations.NAME, dataSource.name());
    String unit = annotation(dataSource, ProfileAnnotations.UNIT, "count");
    String type = annotation(dataSource, ProfileAnnotations.TYPE, "samples");
    String periodType = annotation(dataSource, ProfileAnnotations.PERIOD_TYPE, name + "/" + unit);
    int slash = periodType.indexOf('/');
    if (slash <= 0 || slash == periodType.length() - 1) {
      throw refused(
          dataSource,
          ProfileAnnotations.PERIOD_TYPE,
          "is \"" + periodType + "\", expected TYPE/UNIT such as cpu/nanoseconds");
    }
    String periodUnit = periodType.substring(slash + 1);
    return ProfileType.builder(type, unit)
        .periodType(periodType.substring(0, slash), periodUnit)
        .period(
            new PeriodText(dataSource.name(), periodUnit, parameters)
                .parse(annotation(dataSource, ProfileAnnotations.PERIOD, "1")))
        .accumulation(accumulation(dataSource))
        .build();
  }

  private static Accumulation accumulation(DataSource dataSource) {
    String word = annotation(dataSource, ProfileAnnotations.ACCUMULATION, "flow");
    switch (word) {
      case "flow":
        return Accumulation.FLOW;
      case "stock":
        return Accumulation.STOCK;
      default:
        throw refused(
            dataSource,
            ProfileAnnotations.ACCUMULATION,
            "is \"" + word + "\", expected flow or stock");
    }
  }

  /** The annotation's value; the default if it is absent or empty. */
  private static String annotation(DataSource dataSource, String name, String defaultValue) {
    String value = dataSource.annotations().getOrDefault(name, "");
    return value.isEmpty() ? defaultValue : value;
  }

  private static MappingException refused(DataSource dataSource, String annotation, String why) {
    return new MappingException(
        "data source \"" + dataSource.name() + "\": " + annotation + " " + why);
  }

  private void warn(DataSource dataSource, String what) {
    warnings.accept("data source \"" + dataSource.name() + "\" " + what);
  }
}
