package dev.plumbline.format;

import dev.plumbline.format.legacy.CpuProfile;
import dev.plumbline.format.legacy.LegacyProfile;
import dev.plumbline.format.legacy.LegacyText;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;

/**
 * What senders push as pprof: {@code profile.proto}, and what came before it, since Go's parser, on
 * which the Collector's receiver stands, takes that too. Thread-safe.
 */
public final class PushedProfileReader {
  private final PprofReader reader;
  private final int maxInflatedBytes;

  private PushedProfileReader(PprofLimits limits) {
    this.reader = PprofReader.of(limits);
    this.maxInflatedBytes = limits.maxInflatedBytes();
  }

  public static PushedProfileReader of(PprofLimits limits) {
    return new PushedProfileReader(limits);
  }

  /**
   * The profile in that body, which may be gzip.
   *
   * @throws InputException malformed, or above a limit
   */
  public PprofProfile read(byte[] body) throws InputException {
    byte[] bytes = Gunzip.isGzip(body) ? Gunzip.inflate(body, maxInflatedBytes) : body;
    if (bytes.length > maxInflatedBytes) {
      return reader.read(bytes); // which refuses it
    }
    LegacyProfile cpu = CpuProfile.read(bytes);
    if (cpu != null) {
      return cpu.profile();
    }
    if (ProfileFileReader.isText(bytes)) {
      TextLines lines = new TextLines(bytes);
      if (LegacyText.matches(lines)) {
        return LegacyText.read(lines).profile();
      }
    }
    return reader.read(bytes);
  }
}
