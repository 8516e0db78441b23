package dev.plumbline.pprof;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** One encoded profile with what a person needs to name its file. Immutable. */
public final class PprofFile {
  private final String periodType;
  private final byte[] protobuf;
  private final int sampleCount;

  PprofFile(String periodType, byte[] protobuf, int sampleCount) {
    this.periodType = periodType;
    this.protobuf = protobuf;
    this.sampleCount = sampleCount;
  }

  /** Such as {@code cpu} or {@code memory}: profiles of one period type share a file. */
  public String periodType() {
    return periodType;
  }

  public int sampleCount() {
    return sampleCount;
  }

  /** The serialized {@code Profile}, uncompressed; a copy. */
  public byte[] protobuf() {
    return protobuf.clone();
  }

  /** As it stands on disk by convention: one gzip member. */
  public byte[] gzipped() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(protobuf.length / 2 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out, 8 << 10)) {
      gzip.write(protobuf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
