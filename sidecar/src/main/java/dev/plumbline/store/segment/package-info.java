/**
 * One file of the store: an SQLite database with windows, their samples and the dictionary that
 * these refer to ({@code dev.plumbline.store.dictionary}). A file is written by one thread, read by
 * any, and never changed once it is sealed.
 */
@NullMarked
package dev.plumbline.store.segment;

import org.jspecify.annotations.NullMarked;
