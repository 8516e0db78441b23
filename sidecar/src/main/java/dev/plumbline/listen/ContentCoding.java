package dev.plumbline.listen;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.plumbline.fault.FaultText;
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedInputStream;

/** How a body is compressed, with bounds on what comes out. */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  /** Zlib's format, as HTTP's "deflate" and "zlib" mean it. */
  ZLIB,
  ZSTD,
  /** One block, as the Collector means it; a framed stream of that name is read too. */
  SNAPPY,
  /** Snappy's framed stream. */
  SNAPPY_FRAMED,
  /** LZ4's frame. */
  LZ4;

  /** Inflated to wire bytes: more than this is no profile, but something made to blow up. */
  public static final int MAX_RATIO = 100;

  /** Up to here any ratio is taken. */
  public static final int RATIO_FREE_BYTES = 1 << 20;

  private static final byte[] SNAPPY_STREAM = {(byte) 0xff, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'};

  /**
   * @param name as in {@code Content-Encoding} or {@code grpc-encoding}; empty means none
   * @return null for one that is not known
   */
  public static @Nullable ContentCoding of(String name) {
    return switch (name.trim().toLowerCase(Locale.ROOT)) {
      case "", "identity", "none" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "deflate", "zlib" -> ZLIB;
      case "zstd" -> ZSTD;
      case "snappy" -> SNAPPY;
      case "x-snappy-framed" -> SNAPPY_FRAMED;
      case "lz4" -> LZ4;
      default -> null;
    };
  }

  /**
   * The body of that request, inflated as its {@code Content-Encoding} says.
   *
   * @param unknownStatus the answer to an encoding that is not known
   */
  public static byte[] body(Request request, int maxBytes, int unknownStatus)
      throws RefusedException {
    String name = request.header("content-encoding");
    ContentCoding coding = of(name == null ? "" : name);
    if (coding == null) {
      throw new RefusedException(
          unknownStatus,
          "encoding",
          "unsupported Content-Encoding \""
              + name
              + "\", expected gzip, zstd, zlib, deflate, snappy, x-snappy-framed, lz4 or none");
    }
    return coding.inflate(request, request.body(), maxBytes);
  }

  /**
   * What bytes of that request hold.
   *
   * @throws LargerThanSaidException if that is too much beside other requests
   */
  public byte[] inflate(Request request, byte[] bytes, int maxBytes) throws RefusedException {
    int room = request.room(maxBytes);
    try {
      return inflate(bytes, room);
    } catch (RefusedException e) {
      if (room < maxBytes && e.status() == 413) {
        throw new LargerThanSaidException();
      }
      throw e;
    }
  }

  /** Whether these bytes begin as a gzip member does. */
  public static boolean looksGzipped(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
  }

  /**
   * What the bytes hold; the same array if nothing is to be undone.
   *
   * @param maxBytes of the result; more is refused with 413, and so is a ratio above {@link
   *     #MAX_RATIO} past {@link #RATIO_FREE_BYTES}
   */
  public byte[] inflate(byte[] bytes, int maxBytes) throws RefusedException {
    if (this == IDENTITY) {
      checkSize(bytes.length, maxBytes);
      return bytes;
    }
    long mostByRatio = Math.max(RATIO_FREE_BYTES, (long) bytes.length * MAX_RATIO);
    if (this == GZIP) {
      return gunzip(bytes, maxBytes, mostByRatio);
    }
    int most = (int) Math.min(maxBytes, mostByRatio);
    try (InputStream in = open(bytes, most)) {
      byte[] inflated = in.readNBytes(most);
      if (inflated.length == most && in.read() >= 0) {
        throw most < maxBytes ? ratio(bytes.length) : size(maxBytes);
      }
      return inflated;
    } catch (EOFException e) {
      throw malformed("ends early", e);
    } catch (ZipException e) {
      throw malformed("is broken", e);
    } catch (IOException e) {
      throw malformed("is broken", e);
    }
  }

  private static byte[] gunzip(byte[] bytes, int maxBytes, long mostByRatio)
      throws RefusedException {
    try {
      return Gunzip.inflate(bytes, maxBytes);
    } catch (InputException e) {
      if (e.kind() == InputException.Kind.TOO_LARGE) {
        throw mostByRatio < maxBytes ? ratio(bytes.length) : size(maxBytes);
      }
      throw GZIP.malformed("is broken", e);
    }
  }

  private InputStream open(byte[] bytes, int most) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    return switch (this) {
      case IDENTITY, GZIP -> in;
      case ZLIB -> new InflaterInputStream(in);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
      case SNAPPY -> isFramed(bytes) ? new SnappyFramedInputStream(in) : block(bytes, most);
      case SNAPPY_FRAMED -> new SnappyFramedInputStream(in);
      case LZ4 -> new LZ4FrameInputStream(in);
    };
  }

  private static boolean isFramed(byte[] bytes) {
    return Arrays.mismatch(bytes, SNAPPY_STREAM) == SNAPPY_STREAM.length
        || Arrays.equals(bytes, SNAPPY_STREAM);
  }

  /**
   * A block says its length first, so that nothing has to be inflated to see that it is too long.
   */
  private static InputStream block(byte[] bytes, int most) throws IOException {
    int length = Snappy.uncompressedLength(bytes);
    if (length > most) {
      return new EndlessZeros();
    }
    return new ByteArrayInputStream(Snappy.uncompress(bytes));
  }

  /** Stands for a block that is too long: whatever the bound, it is reached. */
  private static final class EndlessZeros extends InputStream {
    @Override
    public int read() {
      return 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      Arrays.fill(bytes, offset, offset + length, (byte) 0);
      return length;
    }
  }

  private static void checkSize(int length, int maxBytes) throws RefusedException {
    if (length > maxBytes) {
      throw size(maxBytes);
    }
  }

  private static RefusedException size(int maxBytes) {
    return new RefusedException(
        413, "inflated_size", "the body has more than " + maxBytes + " bytes inflated");
  }

  private static RefusedException ratio(int length) {
    return new RefusedException(
        413,
        "inflated_ratio",
        "the body of " + length + " bytes inflates more than " + MAX_RATIO + " times");
  }

  /** As senders name it. */
  private String word() {
    return switch (this) {
      case ZLIB -> "zlib (deflate)";
      case SNAPPY_FRAMED -> "x-snappy-framed";
      default -> name().toLowerCase(Locale.ROOT);
    };
  }

  /** Whether its library's messages say something to senders, and not to Java programmers alone. */
  private boolean isPlain() {
    return this == GZIP || this == ZLIB || this == ZSTD;
  }

  private RefusedException malformed(String what, Exception cause) {
    return new RefusedException(
        400,
        "encoding_broken",
        "the " + word() + " body " + what + (isPlain() ? ": " + FaultText.ofForeign(cause) : ""));
  }
}
