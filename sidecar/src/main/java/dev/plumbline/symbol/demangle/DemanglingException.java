package dev.plumbline.symbol.demangle;

/**
 * The text is no mangled name that we read, or its readable form passes a limit. Carries neither
 * message nor trace: the caller keeps the mangled text.
 */
final class DemanglingException extends Exception {
  private static final long serialVersionUID = 1L;

  DemanglingException() {
    super(null, null, false, false);
  }
}
