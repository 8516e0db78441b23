/**
 * The page of {@code plumbline serve}: files that its npm project leaves, with the headers that
 * they are served with. The page's own sources are in {@code src/main/page}. Thread-safe.
 */
@NullMarked
package dev.plumbline.page;

import org.jspecify.annotations.NullMarked;
