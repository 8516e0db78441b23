package dev.plumbline.export.sender;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.SampleCounts;
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.Gzip;
import dev.plumbline.wire.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One encoded {@code ExportProfilesServiceRequest} with the counts by which every later hop
 * accounts for it: its bytes, the same bytes as gzip, or both. Immutable: the bytes are handed over
 * by their encoder or receiver and are only read from then on.
 */
public final class ExportRequest {
  private final byte @Nullable [] body;
  private final byte @Nullable [] gzip;
  private final int length;
  private final int profileCount;
  private final SampleCounts samples;

  private ExportRequest(
      byte @Nullable [] body,
      byte @Nullable [] gzip,
      int length,
      int profileCount,
      SampleCounts samples) {
    this.body = body;
    this.gzip = gzip;
    this.length = length;
    this.profileCount = profileCount;
    this.samples = requireNonNull(samples, "samples");
  }

  /**
   * Takes the array over without a copy; the caller forgets it.
   *
   * @param length bytes used, from the array's start
   * @param samples of the window that it stands for
   */
  public static ExportRequest takingOver(
      byte[] body, int length, int profileCount, SampleCounts samples) {
    return new ExportRequest(requireNonNull(body, "body"), null, length, profileCount, samples);
  }

  /**
   * Likewise of bytes that are compressed.
   *
   * @param gzip one member
   */
  public static ExportRequest ofGzip(byte[] gzip, int profileCount, SampleCounts samples) {
    int length = Gzip.saidLength(gzip);
    return new ExportRequest(null, gzip, length, profileCount, samples);
  }

  /**
   * The same, which need not be compressed to be sent so.
   *
   * @param compressed what these bytes came from
   */
  public ExportRequest withGzip(byte[] compressed) {
    return new ExportRequest(body, compressed, length, profileCount, samples);
  }

  /** The same as gzip alone, compressed here if it came without. */
  public ExportRequest compressed() {
    return body == null ? this : ofGzip(gzip(), profileCount, samples);
  }

  private byte[] gzip() {
    return gzip == null ? Gzip.deflate(requireNonNull(body, "body"), length) : gzip;
  }

  /** The bytes, read-only; inflated if only gzip is kept. */
  public ByteBuffer body() {
    try {
      return ByteBuffer.wrap(inflated(), 0, length).asReadOnlyBuffer();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private byte[] inflated() throws IOException {
    if (body != null) {
      return body;
    }
    try {
      return Gunzip.inflateKnown(requireNonNull(gzip, "gzip"), length);
    } catch (InputException broken) {
      throw new IOException("a request that was kept as gzip cannot be inflated", broken);
    }
  }

  /** Writes the bytes as they are, uncompressed. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(inflated(), 0, length);
  }

  /** Writes the bytes as gzip; compresses them if they did not come so. */
  public void writeGzipTo(OutputStream out) throws IOException {
    out.write(gzip());
  }

  /** Uncompressed length in bytes. */
  public int length() {
    return length;
  }

  /** The bytes by which it is kept, a copy: its gzip, if it has only that. */
  public byte[] kept() {
    return body == null ? requireNonNull(gzip, "gzip").clone() : Arrays.copyOf(body, length);
  }

  /** Length of {@link #kept}. */
  public int keptLength() {
    return body == null ? requireNonNull(gzip, "gzip").length : length;
  }

  public int profileCount() {
    return profileCount;
  }

  /** Samples of the window that it stands for: equal ones may have been added together in it. */
  public SampleCounts samples() {
    return samples;
  }

  @Override
  public String toString() {
    return "ExportRequest[" + length + " bytes, " + profileCount + " profiles, " + samples + "]";
  }
}
