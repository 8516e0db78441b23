package dev.plumbline.receive;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.wire.InputException;
import java.util.Locale;

/** Bytes that could not be read, as an answer. Stateless. */
final class InputRefusal {
  private InputRefusal() {}

  /**
   * The answer.
   *
   * @param malformedStatus where the bytes are not what they should be
   */
  static RefusedException of(InputException cause, int malformedStatus) {
    int status =
        switch (cause.kind()) {
          case MALFORMED -> malformedStatus;
          case TOO_LARGE -> 413;
          case TOO_MANY -> 422;
          case UNSUPPORTED -> 400;
        };
    return new RefusedException(
        status, cause.kind().name().toLowerCase(Locale.ROOT), String.valueOf(cause.getMessage()));
  }
}
