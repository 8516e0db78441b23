package dev.plumbline.config.exporters;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which headers a user may set. Those that carry the request itself are ours, and a value never
 * holds a control character, with which it could add a header of its own.
 */
public final class HeaderRules {
  static final String AUTHORIZATION = "authorization";
  static final String TENANT = "X-Scope-OrgID";
  static final int MAX_VALUE_LENGTH = 8_192;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final Set<String> OURS =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "te",
          "transfer-encoding",
          "upgrade");

  private HeaderRules() {}

  /** What is wrong, for a message; null if nothing is. */
  public static @Nullable String nameFault(String name) {
    if (!NAME.matcher(name).matches()) {
      return "is no header name";
    }
    String lowerCase = name.toLowerCase(Locale.ROOT);
    if (OURS.contains(lowerCase) || lowerCase.startsWith("grpc-")) {
      return "is a header of the request itself, which cannot be set";
    }
    return lowerCase.endsWith("-bin") ? "is a binary header, which cannot be set" : null;
  }

  /** What is wrong, for a message that never shows the value; null if nothing is. */
  public static @Nullable String valueFault(String value) {
    if (value.length() > MAX_VALUE_LENGTH) {
      return "has a value of more than " + MAX_VALUE_LENGTH + " characters";
    }
    return value.chars().anyMatch(Character::isISOControl)
        ? "has a control character in its value"
        : null;
  }
}
