/**
 * Chunks before anything believes them (hop 1): finished ones are found in a growing file, and each
 * is walked once against bounds before the reader sees it, since recordings of other tools come in
 * too. Knows no event's meaning. Confined to the thread that decodes (§3.3 and §4 of the agent
 * study).
 */
@NullMarked
package dev.plumbline.jfr.chunk;

import org.jspecify.annotations.NullMarked;
