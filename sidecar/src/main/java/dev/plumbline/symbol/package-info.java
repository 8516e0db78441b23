/**
 * Names for addresses: kernel symbols, ELF symbol tables with their debug files, Go's line tables
 * and perf maps, with a cache of finished frames. Files belong to other people: sizes, counts and
 * names are bounded, and what cannot be read has a reason and a count. Frames of files carry the
 * address as linked and a mapping in the same terms, so that processes share them. Nothing here may
 * run in the thread that drains samples unless it says so: tables are read from files.
 */
@NullMarked
package dev.plumbline.symbol;

import org.jspecify.annotations.NullMarked;
