/** How SQLite's library comes into this process, for all who keep something in its files. */
@NullMarked
package dev.plumbline.sqlite;

import org.jspecify.annotations.NullMarked;
