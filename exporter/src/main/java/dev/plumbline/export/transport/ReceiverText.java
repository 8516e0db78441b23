package dev.plumbline.export.transport;

import dev.plumbline.fault.FaultText;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Text that a receiver sent, made fit for one line of a log. */
public final class ReceiverText {
  /** Characters that are kept. */
  static final int MAX_LENGTH = 1024;

  private static final int MAX_CAUSES = 16;

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

  /**
   * The outer text, and after it what the causes say: the first one about TLS, since it names the
   * check that failed, and the innermost one, which names the real trouble. Nothing twice.
   */
  public static String ofCauses(@Nullable String outer, @Nullable Throwable cause) {
    String text = clean(outer);
    Throwable telling = cause;
    Throwable current = cause;
    boolean tlsIsSaid = false;
    for (int depth = 0; current != null && depth < MAX_CAUSES; depth++) {
      if (current instanceof SSLException && !tlsIsSaid) {
        text = joined(text, current);
        tlsIsSaid = true;
      }
      if (current.getMessage() != null) {
        telling = current;
      }
      current = current.getCause();
    }
    return telling == null ? text : joined(text, telling);
  }

  private static String joined(String text, Throwable cause) {
    String said = clean(FaultText.ofForeign(cause));
    if (text.contains(said)) {
      return text;
    }
    return clean(text.isEmpty() ? said : text + ": " + said);
  }
}
