/**
 * Frames of HotSpot, read from outside the process: nothing is loaded into the target and it needs
 * no flag. Layouts come from the {@code gHotSpotVMStructs} that every libjvm exports, variants are
 * chosen by the presence of fields, never by version (§6 of the host study). All memory of a target
 * is treated as hostile: every length is bounded, every pointer may lead nowhere. One thread reads
 * targets, never the one that drains samples.
 */
@NullMarked
package dev.plumbline.jvm;

import org.jspecify.annotations.NullMarked;
