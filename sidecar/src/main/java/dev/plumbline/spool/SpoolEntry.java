package dev.plumbline.spool;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;

/**
 * One request on disk. Immutable.
 *
 * @param id its place in the order; grows
 * @param acceptedUnixMillis when it was taken in
 * @param level in which it is encoded
 */
record SpoolEntry(long id, long acceptedUnixMillis, OtlpLevel level, ExportRequest request) {
  SpoolEntry {
    requireNonNull(level, "level");
    requireNonNull(request, "request");
  }
}
