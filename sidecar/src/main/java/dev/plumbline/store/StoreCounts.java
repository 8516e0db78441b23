package dev.plumbline.store;

import java.util.Map;

/**
 * A moment of the store's account, in samples but where said otherwise: accepted = stored + the
 * dropped + held. Immutable.
 *
 * @param corruptFiles files that were set aside
 * @param lostWindows windows that stood in those
 * @param expiredWindows windows that left by age or for room
 */
public record StoreCounts(
    long accepted,
    long stored,
    Map<StoreDrop, Long> dropped,
    long held,
    long corruptFiles,
    long lostWindows,
    long expiredWindows) {}
