package dev.plumbline.wire;

import dev.plumbline.wire.InputException.Kind;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Gzip from an array into an array, all members one after another, each with its check sum, in
 * memory that the limit bounds. Stateless.
 */
public final class Gunzip {
  /** Inflated bytes from which on the ratio is looked at: small bodies may be very repetitive. */
  public static final int RATIO_FROM_BYTES = 1 << 20;

  /** Most inflated bytes for one byte, past {@link #RATIO_FROM_BYTES}. */
  public static final int MAX_RATIO = 100;

  private static final long LIKELY_RATIO = 16;
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;

  private Gunzip() {}

  /** Whether the bytes begin as gzip does. */
  public static boolean isGzip(byte[] bytes) {
    return bytes.length > 2 && (bytes[0] & 0xFF) == 0x1F && (bytes[1] & 0xFF) == 0x8B;
  }

  /**
   * @param maxBytes most bytes after inflation
   * @throws InputException malformed, or too large by the limit or by the ratio
   */
  public static byte[] inflate(byte[] bytes, int maxBytes) throws InputException {
    Bounds bounds = new Bounds(bytes.length, maxBytes, (long) MAX_RATIO * bytes.length);
    return inflate(bytes, bounds, (int) Math.min(maxBytes, expectedBytes(bytes)));
  }

  /**
   * What we compressed, or found to be that long, ourselves.
   *
   * @throws InputException malformed, or longer
   */
  public static byte[] inflateKnown(byte[] bytes, int length) throws InputException {
    return inflate(bytes, new Bounds(bytes.length, length, Long.MAX_VALUE), length);
  }

  /**
   * What the last member says, as far as a usual ratio makes it likely: an array that fits is not
   * made twice.
   */
  private static long expectedBytes(byte[] bytes) {
    long said = bytes.length < TRAILER_BYTES ? 0 : littleEndian(bytes, bytes.length - 4);
    return said > 0 && said <= bytes.length * LIKELY_RATIO
        ? said
        : Math.max(4096L, bytes.length * 4L);
  }

  private static byte[] inflate(byte[] bytes, Bounds bounds, int firstBytes) throws InputException {
    Inflater inflater = new Inflater(true);
    try {
      byte[] out = new byte[firstBytes];
      int length = 0;
      int position = 0;
      do {
        position = header(bytes, position);
        inflater.reset();
        inflater.setInput(bytes, position, bytes.length - position);
        int memberStart = length;
        while (!inflater.finished()) {
          if (length == out.length) {
            out = larger(out, bounds.maxBytes);
          }
          int inflated = inflate(inflater, out, length, position);
          length += inflated;
          bounds.check(length);
        }
        position = bytes.length - inflater.getRemaining();
        checkTrailer(bytes, position, out, memberStart, length);
        position += TRAILER_BYTES;
      } while (position < bytes.length);
      return length == out.length ? out : Arrays.copyOf(out, length);
    } finally {
      inflater.end();
    }
  }

  private static int inflate(Inflater inflater, byte[] out, int length, int position)
      throws InputException {
    try {
      int inflated = inflater.inflate(out, length, out.length - length);
      if (inflated == 0 && !inflater.finished()) {
        throw InputException.malformed(
            position + inflater.getBytesRead(), "gzip data ends early or asks for a dictionary");
      }
      return inflated;
    } catch (DataFormatException e) {
      throw InputException.malformed(
          position + inflater.getBytesRead(), "gzip data is broken: " + e.getMessage());
    }
  }

  /** A byte more than the limit is enough to know that there is more. */
  private static byte[] larger(byte[] out, int maxBytes) {
    return Arrays.copyOf(out, (int) Math.min(maxBytes + 1L, Math.max(out.length * 2L, 4096L)));
  }

  /** What may come out of that many bytes. Immutable. */
  private static final class Bounds {
    private final int deflated;
    private final int maxBytes;
    private final long maxByRatio;

    Bounds(int deflated, int maxBytes, long maxByRatio) {
      this.deflated = deflated;
      this.maxBytes = maxBytes;
      this.maxByRatio = maxByRatio;
    }

    void check(int inflated) throws InputException {
      if (inflated > maxBytes) {
        throw new InputException(
            Kind.TOO_LARGE, -1, "body inflates to more than " + maxBytes + " bytes");
      }
      if (inflated > RATIO_FROM_BYTES && inflated > maxByRatio) {
        throw new InputException(
            Kind.TOO_LARGE,
            -1,
            deflated + " bytes inflate to more than " + MAX_RATIO + " times their length");
      }
    }
  }

  /** Where the deflated data begins. */
  private static int header(byte[] bytes, int start) throws InputException {
    if (bytes.length - start < HEADER_BYTES + TRAILER_BYTES
        || (bytes[start] & 0xFF) != 0x1F
        || (bytes[start + 1] & 0xFF) != 0x8B
        || bytes[start + 2] != 8) {
      throw InputException.malformed(start, "no gzip header");
    }
    int flags = bytes[start + 3];
    int position = start + HEADER_BYTES;
    if ((flags & FLAG_EXTRA) != 0) {
      checkLength(bytes, position + 2);
      position += 2 + (bytes[position] & 0xFF) + ((bytes[position + 1] & 0xFF) << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      position = afterZero(bytes, position);
    }
    if ((flags & FLAG_COMMENT) != 0) {
      position = afterZero(bytes, position);
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      position += 2;
    }
    checkLength(bytes, position);
    return position;
  }

  private static int afterZero(byte[] bytes, int start) throws InputException {
    int position = start;
    while (position < bytes.length && bytes[position] != 0) {
      position++;
    }
    checkLength(bytes, position + 1);
    return position + 1;
  }

  private static void checkLength(byte[] bytes, int position) throws InputException {
    if (position > bytes.length) {
      throw InputException.malformed(bytes.length, "gzip header ends early");
    }
  }

  private static void checkTrailer(byte[] bytes, int position, byte[] out, int from, int to)
      throws InputException {
    if (bytes.length - position < TRAILER_BYTES) {
      throw InputException.malformed(position, "gzip data has no check sum");
    }
    CRC32 crc = new CRC32();
    crc.update(out, from, to - from);
    if (littleEndian(bytes, position) != (int) crc.getValue()
        || littleEndian(bytes, position + 4) != to - from) {
      throw InputException.malformed(position, "gzip check sum or length does not match");
    }
  }

  private static int littleEndian(byte[] bytes, int at) {
    return (bytes[at] & 0xFF)
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | bytes[at + 3] << 24;
  }
}
