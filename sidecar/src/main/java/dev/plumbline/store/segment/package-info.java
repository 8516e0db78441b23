/**
 * One file of the store: an SQLite database with windows, their samples and the dictionary that
 * these refer to (strings, functions, frames, stack traces as a tree). A file is written by one
 * thread, read by any, and never changed once it is sealed. What is read from it is foreign: every
 * count and index is checked before use.
 */
@NullMarked
package dev.plumbline.store.segment;

import org.jspecify.annotations.NullMarked;
