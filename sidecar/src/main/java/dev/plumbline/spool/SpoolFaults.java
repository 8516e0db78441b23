package dev.plumbline.spool;

import java.time.Clock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The last trouble of a spool, with disk or receiver; what is not the receiver's is logged once a
 * minute at most. Written by the spool's thread, read by any.
 */
final class SpoolFaults {
  private static final long LOG_PAUSE_MILLIS = 60_000;

  private static final Logger logger = Logger.getLogger(SpoolFaults.class.getName());

  private final String exporter;
  private final Clock clock;
  private long lastLogMillis;
  private volatile String last = "";
  private volatile long lastMillis;

  SpoolFaults(String exporter, Clock clock) {
    this.exporter = exporter;
    this.clock = clock;
  }

  /** Something that is not the disk's. */
  void note(String what) {
    last = what;
    lastMillis = clock.millis();
  }

  void ofMemory(long samples) {
    tell("no memory to encode " + samples + " samples, which are lost");
  }

  void ofDisk(String what, Exception cause) {
    tell(SpoolStatus.OF_DISK + what + ": " + cause.getMessage());
  }

  private void tell(String what) {
    note(what);
    if (lastMillis - lastLogMillis >= LOG_PAUSE_MILLIS) {
      lastLogMillis = lastMillis;
      logger.log(Level.WARNING, () -> "exporter " + exporter + ": " + last);
    }
  }

  /** In a line; empty without. */
  String last() {
    return last;
  }

  /** When that was; 0 without. */
  long lastUnixMillis() {
    return lastMillis;
  }
}
