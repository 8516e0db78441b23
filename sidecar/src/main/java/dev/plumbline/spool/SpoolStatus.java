package dev.plumbline.spool;

import static java.util.Objects.requireNonNull;

/**
 * How a spool goes, at one moment. Immutable.
 *
 * @param maxBytes its bound on disk
 * @param oldestUnixMillis when the oldest that is held was accepted; 0 if nothing is held
 * @param lastSuccessUnixMillis when the receiver last took something; 0 if it never did
 * @param lastFault of disk or receiver, in a line; empty without
 * @param lastFaultUnixMillis 0 without
 * @param isFaultOfDisk whether it was the disk's, of which the receiver knows nothing
 * @param writtenRequests that went to disk since the start, since the receiver did not take them at
 *     once
 * @param nextTryUnixMillis when what waits is tried again after that fault; 0 if nothing waits for
 *     it
 * @param corruptFiles that were set aside since the start
 */
public record SpoolStatus(
    long maxBytes,
    long oldestUnixMillis,
    long lastSuccessUnixMillis,
    String lastFault,
    long lastFaultUnixMillis,
    boolean isFaultOfDisk,
    long writtenRequests,
    long nextTryUnixMillis,
    int corruptFiles) {
  public SpoolStatus {
    requireNonNull(lastFault, "lastFault");
  }
}
