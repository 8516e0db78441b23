package dev.plumbline.store.segment;

import dev.plumbline.store.dictionary.CorruptSegmentException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates parts of a dictionary within a bound. Confined to one thread; {@link #end()} frees. */
final class Inflation {
  /** A writer's part is far smaller: a window's new names. */
  private static final long MAX_PART_BYTES = 256L << 20;

  private final Inflater inflater = new Inflater();

  byte[] inflate(byte[] deflated, long rawBytes) throws CorruptSegmentException {
    if (rawBytes < 0 || rawBytes > MAX_PART_BYTES || rawBytes / 1100 > deflated.length) {
      throw new CorruptSegmentException(
          "a part of " + deflated.length + " bytes claims to hold " + rawBytes);
    }
    byte[] raw = new byte[(int) rawBytes];
    inflater.reset();
    inflater.setInput(deflated);
    try {
      int length = 0;
      while (length < raw.length && !inflater.needsInput() && !inflater.needsDictionary()) {
        length += inflater.inflate(raw, length, raw.length - length);
      }
      // The end of the stream holds the checksum over all that was read.
      inflater.inflate(new byte[1]);
      if (length != raw.length || !inflater.finished()) {
        throw new CorruptSegmentException("a part of the dictionary is not whole");
      }
    } catch (DataFormatException e) {
      throw new CorruptSegmentException("a part of the dictionary cannot be inflated", e);
    }
    return raw;
  }

  void end() {
    inflater.end();
  }
}
