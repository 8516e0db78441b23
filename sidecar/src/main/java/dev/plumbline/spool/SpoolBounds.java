package dev.plumbline.spool;

import dev.plumbline.export.settings.QueuePolicy;

/**
 * How much one exporter's queue on disk holds, and what it gives up above that. Immutable.
 *
 * @param maxBytes of requests as they are written
 * @param maxRows requests, at most {@value #MAX_ROWS}
 */
record SpoolBounds(long maxBytes, int maxRows, QueuePolicy policy) {
  /** Rows cost memory, whatever their size. */
  static final int MAX_ROWS = 50_000;

  /** What does not fit is refused, and nothing that was taken is given up for it. */
  boolean refusesTheNewest() {
    return policy == QueuePolicy.DROP_NEWEST;
  }

  /** Whether that much more fits; one request alone may be larger than all that is allowed. */
  boolean holds(int rows, long bytes, int added) {
    return rows == 0 || (rows < maxRows && bytes + added <= maxBytes);
  }
}
