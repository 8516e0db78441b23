package dev.plumbline.receive;

import dev.plumbline.listen.LargerThanSaidException;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.Request;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.wire.InputException;
import java.util.function.Function;

/**
 * Reads pushed profiles, which may be gzip within their body: as much as is allowed where the
 * request is handled alone, else as much as there is room for beside others. Thread-safe.
 */
final class RoomyReader {
  private final Reading whole;
  private final Reading besideOthers;

  /** Reads a body. */
  @FunctionalInterface
  interface Reading {
    PprofProfile read(byte[] body) throws InputException;
  }

  /**
   * @param reading within limits
   */
  RoomyReader(PprofLimits limits, Function<PprofLimits, Reading> reading) {
    this.whole = reading.apply(limits);
    int room = Math.min(limits.maxInflatedBytes(), ListenLimits.LARGE_BYTES);
    this.besideOthers = reading.apply(limits.withMaxInflatedBytes(room));
  }

  /**
   * @param body of that request, with its content encoding undone
   * @throws LargerThanSaidException if it is too much beside other requests
   */
  PprofProfile read(Request request, byte[] body) throws InputException {
    if (request.isAlone()) {
      return whole.read(body);
    }
    try {
      return besideOthers.read(body);
    } catch (InputException e) {
      if (e.kind() == InputException.Kind.TOO_LARGE) {
        throw new LargerThanSaidException();
      }
      throw e;
    }
  }
}
