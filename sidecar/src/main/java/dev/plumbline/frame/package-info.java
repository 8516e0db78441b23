/**
 * Frames of addresses: by kernel symbols, files, perf maps and JVMs. Belongs to the thread of a
 * run, which may wait for a disk or a process.
 */
@NullMarked
package dev.plumbline.frame;

import org.jspecify.annotations.NullMarked;
