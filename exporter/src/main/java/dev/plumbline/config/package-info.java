/**
 * A configuration file as a tree with positions: sections whose keys are known, texts of scalars,
 * secrets that stand elsewhere, and which sections are ours (design §8). Whatever is wrong goes to
 * the problems, so that one run finds all. Reading is confined to the calling thread, at start and
 * when a file has changed.
 */
@NullMarked
package dev.plumbline.config;

import org.jspecify.annotations.NullMarked;
