package dev.plumbline.format;

import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One pprof file out of several: a file knows one period, so what was measured with several periods
 * is several files, of which one is written. Stateless.
 */
public final class PprofSelection {
  private PprofSelection() {}

  /**
   * The file, as one gzip member.
   *
   * @param type a sample type of the file that is meant; null if there is but one
   * @throws InputException if there are several and the type does not choose one
   */
  public static byte[] of(List<PprofProfile> profiles, @Nullable String type)
      throws InputException {
    List<PprofProfile> found = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (PprofProfile profile : profiles) {
      boolean has = type == null;
      for (int i = 0; i < profile.sampleTypeCount(); i++) {
        String name = profile.string(profile.sampleType(i));
        names.add(name);
        has |= name.equals(type);
      }
      if (has) {
        found.add(profile);
      }
    }
    if (found.size() != 1) {
      throw new InputException(
          InputException.Kind.UNSUPPORTED,
          -1,
          "the profile is "
              + profiles.size()
              + " pprof files, one for each period; choose one by --type "
              + String.join(", ", names));
    }
    return gzipped(found.get(0).toProtobuf());
  }

  private static byte[] gzipped(byte[] protobuf) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(protobuf.length / 2 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out, 8 << 10)) {
      gzip.write(protobuf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
