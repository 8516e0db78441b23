package dev.plumbline.scan;

import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentFault;
import dev.plumbline.store.segment.SegmentReader;
import java.nio.file.Files;
import java.sql.SQLException;

/** Goes through the segments of a range, one open at a time. Stateless. */
public final class RangeScan {
  private RangeScan() {}

  /** Takes one segment after the other; what it did before a failure may be incomplete. */
  public interface Visitor {
    void segment(SegmentScan segment) throws SQLException, CorruptSegmentException;
  }

  /**
   * @return segments that could not be read: they were set aside
   */
  public static int scan(ProfileStore store, long fromNanos, long untilNanos, Visitor visitor) {
    int lost = 0;
    for (Segment segment : store.segments(fromNanos, untilNanos)) {
      try (SegmentReader reader = SegmentReader.open(segment.path())) {
        visitor.segment(SegmentScan.of(segment, reader, fromNanos, untilNanos));
      } catch (CorruptSegmentException e) {
        store.setAside(segment, e);
        lost++;
      } catch (SQLException e) {
        lost += afterFailure(store, segment, e);
      } finally {
        store.boundDictionaries();
      }
    }
    return lost;
  }

  private static int afterFailure(ProfileStore store, Segment segment, SQLException e) {
    if (SegmentFault.of(e) == SegmentFault.CORRUPT) {
      store.setAside(segment, e);
      return 1;
    }
    if (!Files.exists(segment.path())) {
      // It expired between the list and the look.
      return 0;
    }
    throw new StoreReadException(segment + " cannot be read: " + e.getMessage(), e);
  }
}
