package dev.plumbline.format;

import dev.plumbline.format.legacy.CpuProfile;
import dev.plumbline.format.legacy.LegacyProfile;
import dev.plumbline.format.legacy.LegacyText;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;

/**
 * Reads a profile whose format its content tells, whatever its name. Gzip around any format is
 * undone. Binary formats are tried from the strictest to the laxest; text is pprof's old text, perf
 * script or folded stacks. Thread-safe.
 */
public final class ProfileFileReader {
  private static final int JFR_MAGIC = 0x464C5200;
  private static final String SENDER = "file";
  private static final int LOOKED_AT_BYTES = 4_096;

  private final PprofLimits pprofLimits;
  private final OtlpLimits otlpLimits;

  private ProfileFileReader(int maxBytes) {
    this.pprofLimits = PprofLimits.FILE.withMaxInflatedBytes(maxBytes);
    this.otlpLimits = OtlpLimits.FILE.withMaxBytes(maxBytes);
  }

  /**
   * @param maxBytes most bytes of a file after inflation
   */
  public static ProfileFileReader of(int maxBytes) {
    return new ProfileFileReader(maxBytes);
  }

  /**
   * @throws InputException if no format reads the bytes; the message says which one came closest
   */
  public ReadProfile read(byte[] file) throws InputException {
    byte[] bytes =
        Gunzip.isGzip(file) ? Gunzip.inflate(file, pprofLimits.maxInflatedBytes()) : file;
    if (bytes.length == 0) {
      throw InputException.malformed(0, "the file is empty");
    }
    if (isJfr(bytes)) {
      return JfrFileReader.read(bytes);
    }
    if (isText(bytes)) {
      return text(bytes);
    }
    return binary(bytes);
  }

  private ReadProfile binary(byte[] bytes) throws InputException {
    LegacyProfile cpu = CpuProfile.read(bytes);
    if (cpu != null) {
      return legacy(cpu);
    }
    InputException ofPprof;
    try {
      PprofProfile profile = PprofReader.of(pprofLimits).read(bytes);
      List<String> notes = profile.sampleCount() == 0 ? List.of("the profile is empty") : List.of();
      return new ReadProfile.OfPprof("pprof", profile, notes);
    } catch (InputException e) {
      if (e.offset() < 0) { // read to its end, so it can be nothing else
        throw new InputException(e.kind(), -1, "a broken pprof profile: " + e.getMessage());
      }
      ofPprof = e;
    }
    try {
      OtlpRequest request = LevelFinder.of(otlpLimits, Clock.systemUTC()).decode(bytes, SENDER);
      if (request.profileCount() > 0) {
        return new ReadProfile.OfOtlp(
            "OTLP " + request.level().text(), request, ByteBuffer.wrap(bytes), List.of());
      }
    } catch (InputException e) {
      if (e.offset() > ofPprof.offset()) {
        throw new InputException(
            e.kind(), -1, "no profile that we know; as OTLP " + e.getMessage());
      }
    }
    throw new InputException(
        ofPprof.kind(), -1, "no profile that we know; as pprof " + ofPprof.getMessage());
  }

  private ReadProfile text(byte[] bytes) throws InputException {
    TextLines lines = new TextLines(bytes);
    if (lines.firstCharacter() == '{') {
      OtlpJson json = OtlpJson.read(bytes);
      OtlpRequest request = OtlpDecoder.of(json.level(), otlpLimits).decode(json.protobuf());
      return new ReadProfile.OfOtlp(
          "OTLP JSON", request, ByteBuffer.wrap(json.protobuf()), List.of());
    }
    if (LegacyText.matches(lines)) {
      return legacy(LegacyText.read(lines));
    }
    if (PerfScript.matches(lines)) {
      return PerfScript.read(lines);
    }
    return FoldedStacks.read(lines);
  }

  private static ReadProfile legacy(LegacyProfile read) {
    return new ReadProfile.OfPprof(read.format(), read.profile(), read.notes());
  }

  private static boolean isJfr(byte[] bytes) {
    return bytes.length > 4
        && bytes[0] == (byte) (JFR_MAGIC >>> 24)
        && bytes[1] == (byte) (JFR_MAGIC >>> 16)
        && bytes[2] == (byte) (JFR_MAGIC >>> 8)
        && bytes[3] == (byte) JFR_MAGIC;
  }

  /** No control characters but tabs and ends of lines where the file begins. */
  static boolean isText(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, LOOKED_AT_BYTES); i++) {
      if (bytes[i] >= 0 && bytes[i] < ' ' && "\t\n\r\f".indexOf(bytes[i]) < 0) {
        return false;
      }
    }
    return true;
  }
}
