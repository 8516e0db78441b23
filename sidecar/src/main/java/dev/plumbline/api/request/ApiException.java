package dev.plumbline.api.request;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A request that gets an error as its answer. */
public final class ApiException extends Exception {
  private static final long serialVersionUID = 1;
  private static final int MAX_SHOWN_CHARS = 80;

  private final int status;
  private final String code;
  private final @Nullable String parameter;

  public ApiException(int status, String code, String message, @Nullable String parameter) {
    super(requireNonNull(message, "message"));
    this.status = status;
    this.code = requireNonNull(code, "code");
    this.parameter = parameter;
  }

  public static ApiException badParameter(String parameter, String value, String expected) {
    return new ApiException(
        400,
        "bad_parameter",
        parameter + " is \"" + shortened(value) + "\", expected " + expected,
        parameter);
  }

  public static ApiException unknownParameter(String parameter) {
    String shown = shortened(parameter);
    return new ApiException(
        400, "unknown_parameter", "there is no parameter \"" + shown + "\" here", shown);
  }

  public static ApiException notFound(String message, @Nullable String parameter) {
    return new ApiException(404, "not_found", message, parameter);
  }

  /** A user's text, short enough to be shown and without control characters. */
  public static String shortened(String value) {
    String cut =
        value.length() <= MAX_SHOWN_CHARS ? value : value.substring(0, MAX_SHOWN_CHARS) + "…";
    return cut.replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public @Nullable String parameter() {
    return parameter;
  }

  /** What the user is told. */
  public String text() {
    return requireNonNull(getMessage(), "message");
  }
}
