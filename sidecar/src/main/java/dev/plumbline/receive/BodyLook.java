package dev.plumbline.receive;

import dev.plumbline.wire.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a body that is no pprof profile looks like, for its sender: the fields of a protobuf message
 * that is none say nothing. Stateless.
 */
final class BodyLook {
  private static final int SHOWN_BYTES = 40;
  private static final byte[] JFR = {'F', 'L', 'R', 0};

  private BodyLook() {}

  /** The words for what came; those of the reader where nothing better is known. */
  static String words(byte[] body, InputException cause) {
    boolean isOfProtobuf = cause.kind() == InputException.Kind.MALFORMED && cause.offset() >= 0;
    String look = isOfProtobuf ? of(body) : null;
    return look == null
        ? String.valueOf(cause.getMessage())
        : "the body looks like " + look + ", expected a pprof profile";
  }

  private static @Nullable String of(byte[] body) {
    if (Arrays.mismatch(body, JFR) == JFR.length) {
      return "a JFR recording, which plumbline convert makes a pprof profile of";
    }
    int start = 0;
    while (start < body.length && " \t\r\n".indexOf(body[start]) >= 0) {
      start++;
    }
    byte[] first = Arrays.copyOfRange(body, start, Math.min(body.length, start + SHOWN_BYTES));
    if (first.length == 0 || !isPrintable(first)) {
      return null;
    }
    String kind =
        switch (first[0]) {
          case '<' -> "HTML or XML";
          case '{', '[' -> "JSON";
          default -> "text";
        };
    return kind
        + " (\""
        + new String(first, StandardCharsets.US_ASCII).replaceAll("\\s+", " ")
        + "\")";
  }

  private static boolean isPrintable(byte[] bytes) {
    for (byte b : bytes) {
      if ((b < ' ' || b > '~') && "\t\r\n".indexOf(b) < 0) {
        return false;
      }
    }
    return true;
  }
}
