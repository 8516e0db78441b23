package dev.plumbline.store;

import org.jspecify.annotations.Nullable;

/**
 * What the store holds now. Immutable.
 *
 * @param bytes on disk, logs and files set aside included
 * @param windows profiles that can be read
 * @param firstStartUnixNanos null if there is none
 * @param endUnixNanos end of the last window; null if there is none
 * @param lastError what made the last write fail, null since one succeeded
 * @param queuedBytes of memory that windows take which wait to be written, about
 */
public record StoreStatus(
    StoreSettings settings,
    long bytes,
    long windows,
    @Nullable Long firstStartUnixNanos,
    @Nullable Long endUnixNanos,
    @Nullable String lastError,
    long queuedBytes,
    StoreCounts counts) {}
