package dev.plumbline.yaml;

/** Ends the reading of a file that passes a limit or refers to itself; never leaves the package. */
final class YamlLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SourcePosition position;
  private final String reason;

  YamlLimitException(SourcePosition position, String reason) {
    super(position + ": " + reason, null, false, false);
    this.position = position;
    this.reason = reason;
  }

  SourcePosition position() {
    return position;
  }

  String reason() {
    return reason;
  }
}
