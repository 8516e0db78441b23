/**
 * What the samples of one file refer to: texts, attribute sets, functions, frames, and stack traces
 * as a tree of nodes; its binary form, and the reading of it. What is read is foreign: every count
 * and index is checked before use.
 */
@NullMarked
package dev.plumbline.store.dictionary;

import org.jspecify.annotations.NullMarked;
