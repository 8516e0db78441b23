package dev.plumbline.scan;

import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentReader;
import dev.plumbline.store.segment.SegmentReader.Fingerprint;
import java.sql.SQLException;

/**
 * A number for the windows of a range: files are only added to and only leave whole, so number,
 * count and ids of each file's windows in the range name them. Stateless.
 */
public final class RangeFingerprint {
  private RangeFingerprint() {}

  public static long of(ProfileStore store, Selection selection) {
    long hash = 17;
    long from = selection.fromUnixNanos();
    long until = selection.untilUnixNanos();
    for (Segment segment : store.segments(from, until)) {
      try (SegmentReader reader = SegmentReader.open(segment.path())) {
        Fingerprint windows = reader.fingerprint(from, until);
        if (windows.windows() > 0) {
          hash = mixed(hash, segment.number());
          hash = mixed(hash, windows.windows());
          hash = mixed(hash, windows.idSum());
        }
      } catch (SQLException | CorruptSegmentException ignored) {
        // The query itself will meet it and say what it is.
        hash = mixed(hash, -segment.number());
      }
    }
    return hash;
  }

  private static long mixed(long hash, long value) {
    long sum = (hash ^ value) * 0x9e3779b97f4a7c15L;
    return sum ^ sum >>> 29;
  }
}
