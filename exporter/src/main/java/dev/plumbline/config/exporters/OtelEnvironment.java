package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ScalarText;
import dev.plumbline.config.Variables;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code OTEL_*} names, as variables and as system properties ({@code otel.service.name} for
 * {@code OTEL_SERVICE_NAME}): a property goes before the variable of its name, a name of the signal
 * before the general one, and an empty value counts as unset, as OpenTelemetry has it. Immutable.
 */
public final class OtelEnvironment {
  private static final String GENERAL = "OTEL_EXPORTER_OTLP_";
  private static final String OF_SIGNAL = "OTEL_EXPORTER_OTLP_PROFILES_";

  private final Variables environment;
  private final Variables properties;

  private OtelEnvironment(Variables environment, Variables properties) {
    this.environment = requireNonNull(environment, "environment");
    this.properties = requireNonNull(properties, "properties");
  }

  public static OtelEnvironment of(Variables environment, Variables properties) {
    return new OtelEnvironment(environment, properties);
  }

  /** {@code OTEL_SDK_DISABLED}: only {@code true}, in any case, switches us off. */
  public boolean isDisabled(Problems warnings) {
    OtelSetting disabled = setting("OTEL_SDK_DISABLED");
    return disabled != null && truth(disabled, warnings);
  }

  /**
   * What {@code OTEL_RESOURCE_ATTRIBUTES} says, and over it {@code OTEL_SERVICE_NAME}; all values
   * are texts. A bad entry is left out with a warning.
   */
  public Attributes resource(Problems warnings) {
    List<Attribute> attributes = new ArrayList<>();
    OtelSetting listed = setting("OTEL_RESOURCE_ATTRIBUTES");
    if (listed != null) {
      Map<String, String> entries =
          KeyValueText.parse(listed.name(), listed.text(), (key, value) -> null, warnings);
      entries.forEach((key, value) -> attributes.add(Attribute.of(key, value)));
    }
    OtelSetting serviceName = setting("OTEL_SERVICE_NAME");
    if (serviceName != null) {
      attributes.add(Attribute.of(Resource.SERVICE_NAME, serviceName.text()));
    }
    return Attributes.of(attributes);
  }

  /** Null if it is not set. */
  @Nullable OtelSetting setting(String name) {
    String property = name.toLowerCase(Locale.ROOT).replace('_', '.');
    String text = properties.get(property);
    if (text != null && !text.isBlank()) {
      return OtelSetting.of(property, text.strip());
    }
    text = environment.get(name);
    return text == null || text.isBlank() ? null : OtelSetting.of(name, text.strip());
  }

  /** The signal's own setting before the general one; null if neither is set. */
  @Nullable OtelSetting exporterSetting(String suffix) {
    OtelSetting ofSignal = signalSetting(suffix);
    return ofSignal == null ? setting(GENERAL + suffix) : ofSignal;
  }

  @Nullable OtelSetting signalSetting(String suffix) {
    return setting(OF_SIGNAL + suffix);
  }

  /**
   * OpenTelemetry's rule: anything but {@code true} is false, with a warning where it is neither.
   */
  static boolean truth(OtelSetting setting, Problems warnings) {
    boolean isTrue = setting.text().equalsIgnoreCase("true");
    if (!isTrue && !setting.text().equalsIgnoreCase("false")) {
      warnings.add(
          SourcePosition.of(setting.name()),
          "expected true or false, found " + ScalarText.shown(setting.text()) + "; taken as false");
    }
    return isTrue;
  }
}
