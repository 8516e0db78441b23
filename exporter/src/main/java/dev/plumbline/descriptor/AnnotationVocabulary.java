package dev.plumbline.descriptor;

import dev.plumbline.sampling.ProfileAnnotations;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The annotations that start with {@code profiles.}: where each may stand and what its value may
 * be, as far as neither probe nor parameters are needed to tell. All others are free text.
 */
enum AnnotationVocabulary {
  OF_DATA_SOURCES(
      List.of(
          ProfileAnnotations.STACK_FIELDS,
          ProfileAnnotations.VALUE_FIELD,
          ProfileAnnotations.NAME,
          ProfileAnnotations.TYPE,
          ProfileAnnotations.UNIT,
          ProfileAnnotations.PERIOD_TYPE,
          ProfileAnnotations.PERIOD,
          ProfileAnnotations.ACCUMULATION)),
  OF_FIELDS(
      List.of(
          ProfileAnnotations.SAMPLE_ATTRIBUTE,
          ProfileAnnotations.RESOURCE_ATTRIBUTE,
          ProfileAnnotations.LINK,
          ProfileAnnotations.FRAME_TYPE));

  private static final String PREFIX = "profiles.";
  private static final Pattern PERIOD_TYPE = Pattern.compile("[^/]+/.+");
  private static final Pattern PERIOD = Pattern.compile("[0-9]{1,18}|\\$\\{[^}:]+(?::hz)?}");

  @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
  private final List<String> keys;

  AnnotationVocabulary(List<String> keys) {
    this.keys = keys;
  }

  /** In lower case, unmodifiable. */
  List<String> keys() {
    return keys;
  }

  /** Whether the key is neither one of these nor free. */
  boolean isUnknown(String key) {
    String lowerCase = key.toLowerCase(Locale.ROOT);
    return lowerCase.startsWith(PREFIX) && !keys.contains(lowerCase);
  }

  /** What the value should have been; null if it may stand. An empty one counts as none. */
  static @Nullable String expectation(String key, String value) {
    if (value.isEmpty()) {
      return null;
    }
    switch (key.toLowerCase(Locale.ROOT)) {
      case ProfileAnnotations.PERIOD_TYPE:
        return PERIOD_TYPE.matcher(value).matches() ? null : "TYPE/UNIT such as cpu/nanoseconds";
      case ProfileAnnotations.PERIOD:
        return PERIOD.matcher(value).matches()
            ? null
            : "an integer, ${parameter} or ${parameter:hz}";
      case ProfileAnnotations.ACCUMULATION:
        return oneOf(value, "flow", "stock");
      case ProfileAnnotations.LINK:
        return oneOf(value, "trace-id", "span-id");
      default:
        return null;
    }
  }

  private static @Nullable String oneOf(String value, String first, String second) {
    return value.equals(first) || value.equals(second) ? null : first + " or " + second;
  }
}
