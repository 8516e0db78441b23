/**
 * Profiles in files that match a pattern: which of them are new or changed since they were last
 * taken, which are still being written, and what becomes of those that were taken. What was taken
 * is remembered on disk, so that a restart takes nothing twice but what came in its last moments.
 * Confined to the loop that scrapes. Specification: section 1.5 of the receivers' study.
 */
@NullMarked
package dev.plumbline.profilefile;

import org.jspecify.annotations.NullMarked;
