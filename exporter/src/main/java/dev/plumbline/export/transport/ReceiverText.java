package dev.plumbline.export.transport;

import org.jspecify.annotations.Nullable;

/** Text that a receiver sent, made fit for one line of a log. */
public final class ReceiverText {
  /** Characters that are kept. */
  static final int MAX_LENGTH = 1024;

  private ReceiverText() {}

  /** Cut to 1 KiB, control characters replaced by blanks, trimmed; empty for null. */
  public static String clean(@Nullable String text) {
    if (text == null) {
      return "";
    }
    int length = Math.min(text.length(), MAX_LENGTH);
    StringBuilder clean = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) ? ' ' : c);
    }
    return clean.toString().trim();
  }

  /** The message of the innermost cause, which names the real trouble, after the outer one. */
  public static String ofCauses(@Nullable String outer, @Nullable Throwable cause) {
    String text = clean(outer);
    Throwable innermost = cause;
    for (int depth = 0; innermost != null && innermost.getCause() != null && depth < 16; depth++) {
      innermost = innermost.getCause();
    }
    if (innermost == null) {
      return text;
    }
    String inner = innermost.getMessage();
    String said = clean(inner == null ? innermost.getClass().getSimpleName() : inner);
    if (text.contains(said)) {
      return text;
    }
    return clean(text.isEmpty() ? said : text + ": " + said);
  }
}
