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
    return of(cause, malformedStatus, String.valueOf(cause.getMessage()));
  }

  /** As the other, of a body that should be a pprof profile. */
  static RefusedException ofPprof(InputException cause, int malformedStatus, byte[] body) {
    return of(cause, malformedStatus, BodyLook.words(body, cause));
  }

  private static RefusedException of(InputException cause, int malformedStatus, String words) {
    int status =
        switch (cause.kind()) {
          case MALFORMED -> malformedStatus;
          case TOO_LARGE -> 413;
          case TOO_MANY -> 422;
          case UNSUPPORTED -> 400;
        };
    return new RefusedException(status, cause.kind().name().toLowerCase(Locale.ROOT), words);
  }
}
