package dev.plumbline.spool;

import dev.plumbline.fault.FaultText;
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
  private volatile boolean isOfDisk;

  SpoolFaults(String exporter, Clock clock) {
    this.exporter = exporter;
    this.clock = clock;
  }

  /** Something that is not the disk's. */
  void note(String what) {
    note(what, false);
  }

  private void note(String what, boolean ofDisk) {
    last = what;
    isOfDisk = ofDisk;
    lastMillis = clock.millis();
  }

  void ofMemory(long samples) {
    tell("no memory to encode " + samples + " samples, which are lost", false);
  }

  void ofDisk(String what, Exception cause) {
    tell("queue on disk " + what + ": " + FaultText.of(cause), true);
  }

  private void tell(String what, boolean ofDisk) {
    note(what, ofDisk);
    if (lastMillis - lastLogMillis >= LOG_PAUSE_MILLIS) {
      lastLogMillis = lastMillis;
      logger.log(Level.WARNING, () -> "exporter " + exporter + ": " + last);
    }
  }

  /** In a line; empty without. */
  String last() {
    return last;
  }

  /** Whether it was the disk's. */
  boolean isOfDisk() {
    return isOfDisk;
  }

  /** When that was; 0 without. */
  long lastUnixMillis() {
    return lastMillis;
  }
}
