package dev.plumbline.export.sender;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.SampleCounts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * One encoded {@code ExportProfilesServiceRequest}, uncompressed, with the counts by which every
 * later hop accounts for it. Immutable: the bytes are handed over by their encoder and are only
 * read from then on.
 */
public final class ExportRequest {
  private final byte[] body;
  private final int length;
  private final int profileCount;
  private final SampleCounts samples;

  private ExportRequest(byte[] body, int length, int profileCount, SampleCounts samples) {
    this.body = requireNonNull(body, "body");
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
    return new ExportRequest(body, length, profileCount, samples);
  }

  /** The bytes, read-only. */
  public ByteBuffer body() {
    return ByteBuffer.wrap(body, 0, length).asReadOnlyBuffer();
  }

  /** Writes the bytes as they are, uncompressed. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(body, 0, length);
  }

  /** Uncompressed length in bytes. */
  public int length() {
    return length;
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
