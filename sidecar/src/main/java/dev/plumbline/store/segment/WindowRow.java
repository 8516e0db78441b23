package dev.plumbline.store.segment;

/**
 * One profile of one window, without its samples. Immutable.
 *
 * @param series number of its series
 * @param startUnixNanos start of the interval; alone decides which range holds the window
 * @param coveredNanos time that the values speak for: the interval, or for a snapshot of a moment
 *     the time since the one before
 * @param total sum of the values, in the unit of the type as it was sent
 */
public record WindowRow(
    long id, int series, long startUnixNanos, long coveredNanos, long total, int sampleCount) {}
