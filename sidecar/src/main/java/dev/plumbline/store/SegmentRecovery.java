package dev.plumbline.store;

import dev.plumbline.fault.FaultText;
import dev.plumbline.store.SegmentCatalog.Entry;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentBounds;
import dev.plumbline.store.segment.SegmentFault;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes what an earlier process left readable. What is corrupt is set aside; what another program
 * or the file system keeps from us stays where it is and is tried again. Confined to the writer's
 * thread, once that runs.
 */
final class SegmentRecovery {
  private static final Logger logger = Logger.getLogger(SegmentRecovery.class.getName());

  private final StoreDirectory directory;
  private final SegmentCatalog catalog;
  private final StoreAccount account;
  private List<Segment> unread = new ArrayList<>();

  SegmentRecovery(StoreDirectory directory, SegmentCatalog catalog, StoreAccount account) {
    this.directory = directory;
    this.catalog = catalog;
    this.account = account;
  }

  /** The largest number of a file; 0 without one. */
  long recover() throws StoreException {
    try {
      List<Segment> found = directory.segments();
      for (Segment segment : found) {
        recover(segment, Level.WARNING);
      }
      return found.isEmpty() ? 0 : found.get(found.size() - 1).number();
    } catch (IOException e) {
      throw new StoreException(
          "the store in " + directory.path() + " cannot be listed: " + FaultText.reason(e), e);
    }
  }

  /** Reads what could not be read before, if it can be now. */
  void tryAgain() {
    List<Segment> before = unread;
    unread = new ArrayList<>();
    for (Segment segment : before) {
      recover(segment, Level.FINE);
    }
  }

  /** On disk, of files that could not be read yet. */
  long unreadBytes() {
    return unread.stream().mapToLong(Segment::bytes).sum();
  }

  private void recover(Segment segment, Level level) {
    try {
      if (segment.isEmpty()) {
        segment.delete();
        return;
      }
      boolean isSealed = !segment.hasLog() || segment.seal();
      SegmentBounds bounds = segment.readBounds();
      if (bounds.windows() > 0) {
        catalog.put(segment, bounds, isSealed ? segment.bytes() : Entry.GROWING);
      } else {
        segment.delete();
      }
    } catch (SQLException e) {
      if (SegmentFault.of(e).mayPass()) {
        keepForLater(segment, e, level);
      } else {
        setAside(segment, 0, e);
      }
    } catch (CorruptSegmentException e) {
      setAside(segment, 0, e);
    } catch (IOException e) {
      keepForLater(segment, e, level);
    }
  }

  private void keepForLater(Segment segment, Exception cause, Level level) {
    unread.add(segment);
    logger.log(
        level, "store: " + segment.path() + " cannot be read now: " + FaultText.reason(cause));
  }

  /**
   * Takes a segment that cannot be read out of the way.
   *
   * @param windows that it held, as far as that is known
   */
  void setAside(Segment corrupt, long windows, Exception cause) {
    catalog.remove(corrupt);
    account.corruptFile(windows);
    logger.log(
        Level.WARNING,
        "store: " + corrupt.path() + " is corrupt and set aside: " + FaultText.reason(cause));
    try {
      directory.setAside(corrupt);
    } catch (IOException e) {
      logger.log(
          Level.WARNING,
          "store: " + corrupt.path() + " cannot be set aside: " + FaultText.reason(e));
    }
  }
}
